import type { Db } from '../../db/client.server.ts';

/** Notes that the event of a page that was opened as a trial has come. */
export const markTrialEvent = (db: Db, sessionId: string, now: Date) =>
  db
    .updateTable('launch_payments')
    .set({ event_at: now })
    .where('session_id', '=', sessionId)
    .where('event_at', 'is', null)
    .execute();
