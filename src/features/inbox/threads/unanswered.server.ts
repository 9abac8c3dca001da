import type { Ctx } from '../../../platform/context.server.ts';
import { hourMs } from '../../../shared/durations.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { countThreads, waitingThreads } from './store.server.ts';
import { alarmHours, promisedHours, threadPath } from './thread.ts';

/** A guest who waits for an answer. Moments are ISO 8601. */
export interface UnansweredThread {
  id: string;
  kind: 'inquiry' | 'booking';
  guest: string;
  property: string;
  bookingCode: string | null;
  waitingSince: string;
  /** When the promised time is over. */
  answerBy: string;
  waitedMinutes: number;
  /** From 20 hours on. */
  isUrgent: boolean;
  /** The promise is broken. */
  isLate: boolean;
  /** Of the thread in the inbox. */
  path: string;
}

interface Waiting {
  waiting_since: Date | null;
}

/** How long a thread waits for an answer; `null`: nobody waits. */
export function getClock({ waiting_since: since }: Waiting, now: Date) {
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

/** Who waits for an answer, the longest wait first, with its clock; `count` and `unread` are of all threads. @throws as `requireAdmin` */
export async function unansweredThreads(
  ctx: Ctx,
): Promise<{ count: number; unread: number; threads: UnansweredThread[] }> {
  requireAdmin(ctx);
  const now = ctx.now();
  const [rows, count, unread] = await Promise.all([
    waitingThreads(ctx.db, 50),
    countThreads(ctx.db, { status: 'waiting' }),
    countThreads(ctx.db, { unread: true }),
  ]);
  const threads = rows.flatMap((row) => {
    const clock = getClock(row, now);
    if (!clock) return [];
    const { id, kind, guest_name: guest, property_title: property, booking_code: bookingCode } = row;
    return [{ id, kind, guest, property, bookingCode, ...clock, path: threadPath(id) }];
  });
  return { count, unread, threads };
}
