import type pg from 'pg';
import { aside } from './set-aside.ts';

/** The table as migration 091 makes it: a backup may be older than that. */
export const createEndedAccessTable = (client: pg.Client) =>
  client.query(`create table if not exists public.ended_access (
    kind text not null,
    subject text not null,
    successor jsonb not null default '{}',
    ended_at timestamptz not null default clock_timestamp(),
    primary key (kind, subject)
  )`);

interface Ending {
  kind: string;
  /** The table that has it, and a column without which a backup is too old to have it. */
  table: string;
  column: string;
  /** Reads `ended`: what ended since the backup, by `kind`, `subject` and `successor`. */
  sql: string;
}

const endings: readonly Ending[] = [
  {
    kind: 'booking_link',
    table: 'bookings',
    column: 'key_version',
    sql: `update bookings set key_version = (successor ->> 'key_version')::integer,
        key_hash = decode(successor ->> 'key_hash', 'hex'), browser_hash = null
      from ended where bookings.id::text = subject returning bookings.id`,
  },
  {
    kind: 'booking_link',
    table: 'booking_browsers',
    column: 'booking_id',
    sql: `delete from booking_browsers using ended where booking_id::text = subject`,
  },
  {
    kind: 'reply_address',
    table: 'threads',
    column: 'host_reply_token',
    sql: `update threads set reply_token = successor ->> 'reply_token', host_reply_token = successor ->> 'host_reply_token'
      from ended where threads.id::text = subject`,
  },
  {
    kind: 'cleaning_link',
    table: 'cleaners',
    column: 'link_version',
    sql: `update cleaners set link_version = (successor ->> 'link_version')::integer,
        token_hash = decode(successor ->> 'token_hash', 'hex'), is_active = (successor ->> 'is_active')::boolean
      from ended where cleaners.id::text = subject`,
  },
  {
    kind: 'calendar_link',
    table: 'calendar_links',
    column: 'token',
    sql: `update calendar_links set token = successor ->> 'token' from ended where calendar_links.id::text = subject`,
  },
  {
    kind: 'companion_link',
    table: 'booking_companions',
    column: 'revoked_at',
    sql: `update booking_companions set revoked_at = (successor ->> 'revoked_at')::timestamptz
      from ended where booking_companions.id::text = subject`,
  },
  {
    kind: 'passkey',
    table: 'passkeys',
    column: 'credential_id',
    sql: `delete from passkeys using ended where passkeys.id::text = subject`,
  },
  {
    kind: 'offer',
    table: 'offers',
    column: 'withdrawn_at',
    sql: `update offers set withdrawn_at = (successor ->> 'withdrawn_at')::timestamptz
      from ended where offers.id::text = subject`,
  },
  {
    kind: 'account',
    table: 'users',
    column: 'email',
    // A job deletes these as their users did: it removes their data from all tables.
    sql: `select from users join ended on users.id::text = subject`,
  },
];

/**
 * Ends again what gave access at the moment of a backup, and no more when the database was replaced. Call it in the transaction
 * of the restore, once the rows are there and before those that were set aside are dropped.
 * @returns how many; `null` where no database of this site was there, which knows what ended
 */
export async function endAccessAgain(client: pg.Client, backupAt: string): Promise<number | null> {
  const journal = `${aside('public')}.ended_access`;
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    journal,
  ]);
  if (!rows[0]?.exists || !(await isSameSite(client))) return null;
  await client.query(`insert into public.ended_access select * from ${journal}
    on conflict (kind, subject) do update set successor = excluded.successor, ended_at = excluded.ended_at
    where excluded.ended_at > ended_access.ended_at`);
  let count = 0;
  for (const { kind, table, column, sql } of endings) {
    if (!(await hasColumn(client, table, column))) continue;
    const { rowCount } = await client.query(
      `with ended as (select subject, successor from public.ended_access where kind = '${kind}' and ended_at > $1) ${sql}`,
      [backupAt],
    );
    if (table !== 'booking_browsers') count += rowCount ?? 0;
    if (kind === 'account' && rowCount)
      await client.query(`select graphile_worker.add_job('delete_ended_accounts')`);
  }
  return count;
}

/** Whether the database that is replaced is one of the backup's site, and not a new one: they share a user or a booking. */
async function isSameSite(client: pg.Client): Promise<boolean> {
  const replaced = aside('public');
  const shared = ['users', 'bookings'].map(
    (table) => `exists (select from public.${table} join ${replaced}.${table} as former using (id))`,
  );
  if (!(await hasColumn(client, 'bookings', 'id'))) return false;
  const { rows } = await client.query<{ isSame: boolean }>(`select ${shared.join(' or ')} as "isSame"`);
  return rows[0]?.isSame ?? false;
}

async function hasColumn(client: pg.Client, table: string, column: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from information_schema.columns where table_schema = 'public' and table_name = $1 and column_name = $2`,
    [table, column],
  );
  return Boolean(rowCount);
}
