import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../db/client.server.ts';
import type { UsersTable } from '../../db/schema/auth.ts';

export type UserRow = Selectable<UsersTable>;

export const userById = (db: Db, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

/** A user's own data, for their export. */
export const accountById = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'role', 'created_at as createdAt'])
    .select(['google_issuer as issuer', 'google_subject as subject'])
    .where('id', '=', id)
    .executeTakeFirst();

export const lockUserById = (tx: Tx, id: string): Promise<UserRow | undefined> =>
  tx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const lockUserByEmail = (tx: Tx, email: string): Promise<UserRow | undefined> =>
  tx.selectFrom('users').selectAll().where('email', '=', email).forUpdate().executeTakeFirst();

export interface GoogleAccount {
  issuer: string;
  subject: string;
}

const selectByGoogle = (db: Db, { issuer, subject }: GoogleAccount) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('google_issuer', '=', issuer)
    .where('google_subject', '=', subject);

export const userByGoogle = (db: Db, account: GoogleAccount): Promise<UserRow | undefined> =>
  selectByGoogle(db, account).executeTakeFirst();

export const lockUserByGoogle = (tx: Tx, account: GoogleAccount): Promise<UserRow | undefined> =>
  selectByGoogle(tx, account).forUpdate().executeTakeFirst();

/** Does nothing when the address or the Google account exists already. */
export const insertUser = (tx: Tx, user: UserRow) =>
  tx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const updateUser = (
  tx: Tx,
  id: string,
  change: Pick<UserRow, 'name' | 'role' | 'google_issuer' | 'google_subject'>,
): Promise<UserRow> =>
  tx.updateTable('users').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Deletes the user; sessions and passkeys cascade. */
export const deleteUser = (tx: Tx, id: string) => tx.deleteFrom('users').where('id', '=', id).execute();

/** Serializes role changes until the transaction ends. */
export const lockRoles = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('roles', 0))`.execute(tx);

export const adminIds = async (tx: Tx): Promise<string[]> =>
  (await tx.selectFrom('users').select('id').where('role', '=', 'admin').execute()).map(({ id }) => id);

/** Users who had deleted their accounts before a backup brought them back. */
export const listEndedAccounts = (db: Db): Promise<{ id: string; email: string }[]> =>
  db
    .selectFrom('users')
    .innerJoin('ended_access', (join) =>
      join
        .onRef('ended_access.subject', '=', sql<string>`users.id::text`)
        .on('ended_access.kind', '=', 'account'),
    )
    .select(['users.id', 'users.email'])
    .execute();
