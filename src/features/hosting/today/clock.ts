import { minuteMs } from '../../../shared/durations.ts';
import { pluralize } from '../../../shared/text/text.ts';

/** A length of time in at most two units: `3 hours 10 minutes`, `2 days 1 hour`, `less than a minute`. */
export function formatDuration(milliseconds: number): string {
  const minutes = Math.floor(Math.abs(milliseconds) / minuteMs);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60)];
  if (minutes < 1) return 'less than a minute';
  if (hours < 1) return pluralize(minutes, 'minute');
  const large = days < 1 ? pluralize(hours, 'hour') : pluralize(days, 'day');
  const [rest, unit]: [number, string] = days < 1 ? [minutes % 60, 'minute'] : [hours % 24, 'hour'];
  return rest === 0 ? large : `${large} ${pluralize(rest, unit)}`;
}

/** The time until a deadline, or since it has passed: `3 hours left`, `2 hours late`. */
export function formatClock(deadline: string, now: number): string {
  const left = Date.parse(deadline) - now;
  return `${formatDuration(left)} ${left < 0 ? 'late' : 'left'}`;
}
