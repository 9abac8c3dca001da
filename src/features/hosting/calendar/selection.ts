import { formatMoney } from '../../../shared/money.ts';
import { pluralize } from '../../../shared/text/text.ts';
import type { ChosenNights } from '../rates/nights-fields.tsx';
import { type CalendarEntry, formatNights, nightsIn, overlaps, toEntries } from './entries.ts';
import type { CalendarProperty } from './host-calendar.ts';

/** Nights of one home, from where the selection began to where it is now. */
export interface Selection {
  slug: string;
  anchor: string;
  end: string;
}

export const toSpan = ({ anchor, end }: Selection): ChosenNights =>
  anchor <= end ? { first: anchor, last: end } : { first: end, last: anchor };

/** Bookings on these nights, which cannot be closed. */
export const bookingsIn = (property: CalendarProperty, { first, last }: ChosenNights): CalendarEntry[] =>
  toEntries(property).filter((entry) => entry.code !== undefined && overlaps(entry, first, last));

/** The block with which hosts closed all of these nights. */
export const blockAround = ({ blocks }: CalendarProperty, { first, last }: ChosenNights) =>
  blocks.find(({ first_night, last_night }) => first_night <= first && last <= last_night);

/** Describes the selection for the bar and for screen readers. */
export function describeSelection(property: CalendarProperty, span: ChosenNights, currency: string): string {
  const { first, last } = span;
  const count = nightsIn(first, last);
  const nights = `${formatNights(first, last)}: ${pluralize(count, 'night')}`;
  const prices = property.days
    .filter(({ date, price }) => first <= date && date <= last && price > 0)
    .map(({ price }) => price);
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  const price =
    prices.length === 0
      ? ''
      : lowest === highest
        ? `, ${formatMoney(lowest, currency)}${count > 1 ? ' each' : ''}`
        : `, ${formatMoney(lowest, currency)} to ${formatMoney(highest, currency)}`;
  return `${nights}${price}`;
}

/** The night itself, or the nearest one of a range. */
export const clampNight = (night: string, first: string, last: string): string =>
  [night, first, last].sort()[1] ?? night;
