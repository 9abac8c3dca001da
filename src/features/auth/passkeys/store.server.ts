import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/client.server.ts';
import { deleteInBatches } from '../../../db/delete-in-batches.server.ts';
import type { PasskeysTable, WebauthnChallengesTable } from '../../../db/schema/auth.ts';

type Challenge = Selectable<WebauthnChallengesTable>;

const passkeyColumns = [
  'id',
  'user_id as userId',
  'credential_id as credentialId',
  'public_key as publicKey',
  'counter',
  'transports',
  'name',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const;

export const findPasskeys = (db: Db, userId: string) =>
  db
    .selectFrom('passkeys')
    .select(passkeyColumns)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export type PasskeyRow = Awaited<ReturnType<typeof findPasskeys>>[number];

export const findPasskey = (db: Db, credentialId: string): Promise<PasskeyRow | undefined> =>
  db
    .selectFrom('passkeys')
    .select(passkeyColumns)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();

export const insertPasskey = (db: Db, passkey: Selectable<PasskeysTable>): Promise<PasskeyRow | undefined> =>
  db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .returning(passkeyColumns)
    .executeTakeFirst();

/** Returns undefined if the passkey is gone, or if a concurrent use stored an equal or higher counter. */
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

export const deletePasskey = (db: Db, userId: string, id: string): Promise<PasskeyRow | undefined> =>
  db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(passkeyColumns)
    .executeTakeFirst();

export const insertChallenge = (db: Db, challenge: Omit<Challenge, 'used_at'>) =>
  db.insertInto('webauthn_challenges').values(challenge).execute();

/** Consumes a challenge issued to a browser for one purpose and user. One of several concurrent callers gets it. */
export const consumeChallenge = (
  db: Db,
  issued: Pick<Challenge, 'challenge' | 'purpose' | 'user_id'> & { browserHashes: Buffer[] },
  now: Date,
): Promise<{ id: string } | undefined> =>
  db
    .updateTable('webauthn_challenges')
    .set({ used_at: now })
    .where('challenge', '=', issued.challenge)
    .where('binding_hash', '=', sql<Buffer>`any(${issued.browserHashes})`)
    .where('purpose', '=', issued.purpose)
    .where('user_id', 'is not distinct from', issued.user_id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();

export const deleteExpiredChallenges = (db: Db, now: Date) =>
  deleteInBatches(db, { table: 'webauthn_challenges', where: sql<boolean>`expires_at < ${now}` });
