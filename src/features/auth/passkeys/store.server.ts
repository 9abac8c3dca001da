import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/client.server.ts';
import type { PasskeysTable, WebauthnChallengesTable } from '../../../db/schema.ts';

type PasskeyRow = Selectable<PasskeysTable>;
type Challenge = Selectable<WebauthnChallengesTable>;

export const passkeysOf = (db: Db, userId: string): Promise<PasskeyRow[]> =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const findPasskey = (db: Db, credentialId: string): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();

/** @returns undefined when the credential is known already */
export const insertPasskey = (db: Db, passkey: PasskeyRow): Promise<PasskeyRow | undefined> =>
  db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** @returns undefined when the passkey is gone, or was used meanwhile with as high a counter */
export const markUsed = (
  db: Db,
  id: string,
  counter: number,
  now: Date,
): Promise<{ id: string } | undefined> =>
  db
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where(({ eb, or, and }) =>
      or([eb('counter', '<', counter), and([eb('counter', '=', 0), eb(sql.val(counter), '=', 0)])]),
    )
    .returning('id')
    .executeTakeFirst();

/** @returns undefined when this person has no such passkey */
export const deletePasskey = (db: Db, userId: string, id: string): Promise<PasskeyRow | undefined> =>
  db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();

export const insertChallenge = (db: Db, challenge: Omit<Challenge, 'used_at'>) =>
  db.insertInto('webauthn_challenges').values(challenge).execute();

/** Uses up a challenge that a browser was given for one purpose and person; of several who ask at once, one gets it. */
export const consumeChallenge = (
  db: Db,
  asked: Pick<Challenge, 'challenge' | 'purpose' | 'user_id'> & { browserHashes: Buffer[] },
  now: Date,
): Promise<{ id: string } | undefined> =>
  db
    .updateTable('webauthn_challenges')
    .set({ used_at: now })
    .where('challenge', '=', asked.challenge)
    .where('binding_hash', '=', sql<Buffer>`any(${asked.browserHashes})`)
    .where('purpose', '=', asked.purpose)
    .where('user_id', 'is not distinct from', asked.user_id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
