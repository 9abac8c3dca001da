import { CompiledQuery } from 'kysely';
import { dayMs } from '../shared/durations.ts';
import type { RowId } from '../shared/forms/schema.ts';
import type { Db, Tx } from './client.server.ts';
import type { AuditLogTable } from './schema/operations.ts';

/** A table whose rows have a history and, once deleted, 30 days in the trash. */
export interface AuditedTable {
  name: string;
  sql: string;
  /** The columns of a row that hosts see, and so the content of its history. */
  columns: readonly { name: string; sql: string }[];
  /** The columns that form the version of a row, in a table that jobs write, too: their changes make no new version. */
  versionColumns?: readonly { sql: string }[];
}

/** Declares a table whose fields are all visible to hosts. */
export const auditedTable = (name: string, fields: object): AuditedTable => ({
  name,
  sql: name,
  columns: Object.keys(fields).map((field) => ({ name: field, sql: `"${field}"` })),
});

export interface Actor {
  userId: string;
  email: string;
  at: Date;
}

/** The author of a change, with or without an account. */
export type Author = Omit<Actor, 'userId'> & { userId: string | null };

/** A row as the database gives it, moments as `Date`; `_version` changes with every write of a host. */
export type StoredRow = { id: RowId; _version: string } & Record<string, unknown>;

/** The columns of an entry, in the order in which every statement fills them. */
export const historyColumns = 'table_name, row_id, action, actor_id, actor_email, created_at, before, after';

/** The readable columns and the version of a row, as `select` and `returning` list them. */
export const selectColumns = (table: AuditedTable, from = ''): string => {
  const list = (columns: readonly { sql: string }[]) => columns.map(({ sql }) => from + sql).join(', ');
  const { versionColumns } = table;
  const version = versionColumns ? `md5(row(${list(versionColumns)})::text)` : `${from}xmin`;
  return `${list(table.columns)}, ${version} as "_version"`;
};

export const run = async <R>(db: Db, text: string, values: unknown[]): Promise<R[]> =>
  (await db.executeQuery<R>(CompiledQuery.raw(text, values))).rows;

/** Records in the history that a row was added; the row must exist. */
export const auditInsert = (tx: Tx, table: AuditedTable, id: RowId, author: Author): Promise<unknown[]> =>
  run(
    tx,
    `insert into audit_log (${historyColumns})
     select '${table.name}', "id"::text, 'create', $2, $3, $4, null, to_jsonb(added)
     from (select ${table.columns.map(({ sql }) => sql).join(', ')} from ${table.sql} where "id" = $1) as added`,
    [id, author.userId, author.email, author.at],
  );

interface Update {
  /** Locked rows, each with at least one new value, by the names of the columns. */
  updates: readonly { row: { id: RowId }; set: Readonly<Record<string, unknown>> }[];
  action: AuditLogTable['action'];
  author: Actor;
}

/** Sets values in locked rows, and records in the same statement what they held before. @returns the rows as they are now */
export async function updateAndAudit(
  tx: Tx,
  table: AuditedTable,
  { updates, action, author }: Update,
): Promise<StoredRow[]> {
  const names = [...new Set(updates.flatMap(({ set }) => Object.keys(set)))];
  const toSql = (name: string) => table.columns.find((column) => column.name === name)?.sql;
  // One statement, although each row of an import may change other columns.
  const changes = names.map((name, at) => {
    const otherwise = name === 'updated_at' ? '$6' : `target.${toSql(name)}`;
    return `${toSql(name)} = case when input.fields ? ($1::text[])[${at + 1}] then (input.record).${toSql(name)} else ${otherwise} end`;
  });
  const updatedAt = names.includes('updated_at') ? undefined : toSql('updated_at');
  if (updatedAt) changes.push(`${updatedAt} = $6`);
  return run(
    tx,
    `with input as (
       select fields, jsonb_populate_record(null::${table.sql}, fields) as record
       from jsonb_array_elements($2::jsonb) as fields
     ), old as (
       select ${table.columns.map(({ sql }) => sql).join(', ')} from ${table.sql}
       where "id" in (select (record)."id" from input)
     ), new as (
       update ${table.sql} as target set ${changes.join(', ')} from input where target."id" = (input.record)."id"
       returning ${selectColumns(table, 'target.')}
     ), entry as (
       insert into audit_log (${historyColumns})
       select '${table.name}', new."id"::text, $3, $4, $5, $6::timestamptz,
         (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(to_jsonb(old))
          where key = any($1::text[]) and value is distinct from to_jsonb(new) -> key),
         to_jsonb(new) - '_version'
       from new join old on old."id" = new."id"
     )
     select * from new`,
    [
      names,
      JSON.stringify(updates.map(({ row, set }) => ({ ...set, id: row.id }))),
      action,
      author.userId,
      author.email,
      author.at,
    ],
  );
}

export interface TrashedRow {
  trashId: string;
  rowId: RowId;
  label: string;
  /** The rows that lost their reference to it, as JSON. */
  clearedReferences: readonly object[];
}

const trashMs = 30 * dayMs;

/** Moves whole locked rows from their table to the trash, with an entry in the history of each. */
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
     ), trashed as (
       insert into deleted_rows (id, table_name, row_id, label, row, cleared_references, deleted_by_email, deleted_at, expires_at)
       select (input ->> 'trashId')::uuid, '${table.name}', gone."id"::text, input ->> 'label', to_jsonb(gone),
         input -> 'clearedReferences', $4, $5, $6
       from gone join jsonb_array_elements($2::jsonb) as input on input ->> 'rowId' = gone."id"::text
     )
     insert into audit_log (${historyColumns})
     select '${table.name}', gone."id"::text, 'delete', $3, $4, $5, null,
       (select to_jsonb(visible) from (select ${table.columns.map(({ sql }) => `gone.${sql}`).join(', ')}) as visible)
     from gone`,
    [
      discarded.map(({ rowId }) => rowId),
      JSON.stringify(discarded),
      author.userId,
      author.email,
      author.at,
      new Date(author.at.getTime() + trashMs),
    ],
  );
