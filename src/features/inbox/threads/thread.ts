import { hourMs } from '../../../shared/durations.ts';

/** Hosts promise a reply within this many hours. */
export const promisedHours = 24;
/** Hosts are alarmed when a guest has waited for this many hours. */
export const alarmHours = 20;

export const maxMessageLength = 5000;

export const threadPath = (id: string): string => `/admin/inbox?thread=${id}`;

/** A smaller number of replies says nothing about how fast the hosts are. */
const minReplies = 5;
const hourSeconds = 3600;

/** @returns the hours within which half of the guests got a reply, or `null` if that is too long to promise */
export function usualResponseHours(waitsSeconds: readonly number[]): number | null {
  if (waitsSeconds.length < minReplies) return null;
  const sorted = waitsSeconds.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
  const hours = Math.max(1, Math.ceil(median / hourSeconds));
  return hours < promisedHours ? hours : null;
}

interface WaitingThread {
  waitingSince: Date | null;
}

/** How long a thread waits for an answer; `null`: nobody waits. */
export function getClock({ waitingSince: since }: WaitingThread, now: Date) {
  if (!since) return null;
  const waitedMs = now.getTime() - since.getTime();
  return {
    waitingSince: since.toISOString(),
    answerBy: new Date(since.getTime() + promisedHours * hourMs).toISOString(),
    waitedMinutes: Math.max(0, Math.floor(waitedMs / 60_000)),
    isUrgent: waitedMs >= alarmHours * hourMs,
    isLate: waitedMs >= promisedHours * hourMs,
  };
}
