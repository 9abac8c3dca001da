import { CompiledQuery } from 'kysely';
import type { Db, Tx } from './client.server.ts';
import type { AuditLogTable } from './schema.ts';

/** A table whose rows have a past and, once deleted, 30 days in the trash. */
export interface AuditedTable {
  name: string;
  /** The name as SQL writes it. */
  sql: string;
  /** What of a row people see, and so what its history keeps. */
  columns: readonly { name: string; sql: string }[];
}

/** A table, by its fields, all of which people see. */
export const auditedTable = (name: string, fields: object): AuditedTable => ({
  name,
  sql: name,
  columns: Object.keys(fields).map((field) => ({ name: field, sql: `"${field}"` })),
});

/** Who writes, and when. */
export interface Actor {
  userId: string;
  email: string;
  at: Date;
}

type RowId = string | number;

/** The columns of an entry, in the order in which every statement fills them. */
export const historyColumns = 'table_name, row_id, action, actor_id, actor_email, created_at, before, after';

/** The readable columns and the version of a row, as `select` and `returning` list them. */
export const selectColumns = (table: AuditedTable, from = ''): string =>
  `${table.columns.map(({ sql }) => from + sql).join(', ')}, ${from}xmin as "_version"`;

export const run = async <R>(db: Db, text: string, values: unknown[]): Promise<R[]> =>
  (await db.executeQuery<R>(CompiledQuery.raw(text, values))).rows;

/** Writes down that a row, which is there by now, was added. */
export const auditInsert = (tx: Tx, table: AuditedTable, id: RowId, author: Actor): Promise<unknown[]> =>
  run(
    tx,
    `insert into audit_log (${historyColumns})
     select '${table.name}', "id"::text, 'create', $2, $3, $4, null, to_jsonb(made)
     from (select ${table.columns.map(({ sql }) => sql).join(', ')} from ${table.sql} where "id" = $1) as made`,
    [id, author.userId, author.email, author.at],
  );

/** What an update says beside the new values. */
interface Update {
  ids: readonly RowId[];
  /** By the names of the columns; at least one. */
  set: Readonly<Record<string, unknown>>;
  action: AuditLogTable['action'];
  author: Actor;
  /** Whether the table keeps when a row was last changed. */
  hasUpdatedAt: boolean;
}

/** The fields among `$1` that hold something else now, with what they held before. */
const difference = `(select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(old))
  where key = any($1::text[]) and value is distinct from to_jsonb(new) -> key)`;

/**
 * How an update of `target` named `new` ends, once `old` is what was there: each row gets its entry, and is read. `$1` are
 * the names of the fields, `$3` to `$6` the action, who and when.
 */
export const auditCte = (table: AuditedTable): string =>
  `returning ${selectColumns(table, 'target.')}
     ), entry as (
       insert into audit_log (${historyColumns})
       select '${table.name}', new."id"::text, $3, $4, $5, $6::timestamptz, ${difference}, to_jsonb(new) - '_version'
       from new join old on old."id" = new."id"
     )
     select * from new`;

/**
 * Sets the same values in all the rows, which are locked, and writes down in the same statement what they held before.
 * @returns the rows that hold something else than before, as `rowSql` reads them
 */
export function updateAndAudit<R>(tx: Tx, table: AuditedTable, update: Update): Promise<R[]> {
  const names = Object.keys(update.set);
  const columns = names.map((name) => table.columns.find((column) => column.name === name)?.sql);
  const first = 7;
  const changes = columns.map((sql, index) => `${sql} = $${index + first}`);
  if (update.hasUpdatedAt && !names.includes('updated_at')) changes.push('"updated_at" = $6');
  const differs = columns.map((sql, index) => `target.${sql} is distinct from $${index + first}`);
  return run(
    tx,
    `with old as (
       select ${table.columns.map(({ sql }) => sql).join(', ')} from ${table.sql} where "id" = any($2)
     ), new as (
       update ${table.sql} as target set ${changes.join(', ')}
       where "id" = any($2) and (${differs.join(' or ')})
       ${auditCte(table)}`,
    [
      ...[names, update.ids, update.action, update.author.userId, update.author.email, update.author.at],
      ...names.map((name) => update.set[name]),
    ],
  );
}

/** One row on its way to the trash. */
export interface TrashedRow {
  trashId: string;
  rowId: RowId;
  /** What it is called there. */
  label: string;
  /** What has lost its reference to it, as JSON. */
  clearedReferences: readonly object[];
}

const trashKeepsMs = 30 * 24 * 60 * 60_000;

/** Takes locked rows out of their table and into the trash, whole, with an entry in the history of each. */
export const moveToTrash = (
  tx: Tx,
  table: AuditedTable,
  discarded: readonly TrashedRow[],
  author: Actor,
): Promise<unknown[]> =>
  run(
    tx,
    `with gone as (
       delete from ${table.sql} where "id" = any($1) returning *
     ), kept as (
       insert into deleted_rows (id, table_name, row_id, label, row, cleared_references, deleted_by_email, deleted_at, expires_at)
       select (told ->> 'trashId')::uuid, '${table.name}', gone."id"::text, told ->> 'label', to_jsonb(gone),
         told -> 'clearedReferences', $4, $5, $6
       from gone join jsonb_array_elements($2::jsonb) as told on told ->> 'rowId' = gone."id"::text
     )
     insert into audit_log (${historyColumns})
     select '${table.name}', gone."id"::text, 'delete', $3, $4, $5, null,
       (select to_jsonb(shown) from (select ${table.columns.map(({ sql }) => `gone.${sql}`).join(', ')}) as shown)
     from gone`,
    [
      discarded.map(({ rowId }) => rowId),
      JSON.stringify(discarded),
      ...[author.userId, author.email, author.at, new Date(author.at.getTime() + trashKeepsMs)],
    ],
  );
