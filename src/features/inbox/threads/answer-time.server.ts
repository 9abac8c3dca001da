import type { Ctx } from '../../../platform/context.server.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { answerWaits } from './store.server.ts';
import { promisedHours, usualAnswerHours } from './thread.ts';

const measuredDays = 90;

/** Within how many hours guests usually have an answer; `null` where that cannot be said, or is no promise to make. */
export async function readAnswerTime({ db, now }: Ctx): Promise<{ hours: number | null }> {
  const at = now();
  const since = new Date(at.getTime() - measuredDays * dayMs);
  const longWaitBefore = new Date(at.getTime() - promisedHours * hourMs);
  return { hours: usualAnswerHours(await answerWaits(db, since, longWaitBefore, at)) };
}
