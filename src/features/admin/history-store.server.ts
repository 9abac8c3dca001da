import type { Db } from '../../db/client.server.ts';
import type { RowHistoryTable } from '../../db/types.ts';
import type { HistoryAction } from './table.ts';

export interface StoredEntry {
  id: number;
  action: HistoryAction;
  by_email: string;
  at: Date;
  before: RowHistoryTable['before'];
  row: RowHistoryTable['row'];
}

const columns = ['id', 'action', 'by_email', 'at', 'before', 'row'] as const;

/** The newest first. */
export const entriesOf = (
  db: Db,
  { table, rowId, limit, offset }: { table: string; rowId: string; limit: number; offset: number },
): Promise<StoredEntry[]> =>
  db
    .selectFrom('row_history')
    .select(columns)
    .where('table_name', '=', table)
    .where('row_id', '=', rowId)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export const entryById = (
  db: Db,
  { table, rowId, id }: { table: string; rowId: string; id: number },
): Promise<StoredEntry | undefined> =>
  db
    .selectFrom('row_history')
    .select(columns)
    .where('id', '=', id)
    .where('table_name', '=', table)
    .where('row_id', '=', rowId)
    .executeTakeFirst();

/** What is left of somebody who had their account deleted: their rows' past is forgotten, their own writes lose the name. */
export async function forgetPersonInHistory(db: Db, { email, userId }: { email: string; userId: string }) {
  await db.deleteFrom('row_history').where('row_id', '=', userId).where('table_name', '=', 'users').execute();
  for (const table of ['row_history', 'trash'] as const) {
    await db
      .deleteFrom(table)
      .where(({ eb, ref }) => eb(ref('row', '->>').key('email'), '=', email))
      .execute();
  }
  await db
    .updateTable('row_history')
    .set({ by_email: 'Deleted account', by_user_id: null })
    .where('by_user_id', '=', userId)
    .execute();
}
