import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import type { LoginCodesTable } from '../../../db/schema.ts';

export type LoginCode = Selectable<LoginCodesTable>;

/** Until the transaction ends, others who request a code for this address, or sign in with it, wait here. */
export const lockEmail = (tx: Tx, email: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('login-code:' || ${email}::text, 0))`.execute(tx);

/**
 * When codes were sent to an address, oldest first.
 * @param deviceId a known browser's own codes, or with null those that strangers asked for
 */
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

/**
 * Uses a guess up in one statement: of any number that arrive together no more are compared than the code allows, and
 * one at most is right.
 * @returns whether the code was right; undefined when this browser has no code for the address that may be guessed
 */
export async function attemptCode(
  tx: Tx,
  guess: { email: string; browserHash: Buffer; codeHash: Buffer; now: Date },
): Promise<boolean | undefined> {
  const row = await tx
    .updateTable('login_codes')
    .set({
      used_at: sql<Date>`case when code_hash = ${guess.codeHash} then ${guess.now}::timestamptz end`,
      failed_attempts: sql<number>`failed_attempts + (code_hash <> ${guess.codeHash})::int`,
    })
    .where('binding_hash', '=', guess.browserHash)
    .where('email', '=', guess.email)
    .where('used_at', 'is', null)
    .where('expires_at', '>', guess.now)
    .whereRef('failed_attempts', '<', 'max_attempts')
    .returning('used_at')
    .executeTakeFirst();
  return row && row.used_at !== null;
}

/** Ends every open code of an address, in whatever browser. */
export const endCodes = (tx: Tx, email: string, now: Date) =>
  tx
    .updateTable('login_codes')
    .set({ used_at: now })
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();

/** The code that this browser asked for, usable or not. */
export const findCode = (db: Db, email: string, browserHash: Buffer): Promise<LoginCode | undefined> =>
  db
    .selectFrom('login_codes')
    .selectAll()
    .where('binding_hash', '=', browserHash)
    .where('email', '=', email)
    .executeTakeFirst();
