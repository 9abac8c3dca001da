import { type Selectable, sql } from 'kysely';
import type { Pool } from 'pg';
import type { Db } from '../../../db/client.server.ts';
import { deleteInBatches } from '../../../db/delete-in-batches.server.ts';
import type { SessionsTable } from '../../../db/schema/auth.ts';

export type Session = Selectable<SessionsTable>;

/** Returns false when the user was deleted concurrently (SQLSTATE 23503). */
export const insertSession = async (db: Db, session: Session): Promise<boolean> => {
  try {
    await db.insertInto('sessions').values(session).execute();
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === '23503') return false;
    throw error;
  }
};

export interface SessionWithUser {
  /** The user's id. */
  id: string;
  email: string;
  name: string;
  role: 'guest' | 'admin';
  createdAt: Date;
  sessionId: string;
  lastSeenAt: Date;
  authenticatedAt: Date;
  hasPasskey: boolean;
}

/** A session last seen or started before these is expired. */
export interface ExpiryCutoffs {
  seenAfter: Date;
  startedAfter: Date;
}

const sessionByToken = `
  select u.id, u.email, u.name, u.role, u.created_at as "createdAt", s.id as "sessionId",
    s.last_seen_at as "lastSeenAt", s.authenticated_at as "authenticatedAt",
    exists (select from passkeys where passkeys.user_id = u.id) as "hasPasskey"
  from sessions as s join users as u on u.id = s.user_id
  where s.token_hash = $1 and s.last_seen_at > $2 and s.created_at > $3`;

/** Runs in every request with a session, so as a named statement that each connection prepares once. */
export const findSessionByToken = async (
  pool: Pool,
  tokenHash: Buffer,
  { seenAfter, startedAfter }: ExpiryCutoffs,
): Promise<SessionWithUser | undefined> =>
  (
    await pool.query<SessionWithUser>({
      name: 'session-by-token',
      text: sessionByToken,
      values: [tokenHash, seenAfter, startedAfter],
    })
  ).rows[0];

export const markSeen = (db: Db, id: string, seen: Pick<Session, 'last_seen_at' | 'network'>) =>
  db.updateTable('sessions').set(seen).where('id', '=', id).execute();

export const deleteSessionByToken = async (
  db: Db,
  tokenHash: Buffer,
): Promise<{ id: string; userId: string } | undefined> =>
  db
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning(['id', 'user_id as userId'])
    .executeTakeFirst();

export const findSessions = (db: Db, userId: string, after: ExpiryCutoffs) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_agent as userAgent', 'network', 'method'])
    .select(['created_at as createdAt', 'last_seen_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .where('last_seen_at', '>', after.seenAfter)
    .where('created_at', '>', after.startedAfter)
    .orderBy('last_seen_at', 'desc')
    .execute();

export const deleteSessions = (db: Db, userId: string) =>
  db.deleteFrom('sessions').where('user_id', '=', userId).execute();

export const deleteSession = async (db: Db, userId: string, id: string): Promise<boolean> => {
  const result = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
};

export const deleteOtherSessions = async (db: Db, userId: string, currentId: string): Promise<number> => {
  const result = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', currentId)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
};

export const deleteExpiredSessions = (db: Db, { seenAfter, startedAfter }: ExpiryCutoffs) =>
  deleteInBatches(db, {
    table: 'sessions',
    where: sql<boolean>`last_seen_at <= ${seenAfter} or created_at <= ${startedAfter}`,
  });
