import { CompiledQuery } from 'kysely';
import { dayMs } from '../shared/durations.ts';
import type { Db, Tx } from './client.server.ts';
import type { AuditLogTable } from './schema/operations.ts';

/** A table whose rows have an audit log and, once deleted, 30 days in the trash. */
export interface AuditedTable {
  name: string;
  sql: string;
  /** What hosts see of a row, and so what its history holds. */
  columns: readonly { name: string; sql: string }[];
}

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

type RowId = string | number;

export const historyColumns = 'table_name, row_id, action, actor_id, actor_email, created_at, before, after';

/** Lists the readable columns and the version of a row for `select` and `returning`. */
export const selectColumns = (table: AuditedTable, from = ''): string =>
  `${table.columns.map(({ sql }) => from + sql).join(', ')}, ${from}xmin as "_version"`;

export const run = async <R>(db: Db, text: string, values: unknown[]): Promise<R[]> =>
  (await db.executeQuery<R>(CompiledQuery.raw(text, values))).rows;

export const auditInsert = (tx: Tx, table: AuditedTable, id: RowId, actor: Actor): Promise<unknown[]> =>
  run(
    tx,
    `insert into audit_log (${historyColumns})
     select '${table.name}', "id"::text, 'create', $2, $3, $4, null, to_jsonb(made)
     from (select ${table.columns.map(({ sql }) => sql).join(', ')} from ${table.sql} where "id" = $1) as made`,
    [id, actor.userId, actor.email, actor.at],
  );

interface Update {
  ids: readonly RowId[];
  set: Readonly<Record<string, unknown>>;
  action: AuditLogTable['action'];
  author: Actor;
  hasUpdatedAt: boolean;
}

/** The changed fields among `$1`, with their old values. */
const difference = `(select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(old))
  where key = any($1::text[]) and value is distinct from to_jsonb(new) -> key)`;

/** Ends an update of `target` named `new` after a query `old`: `$1` field names, `$3` to `$6` action, actor and time. */
export const auditCte = (table: AuditedTable): string =>
  `returning ${selectColumns(table, 'target.')}
     ), entry as (
       insert into audit_log (${historyColumns})
       select '${table.name}', new."id"::text, $3, $4, $5, $6::timestamptz,
         (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(to_jsonb(old))
          where key = any($1::text[]) and value is distinct from to_jsonb(new) -> key),
         to_jsonb(new) - '_version'
       from new join old on old."id" = new."id"
     )
     select * from new`;

/** Sets values in locked rows and logs the old ones in the same statement. @returns the rows that changed */
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
      ...[names, JSON.stringify(updates.map(({ row, set }) => ({ ...set, id: row.id })))],
      ...[action, author.userId, author.email, author.at],
    ],
  );
}

export interface TrashedRow {
  trashId: string;
  rowId: RowId;
  label: string;
  clearedReferences: readonly object[];
}

const trashRetentionMs = 30 * dayMs;

export const moveToTrash = (
  tx: Tx,
  table: AuditedTable,
  rows: readonly TrashedRow[],
  actor: Actor,
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
      rows.map(({ rowId }) => rowId),
      JSON.stringify(rows),
      ...[actor.userId, actor.email, actor.at, new Date(actor.at.getTime() + trashRetentionMs)],
    ],
  );
