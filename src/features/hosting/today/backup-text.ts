import { formatDate, propertyTimeZone } from '../../../shared/dates.ts';
import { dayMs, hourMs, minuteMs } from '../../../shared/durations.ts';
import { pluralize } from '../../../shared/text/text.ts';
import type { Backup } from './contract.server.ts';

const weekdayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: propertyTimeZone });

/** How long ago a moment was, as `3 hours ago`, or `just now`. */
function formatAge(moment: string, now: number): string {
  const ms = Math.max(0, now - Date.parse(moment));
  if (ms < minuteMs) return 'just now';
  if (ms < hourMs) return `${pluralize(Math.floor(ms / minuteMs), 'minute')} ago`;
  if (ms < 2 * dayMs) return `${pluralize(Math.floor(ms / hourMs), 'hour')} ago`;
  return `${pluralize(Math.floor(ms / dayMs), 'day')} ago`;
}

/** Formats a moment of the last six days as its weekday, any other as its date. */
const formatRecentDay = (moment: string, now: number): string =>
  now - Date.parse(moment) < 6 * dayMs ? weekdayFormat.format(new Date(moment)) : formatDate(moment);

/** Says `Last backup 3 hours ago, last proven Sunday`; '' before the first. */
export function backupText({ madeAt, provenAt }: Backup, now: number): string {
  if (!madeAt) return '';
  const proof = provenAt ? `last proven ${formatRecentDay(provenAt, now)}` : 'not proven yet';
  return `Last backup ${formatAge(madeAt, now)}, ${proof}`;
}
