import { useQuery } from '@tanstack/react-query';
import { MailX } from 'lucide-react';
import { formatDateTime, formatTime } from '../../../shared/dates.ts';
import { dayMs, minuteMs } from '../../../shared/durations.ts';
import { mailHealth } from './mail-calls.ts';

/** Says since when no mail has gone out; nothing while it does. */
export function MailNotice() {
  const { data } = useQuery({
    queryKey: ['mail', 'health'],
    queryFn: ({ signal }) => mailHealth.read({ signal }),
    refetchInterval: minuteMs,
    refetchOnWindowFocus: true,
    retry: false,
  });
  const since = data?.blockedSince;
  if (!since) return null;
  return (
    <p
      role="status"
      className="flex items-center justify-center gap-2 bg-danger px-4 py-2 text-center text-sm font-semibold text-white"
    >
      <MailX aria-hidden="true" className="size-4 shrink-0" />
      No mail has gone out since {blockedText(since, Date.now())}
    </p>
  );
}

/** Formats a moment of the last day as its time, an earlier one with its date. */
export const blockedText = (since: string, now: number): string =>
  now - Date.parse(since) < dayMs ? formatTime(since) : formatDateTime(since);
