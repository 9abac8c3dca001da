// Writes the database's schema as SQL from PostgreSQL's catalogs: the embedded server comes without pg_dump.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createPool } from '../src/db/client.server.ts';
import { migrate } from '../src/db/migrate.server.ts';
import { startPostgres } from './postgres.ts';

export const schemaFile = path.join(import.meta.dirname, '..', 'src', 'db', 'schema.sql');

const head = `-- The schema after all migrations, written by \`npm run db:schema\`; a test compares it. Change it by a migration.
-- Indexes for sorting and searching a table in the admin are made at the start, from the tables' schemas.
`;

const inPublic = (oid: string, catalog: string) =>
  `from ${catalog} as object where ${oid} = 'public'::regnamespace
   and not exists (select from pg_depend where objid = object.oid and deptype = 'e')`;

const comment = (kind: string, name: string, text: string) =>
  `case when ${text} is null then '' else format(E'\\nCOMMENT ON ${kind} IS %L;', ${name}, ${text}) end`;

const functions = `select pg_get_functiondef(oid) || ';'
    || ${comment('FUNCTION %s', 'oid::regprocedure', "obj_description(oid, 'pg_proc')")} as text
  ${inPublic('pronamespace', 'pg_proc')} order by proname, oid::regprocedure::text`;

const views = `select format(E'CREATE VIEW %I AS\\n%s', relname, pg_get_viewdef(oid))
    || ${comment('VIEW %I', 'relname', "obj_description(oid, 'pg_class')")} as text
  ${inPublic('relnamespace', 'pg_class')} and relkind = 'v' order by relname`;

const columns = `select string_agg(format('  %I %s%s%s', attname, format_type(atttypid, atttypmod),
      case when attidentity <> '' then ' GENERATED ALWAYS AS IDENTITY'
        when attgenerated <> '' then ' GENERATED ALWAYS AS (' || pg_get_expr(adbin, adrelid) || ') STORED'
        else coalesce(' DEFAULT ' || pg_get_expr(adbin, adrelid), '') end,
      case when attnotnull then ' NOT NULL' else '' end), E',\\n' order by attnum)
  from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attrelid = object.oid and attnum > 0 and not attisdropped`;

// PostgreSQL 18 lists NOT NULL among the constraints; the columns say it here.
const constraints = `select string_agg(format(E',\\n  CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)), ''
      order by contype <> 'p', conname)
  from pg_constraint where conrelid = object.oid and contype in ('p', 'u', 'f', 'c', 'x')`;

const constraintComments = `select string_agg(format(E'\\nCOMMENT ON CONSTRAINT %I ON %I IS %L;', conname, object.relname, description), ''
      order by conname)
  from pg_constraint join pg_description on objoid = pg_constraint.oid and classoid = 'pg_constraint'::regclass
  where conrelid = object.oid`;

const indexes = `select string_agg(E'\\n' || pg_get_indexdef(indexrelid) || ';', '' order by indexrelid::regclass::text)
  from pg_index where indrelid = object.oid
    and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))`;

const triggers = `select string_agg(E'\\n' || pg_get_triggerdef(oid) || ';', '' order by tgname)
  from pg_trigger where tgrelid = object.oid and not tgisinternal`;

const tables = `select format(E'CREATE TABLE %I (\\n%s%s\\n);', relname, (${columns}), (${constraints}))
    || ${comment('TABLE %I', 'relname', "obj_description(oid, 'pg_class')")}
    || coalesce((${constraintComments}), '') || coalesce((${indexes}), '') || coalesce((${triggers}), '') as text
  ${inPublic('relnamespace', 'pg_class')} and relkind = 'r' and relname <> 'schema_migrations' order by relname`;

const extensions = `select format('CREATE EXTENSION %I;', extname) as text from pg_extension
  where extname <> 'plpgsql' order by extname`;

/** Migrates an empty database on a server of its own. @returns its schema as SQL, tables before functions */
export async function dumpMigratedSchema(): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pcb-schema-'));
  const server = await startPostgres(folder, () => {}, { isDisposable: true });
  const pool = createPool(server.url);
  try {
    await migrate(pool);
    const parts: string[] = [head];
    for (const query of [extensions, tables, views, functions]) {
      const { rows } = await pool.query<{ text: string }>(query);
      parts.push(...rows.map(({ text }) => text.replaceAll(/[ \t]+$/gm, '').trim()));
    }
    return `${parts.join('\n\n')}\n`;
  } finally {
    await pool.end();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
