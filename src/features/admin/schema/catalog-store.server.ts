import { CompiledQuery } from 'kysely';
import type { Db } from '../../../db/client.server.ts';

/** A rule that the database itself keeps. */
interface Constraint {
  name: string;
  /** `u` unique, `p` primary key, `f` reference, `c` check. */
  kind: 'u' | 'p' | 'f' | 'c';
  columns: string[];
  /** The table a reference points to. */
  target: string | null;
}

/** Rows elsewhere that point to a table's rows. */
interface ForeignKey {
  table: string;
  column: string;
  /** What becomes of them when the row goes: `n` they lose the reference, `c` they go too, `r` and `a` it may not go. */
  onDelete: 'a' | 'r' | 'c' | 'n' | 'd';
}

/** What the database knows of a table and no schema says. */
export interface TableCatalog {
  /** Every column that can be written, in the order of the table. */
  columns: string[];
  constraints: Constraint[];
  referrers: ForeignKey[];
}

const statement = `
with target as (select to_regclass($1) as id)
select
  coalesce((select json_agg(attname order by attnum) from pg_attribute, target
    where attrelid = target.id and attnum > 0 and not attisdropped and attgenerated = ''), '[]') as columns,
  coalesce((select json_agg(json_build_object('name', name, 'kind', kind, 'target', points_to, 'columns',
      (select coalesce(json_agg(attname order by attnum), '[]') from pg_attribute
        where attrelid = owner and attnum = any(keys))))
    from (
      select conname as name, contype as kind, (select relname from pg_class where oid = confrelid) as points_to,
        conrelid as owner, conkey as keys
      from pg_constraint, target where conrelid = target.id and contype in ('u', 'p', 'f', 'c')
      union all
      select relname, 'u', null, indrelid, indkey::smallint[]
      from pg_index join pg_class on pg_class.oid = indexrelid, target
      where indrelid = target.id and indisunique
        and not exists (select from pg_constraint where conindid = indexrelid and contype in ('u', 'p'))
    ) as rules), '[]') as constraints,
  coalesce((select json_agg(json_build_object('table', relname, 'column', attname, 'onDelete', confdeltype))
    from pg_constraint
    join pg_class on pg_class.oid = conrelid
    join pg_attribute on attrelid = conrelid and attnum = conkey[1], target
    where contype = 'f' and confrelid = target.id and cardinality(conkey) = 1), '[]') as referrers`;

/** @param table the quoted name */
export async function toCatalog(db: Db, table: string): Promise<TableCatalog> {
  const { rows } = await db.executeQuery<TableCatalog>(CompiledQuery.raw(statement, [table]));
  return rows[0] ?? { columns: [], constraints: [], referrers: [] };
}
