import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';

/** Returns the last UID read; 0 if the server has given its mails other UIDs. */
export async function startReading(db: Db, mailbox: string, uidValidity: string): Promise<number> {
  const { last_uid } = await db
    .insertInto('mailbox_positions')
    .values({ mailbox, uid_validity: uidValidity })
    .onConflict((conflict) =>
      conflict.column('mailbox').doUpdateSet((row) => ({
        uid_validity: uidValidity,
        last_uid: sql<number>`case when ${row.ref('mailbox_positions.uid_validity')} = ${uidValidity}
          then ${row.ref('mailbox_positions.last_uid')} else 0 end`,
      })),
    )
    .returning('last_uid')
    .executeTakeFirstOrThrow();
  return last_uid;
}

/**
 * Advances the position in the mailbox past a mail, in the transaction that stores it.
 * @returns whether no other process has done so
 */
export async function passMail(tx: Tx, mailbox: string, uidValidity: string, uid: number): Promise<boolean> {
  const passed = await tx
    .updateTable('mailbox_positions')
    .set({ last_uid: uid })
    .where('mailbox', '=', mailbox)
    .where('uid_validity', '=', uidValidity)
    .where('last_uid', '<', uid)
    .returning('mailbox')
    .executeTakeFirst();
  return passed !== undefined;
}

export const recordReading = (db: Db, mailbox: string, at: Date) =>
  db
    .updateTable('mailbox_positions')
    .set({ last_read_at: at, last_error: '' })
    .where('mailbox', '=', mailbox)
    .execute();

export const recordFailure = (db: Db, mailbox: string, error: string) =>
  db
    .insertInto('mailbox_positions')
    .values({ mailbox, last_error: error, last_read_at: null })
    .onConflict((conflict) => conflict.column('mailbox').doUpdateSet({ last_error: error }))
    .execute();

export const mailboxPosition = (db: Db, mailbox: string) =>
  db.selectFrom('mailbox_positions').selectAll().where('mailbox', '=', mailbox).executeTakeFirst();
