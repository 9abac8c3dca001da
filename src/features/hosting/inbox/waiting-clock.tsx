import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatDateTime } from '../../../shared/dates.ts';
import { hourMs, minuteMs } from '../../../shared/durations.ts';
import { alarmHours, promisedHours } from '../../inbox/threads/thread.ts';
import type { ThreadDetail } from './contract.server.ts';

/** The present, again each minute. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

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
  const waited = useNow() - Date.parse(clock.waitingSince);
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
