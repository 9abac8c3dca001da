import type { Ctx } from '../../../platform/context.server.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { responseWaits } from './response-time-store.server.ts';
import { promisedHours, usualResponseHours } from './thread.ts';

const sampleDays = 90;

/** Returns the hours within which guests usually get a reply; `null` if there are too few, or it is no promise to make. */
export async function readResponseTime({ db, now }: Ctx): Promise<{ hours: number | null }> {
  const at = now();
  const since = new Date(at.getTime() - sampleDays * dayMs);
  const longWaitBefore = new Date(at.getTime() - promisedHours * hourMs);
  return { hours: usualResponseHours(await responseWaits(db, since, longWaitBefore, at)) };
}
