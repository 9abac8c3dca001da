import type { Db } from '../../db/client.server.ts';
import type { ExpiryCutoffs } from './session/store.server.ts';

/**
 * Deletes what nobody can use any more.
 * @param codesBefore how far back codes still count for limits
 */
export async function deleteExpired(
  db: Db,
  { now, codesBefore, living }: { now: Date; codesBefore: Date; living: ExpiryCutoffs },
): Promise<void> {
  await db.deleteFrom('login_codes').where('created_at', '<', codesBefore).execute();
  await db.deleteFrom('oauth_requests').where('expires_at', '<', now).execute();
  await db.deleteFrom('webauthn_challenges').where('expires_at', '<', now).execute();
  await db
    .deleteFrom('sessions')
    .where((the) =>
      the.or([the('last_seen_at', '<=', living.seenAfter), the('created_at', '<=', living.startedAfter)]),
    )
    .execute();
}
