import { isNight } from '../../shared/dates.ts';
import { textParam, urlState } from '../../shared/http/url-state.ts';

/** How many days the list of messages shows at once. */
export const spans = [14, 30, 60] as const;

/** The days of the list of messages in the URL: `?days=30&from=2027-07-01`. */
export interface ListDays {
  /** `null`: today. */
  from: string | null;
  days: (typeof spans)[number];
}

export const listDaysUrl = urlState<ListDays>({
  days: {
    parse: (text) => spans.find((span) => String(span) === text) ?? spans[0],
    format: (days) => (days === spans[0] ? '' : String(days)),
  },
  from: textParam(null, isNight),
});
