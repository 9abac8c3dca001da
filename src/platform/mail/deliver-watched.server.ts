import type { Ctx } from '../context.server.ts';
import { recordSendFailure, recordSent } from './mail-health-store.server.ts';

/**
 * Delivers a mail and records whether that succeeded, so that hosts see when no mail is delivered.
 * @param deliver returns whether anything was sent; nothing is recorded for an expired mail
 * @returns the same
 */
export async function deliverWatched(
  { db, log, now }: Pick<Ctx, 'db' | 'log' | 'now'>,
  deliver: () => Promise<boolean>,
): Promise<boolean> {
  // A failure to record the outcome is only logged, because a mail that counts as failed would be sent again.
  const logFailure = (err: unknown) => log.warn({ err }, 'whether mail goes out could not be recorded');
  let isSent: boolean;
  try {
    isSent = await deliver();
  } catch (error) {
    await recordSendFailure(db, now()).catch(logFailure);
    throw error;
  }
  if (isSent) await recordSent(db, now()).catch(logFailure);
  return isSent;
}
