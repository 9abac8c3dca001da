import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import { deleteInBatches } from '../../../db/delete-in-batches.server.ts';
import type { LoginCodesTable } from '../../../db/schema/auth.ts';
import { hmac } from '../tokens.server.ts';

export type LoginCode = Selectable<LoginCodesTable>;

/** Hashes a code for storage: worthless without SESSION_SECRET, and valid for one browser only. */
export const hashCode = (
  { sessionSecret }: { sessionSecret: string },
  { token, email, code }: { token: string; email: string; code: string },
): Buffer => hmac(sessionSecret, 'login-code', token, email, code);

/** Serializes requests for a code of this address, and sign-ins with it, until the transaction ends. */
export const lockEmail = (tx: Tx, email: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('login-code:' || ${email}::text, 0))`.execute(tx);

/** Returns when codes were sent, oldest first; `deviceId` is null for those requested without a device cookie. */
export async function recentCodes(
  db: Db,
  email: string,
  deviceId: string | null,
  since: Date,
): Promise<Date[]> {
  const rows = await db
    .selectFrom('login_codes')
    .select('created_at')
    .where('email', '=', email)
    .where('device_id', deviceId === null ? 'is' : '=', deviceId)
    .where('created_at', '>', since)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => row.created_at);
}

export const insertCode = (tx: Tx, code: Omit<LoginCode, 'failed_attempts' | 'used_at'>) =>
  tx.insertInto('login_codes').values(code).execute();

/** Compares in one statement, so that concurrent attempts never exceed the limit; undefined without an open code. */
export async function attemptCode(
  tx: Tx,
  attempt: { email: string; browserHash: Buffer; codeHash: Buffer; now: Date },
): Promise<boolean | undefined> {
  const row = await tx
    .updateTable('login_codes')
    .set({
      used_at: sql<Date>`case when code_hash = ${attempt.codeHash} then ${attempt.now}::timestamptz end`,
      failed_attempts: sql<number>`failed_attempts + (code_hash <> ${attempt.codeHash})::int`,
    })
    .where('binding_hash', '=', attempt.browserHash)
    .where('email', '=', attempt.email)
    .where('used_at', 'is', null)
    .where('expires_at', '>', attempt.now)
    .whereRef('failed_attempts', '<', 'max_attempts')
    .returning('used_at')
    .executeTakeFirst();
  return row && row.used_at !== null;
}

export const endCodes = (tx: Tx, email: string, now: Date) =>
  tx
    .updateTable('login_codes')
    .set({ used_at: now })
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();

export const findCode = (db: Db, email: string, browserHash: Buffer): Promise<LoginCode | undefined> =>
  db
    .selectFrom('login_codes')
    .selectAll()
    .where('binding_hash', '=', browserHash)
    .where('email', '=', email)
    .executeTakeFirst();

export const deleteCodesBefore = (db: Db, createdBefore: Date) =>
  deleteInBatches(db, { table: 'login_codes', where: sql<boolean>`created_at < ${createdBefore}` });
