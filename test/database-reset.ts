import type pg from 'pg';

/** The schemas whose rows are the site's: its own tables, and the queue's. */
const schemas = ['public', 'graphile_worker'];

/** The schema of the copies of the template's rows, and of what restores them. */
const copies = 'template_rows';

interface ColumnList {
  table: string;
  /** Quoted, without the columns that PostgreSQL computes. */
  columns: string;
}

/**
 * Adds to a template what `resetDatabase` needs in each copy of it: its rows once more, a function that restores them, and
 * an event trigger that records every change of a definition.
 */
export async function prepareReset(pool: pg.Pool): Promise<void> {
  await pool.query(`create schema ${copies}`);
  const statements = [...(await copyRows(pool)), ...(await sequenceStatements(pool))];
  await pool.query(
    // Triggers and foreign keys are off meanwhile, so the order of the tables does not matter.
    `create function ${copies}.restore() returns void language plpgsql set session_replication_role = replica
     as $body$ begin ${statements.join('\n')} end $body$`,
  );
  await pool.query(`create table ${copies}.changed_definitions (tag text)`);
  await pool.query(
    `create function ${copies}.record_change() returns event_trigger language plpgsql
     as $body$ begin insert into ${copies}.changed_definitions values (tg_tag); end $body$`,
  );
  await pool.query(
    `create event trigger record_change on ddl_command_end execute function ${copies}.record_change()`,
  );
}

/** Copies the rows of each table. @returns the statements that restore them */
async function copyRows(pool: pg.Pool): Promise<string[]> {
  const { rows: lists } = await pool.query<ColumnList>(
    `select class.oid::regclass::text as table,
            string_agg(quote_ident(attname), ', ' order by attnum) filter (where attgenerated = '') as columns
     from pg_class as class join pg_attribute on attrelid = class.oid and attnum > 0 and not attisdropped
     where relkind = 'r' and relnamespace::regnamespace::text = any ($1) group by class.oid`,
    [schemas],
  );
  const statements: string[] = [];
  for (const [index, { table, columns }] of lists.entries()) {
    statements.push(`delete from ${table};`);
    const { rowCount } = await pool.query(
      `create table ${copies}.rows_${index} as select ${columns} from ${table}`,
    );
    if (rowCount === 0) await pool.query(`drop table ${copies}.rows_${index}`);
    else
      statements.push(
        `insert into ${table} (${columns}) overriding system value select ${columns} from ${copies}.rows_${index};`,
      );
  }
  return statements;
}

async function sequenceStatements(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ statement: string }>(
    `select format('perform setval(%L, %s, %L);', format('%I.%I', schemaname, sequencename),
                   coalesce(last_value, start_value), last_value is not null) as statement
     from pg_sequences where schemaname = any ($1)`,
    [schemas],
  );
  return rows.map(({ statement }) => statement);
}

/**
 * Restores the rows and sequences of the template.
 * @returns whether nothing else is left of what used the database: no changed definition, no lock, no other connection
 */
export async function resetDatabase(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ isClean: boolean }>(
    `select not exists (select from ${copies}.changed_definitions)
        and not exists (select from pg_locks join pg_database on pg_database.oid = pg_locks.database
                        where locktype = 'advisory' and datname = current_database())
        and (select count(*) from pg_stat_activity where datname = current_database()) <= $1 as "isClean"`,
    [pool.totalCount],
  );
  if (!rows[0]?.isClean) return false;
  await pool.query(`select ${copies}.restore()`);
  return true;
}
