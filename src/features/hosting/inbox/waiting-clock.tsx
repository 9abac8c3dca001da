import { Clock } from 'lucide-react';
import { formatDateTime } from '../../../shared/dates.ts';
import { hourMs, minuteMs } from '../../../shared/durations.ts';
import { serverNow } from '../../../shared/http/server-clock.ts';
import { useServerNow } from '../../../ui/browser/use-server-now.ts';
import { alarmHours, promisedHours } from '../../inbox/threads/thread.ts';
import type { ThreadDetail } from './contract.server.ts';

/** `3 h 20 min`, from two days on `2 days`. */
export function formatWait(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / minuteMs));
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

const variants = {
  calm: 'border border-dune bg-white text-deep',
  urgent: 'bg-sun/35 text-ink',
  late: 'bg-danger text-white',
};

/** How long a guest has waited, and whether the promise still holds. */
export function WaitingClock({ clock }: { clock: NonNullable<ThreadDetail['clock']> }) {
  const now = useServerNow(minuteMs) ?? serverNow();
  const waited = now - Date.parse(clock.waitingSince);
  const variant =
    waited >= promisedHours * hourMs ? 'late' : waited >= alarmHours * hourMs ? 'urgent' : 'calm';
  return (
    <span
      title={`Answer by ${formatDateTime(clock.answerBy)}`}
      className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-semibold ${variants[variant]}`}
    >
      <Clock aria-hidden="true" className="size-4" />
      Waits {formatWait(waited)}
      {variant === 'late' && ', late'}
    </span>
  );
}
