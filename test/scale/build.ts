import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { conversationColumns, conversationRows } from './conversations.ts';
import { addFeeds } from './feeds.ts';
import { dayMs, daysAhead, type PlannedBooking, planBookings, type ScaleSize } from './plan.ts';
import { bookingColumns, bookingRows, homeId, type Row, toDate } from './rows.ts';

const batchRows = 500;
/** The session cookie of the host that `buildScale` adds. */
export const hostSession = Buffer.alloc(32, 7).toString('base64url');

/**
 * Fills a migrated database with homes, bookings and conversations, each row complete, as COPY streams. Triggers and foreign
 * keys are off and indexes are built afterwards, so that a million bookings take minutes; constraints are checked.
 * @param url of a superuser
 */
export async function buildScale(
  url: string,
  size: ScaleSize,
  { now = Date.now(), progress = () => {} }: { now?: number; progress?: (step: string) => void } = {},
): Promise<void> {
  const db = await connect(url);
  try {
    await addHomes(db, size.homes);
    await addHost(db);
    await addFeeds(db, toDate(Math.floor(now / dayMs) + daysAhead + 10));
    const tables = [...Object.keys(bookingColumns), ...Object.keys(conversationColumns)];
    const enableTriggers = await disableTriggers(db, tables);
    const rebuild = await dropIndexes(db, url, tables);
    progress('bookings');
    const planned = planBookings(size, now);
    await copyTables(url, bookingColumns, bookingsRows(planned, now));
    progress('conversations');
    await copyTables(url, conversationColumns, conversationRows(size, planned, now));
    progress('indexes');
    await rebuild();
    await enableTriggers();
    progress('vacuum');
    await db.query('vacuum (analyze)');
  } finally {
    await db.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  await db.query(`set session_replication_role = replica; set statement_timeout = 0;
    set maintenance_work_mem = '512MB'; set synchronous_commit = off`);
  return db;
}

function* bookingsRows(planned: PlannedBooking[], now: number) {
  for (const booking of planned) yield bookingRows(booking, now);
}

/** All tables at once: the rows that belong together are made together. */
async function copyTables<Table extends string>(
  url: string,
  columns: Record<Table, string>,
  all: Iterable<Record<Table, Row[]>>,
): Promise<void> {
  const tables = Object.keys(columns) as Table[];
  const targets = await Promise.all(
    tables.map(async (table) => [table, await openCopy(url, `${table} (${columns[table]})`)] as const),
  );
  for (const rows of all)
    for (const [table, target] of targets)
      for (const row of rows[table]) if (!target.add(row)) await target.drained();
  await Promise.all(targets.map(([, target]) => target.end()));
}

/** A COPY on a connection of its own. */
async function openCopy(url: string, target: string) {
  const client = await connect(url);
  const stream = client.query(copyFrom(`copy ${target} from stdin`));
  let lines: string[] = [];
  const flush = (): boolean => {
    const text = lines.join('');
    lines = [];
    return stream.write(text);
  };
  return {
    /** @returns whether more may come at once */
    add(row: Row): boolean {
      lines.push(`${row.map(cell).join('\t')}\n`);
      return lines.length < batchRows || flush();
    },
    drained: () => once(stream, 'drain'),
    async end(): Promise<void> {
      flush();
      stream.end();
      await finished(stream);
      await client.end();
    },
  };
}

const needsEscape = /[\\\t\n\r]/;
const cell = (value: Row[number]): string => {
  if (value === null) return '\\N';
  const text = String(value);
  return needsEscape.test(text) && !text.startsWith('\\\\x')
    ? text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
    : text;
};

/** Takes off what is quicker built at once than row by row, all but the primary keys. @returns builds it again */
async function dropIndexes(db: pg.Client, url: string, tables: string[]): Promise<() => Promise<void>> {
  const { rows: constraints } = await db.query<{ table: string; name: string; definition: string }>(
    // Those that a foreign key names stay.
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint as one where conrelid = any($1::regclass[]) and contype in ('u', 'x')
       and not exists (select from pg_constraint as other where other.contype = 'f' and other.conindid = one.conindid)`,
    [tables],
  );
  const { rows: indexes } = await db.query<{ name: string; definition: string }>(
    `select quote_ident(relname) as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)
     order by amname = 'gin', amname = 'gist'`,
    [tables],
  );
  for (const { table, name } of constraints) await db.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await db.query(`drop index ${name}`);
  return async () => {
    await Promise.all([runAll(url, indexes), runAll(url, indexes)]);
    for (const { table, name, definition } of constraints)
      await db.query(`alter table ${table} add constraint ${name} ${definition}`);
  };
}

/** Runs the last statement of a list again and again, beside others that do so: the slowest indexes come first. */
async function runAll(url: string, statements: { definition: string }[]): Promise<void> {
  const db = await connect(url);
  for (let next = statements.pop(); next; next = statements.pop()) await db.query(next.definition);
  await db.end();
}

/** Those that run in replicas, too; what they write is in the rows already. @returns switches them on again */
async function disableTriggers(db: pg.Client, tables: string[]): Promise<() => Promise<void>> {
  const { rows } = await db.query<{ table: string; name: string }>(
    `select tgrelid::regclass::text as table, quote_ident(tgname) as name
     from pg_trigger where tgrelid = any($1::regclass[]) and tgenabled = 'A'`,
    [tables],
  );
  for (const { table, name } of rows) await db.query(`alter table ${table} disable trigger ${name}`);
  return async () => {
    for (const { table, name } of rows) await db.query(`alter table ${table} enable always trigger ${name}`);
  };
}

async function addHomes(db: pg.Client, homes: number): Promise<void> {
  const ids = Array.from({ length: homes }, (_, home) => homeId(home));
  await db.query(
    `insert into properties (id, slug, title, description, guests, beds, baths, price_preview, booking_mode, nightly_cents,
       weekend_cents, min_nights, horizon_days, deposit_percent, street_address, position, created_at)
     select id, 'scale-' || n, 'Gulf Home ' || n, 'By the sea', 6, 3, 2, '$200', 'instant', 20000, 26000, 2, 730, 30,
       n || ' Gulf Drive', 100 + n, now() - interval '10 years'
     from unnest($1::uuid[]) with ordinality as home (id, n)`,
    [ids],
  );
  await db.query(
    `insert into rates (property_id, name, first_night, last_night, nightly_cents)
     select id, 'Season ' || n, current_date + 60 * n, current_date + 60 * n + 45, 25000
     from unnest($1::uuid[]) as home (id), generate_series(0, 8) as n`,
    [ids],
  );
  await db.query(
    `insert into fees (property_id, label, kind, amount_cents)
     select id, 'Cleaning', 'per_stay', 15000 from unnest($1::uuid[]) as home (id)`,
    [ids],
  );
}

async function addHost(db: pg.Client): Promise<void> {
  await db.query(
    `with host as (
       insert into users (id, email, role) values (gen_random_uuid(), 'host@example.com', 'admin')
       on conflict (email) do update set role = 'admin' returning id)
     insert into sessions (id, user_id, token_hash, method) select gen_random_uuid(), id, $1, 'code' from host`,
    [createHash('sha256').update(hostSession).digest()],
  );
}
