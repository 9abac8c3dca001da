import type pg from 'pg';

/** The content of the last file of a backup, `backup.json`, which describes the others. */
export interface BackupIndex {
  format: 1;
  /** The moment of its rows; for older backups, when it was complete. */
  madeAt: string;
  /** The newest migration of the site, and of its queue. */
  versions: Versions;
  /** The tables, in an order in which rows come after those they refer to. */
  tables: BackupTable[];
  /** The last value that each sequence gave. */
  sequences: Record<string, string>;
  /** SHA-256 of every other file of the backup, by its name. */
  checksums: Record<string, string>;
  /** The counts that a restored copy must have; absent in older backups. */
  counts?: BackupCounts;
}

export interface BackupCounts {
  tables: number;
  rows: number;
  bookings: number;
  /** The sum of the ledger: charges minus refunds. */
  ledgerCents: number;
}

export interface Versions {
  site: number;
  queue: number;
  /** Every migration of the site that had run; absent in older backups. */
  migrations?: number[];
}

export interface BackupTable {
  /** The name with its schema, quoted where SQL needs it. */
  name: string;
  /** The names, quoted, in the order of the copied values. */
  columns: string[];
}

export const indexName = 'backup.json';
export const tableFile = ({ name }: BackupTable): string => `tables/${name}`;
export const storagePrefix = 'storage/';

/** Migrations that came after one with a higher number, each with a column that it added. */
const lateMigrations: ReadonlyMap<number, `${string}.${string}`> = new Map([
  [116, 'cleaners.language'],
  [120, 'site_settings.opened_at'],
  [121, 'properties.is_example'],
  [122, 'example_removals.id'],
  [123, 'launch_checks.key'],
  [124, 'backups.id'],
  [125, 'installation.worker_seen_at'],
  [126, 'installation.storage_marked_at'],
  [127, 'installation.timeline'],
  [130, 'booking_companions.id'],
  [131, 'booking_extras.id'],
  [132, 'bookings.early_check_in'],
  // Migration 135 adds no column; it requires 131, whose column stands for both.
  [135, 'booking_extras.id'],
]);

/** Whether a migration of the site had run in the database of a backup; an index without a list of them is judged by its columns. */
export function hadRun(
  { versions, tables }: Pick<BackupIndex, 'versions' | 'tables'>,
  version: number,
): boolean {
  if (versions.migrations) return versions.migrations.includes(version);
  const [table, column] = lateMigrations.get(version)?.split('.') ?? [];
  const made = tables.find(({ name }) => name === `public.${table}`);
  return version <= versions.site && (!column || made?.columns.includes(column) === true);
}

/** Both schemas hold the site's data; migrations are recorded by their versions and not copied. */
const dataTables = `
  from pg_class as t join pg_namespace as n on n.oid = t.relnamespace
  where t.relkind = 'r' and n.nspname = any ($1)
    and (n.nspname, t.relname) not in (('public', 'schema_migrations'), ('graphile_worker', 'migrations'))`;

/** Every table of these schemas that holds data, each after those it refers to. */
export async function listDataTables(
  client: pg.Client,
  schemas = ['public', 'graphile_worker'],
): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable & { needs: string[] }>(
    `
    select format('%I.%I', n.nspname, t.relname) as name,
      (select array_agg(quote_ident(attname) order by attnum) from pg_attribute
       where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select coalesce(array_agg(format('%I.%I', fn.nspname, ft.relname)), '{}') from pg_constraint as c
       join pg_class as ft on ft.oid = c.confrelid join pg_namespace as fn on fn.oid = ft.relnamespace
       where c.conrelid = t.oid and c.contype = 'f' and c.confrelid <> t.oid) as needs
    ${dataTables} order by 1`,
    [schemas],
  );
  const ordered: typeof rows = [];
  while (ordered.length < rows.length) {
    const next = rows.find(
      (row) =>
        !ordered.includes(row) && row.needs.every((name) => ordered.some((done) => done.name === name)),
    );
    if (!next) throw new Error('Tables refer to each other in a circle.');
    ordered.push(next);
  }
  return ordered.map(({ name, columns }) => ({ name, columns }));
}

/** @returns null for a database that was never migrated */
export async function readVersions(client: pg.Client): Promise<Versions | null> {
  const made = await client.query<{ site: boolean; queue: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as site,
       to_regclass('graphile_worker.migrations') is not null as queue`,
  );
  if (!made.rows[0]?.site || !made.rows[0].queue) return null;
  const { rows } = await client.query<Versions>(
    `select (select coalesce(max(version), 0) from public.schema_migrations) as site,
       (select coalesce(array_agg(version order by version), '{}') from public.schema_migrations) as migrations,
       (select coalesce(max(id), 0) from graphile_worker.migrations) as queue`,
  );
  return rows[0] ?? null;
}

/** Counts the rows of these tables one by one. */
export async function countRows(client: pg.Client, tables: readonly BackupTable[]): Promise<number> {
  let count = 0;
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: string }>(`select count(*)::text as count from ${name}`);
    count += Number(rows[0]?.count);
  }
  return count;
}

/** Counts what matters most: bookings, and the sum of the ledger. */
export async function countLedger(
  client: pg.Client,
): Promise<Pick<BackupCounts, 'bookings' | 'ledgerCents'>> {
  const { rows } = await client.query<{ bookings: string; cents: string }>(
    `select (select count(*) from public.bookings)::text as bookings,
       (select coalesce(sum(case kind when 'charge' then amount_cents else -amount_cents end), 0)
        from public.payments)::text as cents`,
  );
  return { bookings: Number(rows[0]?.bookings), ledgerCents: Number(rows[0]?.cents) };
}
