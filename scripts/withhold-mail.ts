import type pg from 'pg';
import { accessDays } from '../src/features/bookings/record/access-days.ts';
import { alarmHours } from '../src/features/inbox/threads/thread.ts';
import { reminderDays } from '../src/features/reviews/review.ts';
import { collectMs, readyHours } from '../src/features/turnovers/turnover.ts';
import { propertyTimeZone } from '../src/shared/dates.ts';

/** What was due between a backup and its restore, and may have been sent then: how many of each are not sent by themselves. */
export interface UnsentMail {
  messages: number;
  arrivals: number;
  reviews: number;
  weeks: number;
  changes: number;
  alarms: number;
}

/** The table as migration 091 makes it: a backup may be older than that. */
export const createRestoreTable = (client: pg.Client) =>
  client.query(`create table if not exists public.last_restore (
    id boolean primary key default true check (id),
    backup_at timestamptz not null,
    restored_at timestamptz not null default now(),
    unsent jsonb not null default '{}'
  )`);

interface Step {
  kind: keyof UnsentMail;
  /** The table that it needs, which an older backup may lack. */
  table: string;
  /** Creates what newer migrations make anyway. */
  prepare?: string;
  sql: string;
}

/** Everything runs in the transaction of the restore, so that `now()` is its moment. */
const today = `(now() at time zone '${propertyTimeZone}')::date`;
const sunday = `(${today} - extract(dow from ${today})::int)`;
const atHomes = (moment: string) => `((${moment}) at time zone '${propertyTimeZone}')`;

const steps: readonly Step[] = [
  {
    kind: 'messages',
    table: 'scheduled_messages',
    prepare: `do $$ begin
      if exists (select from pg_constraint where conname = 'scheduled_messages_reason_check'
        and pg_get_constraintdef(oid) not like '%restored%' and conrelid = 'public.scheduled_messages'::regclass) then
        alter table public.scheduled_messages drop constraint scheduled_messages_reason_check;
      end if;
    end $$`,
    sql: `update scheduled_messages set status = 'skipped', reason = 'restored'
      where status = 'planned' and reason is null and due_at <= now()
        and booking_id in (select id from bookings where status = 'confirmed')`,
  },
  {
    kind: 'arrivals',
    table: 'bookings',
    prepare: `create table if not exists public.withheld_arrivals (
      booking_id uuid primary key references public.bookings (id) on delete cascade,
      property_id uuid not null,
      checkin date not null
    )`,
    // The fields are read from the rows as JSON, because a backup's version may lack a column.
    sql: `insert into withheld_arrivals (booking_id, property_id, checkin)
      select booking.id, property_id, checkin from bookings as booking join properties on properties.id = property_id
      where booking.status = 'confirmed' and arrival_sent_at is null and checkin - ${accessDays} <= ${today} and checkout >= ${today}
        and concat(to_jsonb(properties) ->> 'street_address', to_jsonb(properties) ->> 'access_notes',
          to_jsonb(booking) ->> 'access_code') <> ''
      on conflict (booking_id) do update set property_id = excluded.property_id, checkin = excluded.checkin`,
  },
  {
    kind: 'reviews',
    table: 'review_requests',
    sql: `update review_requests
      set sent_at = coalesce(sent_at, due_at),
        reminded_at = case when coalesce(sent_at, due_at) + interval '${reminderDays} days' <= now() then now() end,
        is_open = coalesce(sent_at, due_at) + interval '${reminderDays} days' > now()
      where is_open and reminded_at is null
        and (sent_at is null and due_at <= now() or sent_at + interval '${reminderDays} days' <= now())`,
  },
  {
    kind: 'weeks',
    table: 'cleaners',
    sql: `update cleaners set week_mailed_on = ${sunday}
      where is_active and week_mailed_on is distinct from ${sunday}
        and ${atHomes(`${sunday} + time '17:00'`)} between current_setting('pcb.backup_at')::timestamptz and now()`,
  },
  {
    kind: 'changes',
    table: 'turnover_changes',
    sql: `delete from turnover_changes where created_at <= now() - interval '${collectMs} milliseconds'`,
  },
  {
    kind: 'alarms',
    table: 'turnovers',
    sql: `update turnovers set alarmed_for = arrives_on from properties
      where properties.id = property_id and arrives_on = ${today} and status <> 'done'
        and alarmed_for is distinct from arrives_on
        and now() >= ${atHomes(`${today} + check_in_from::time`)} - interval '${readyHours} hours'`,
  },
  {
    kind: 'alarms',
    table: 'threads',
    sql: `update threads set alarmed_at = now() where alarmed_at is null and waiting_since <= now() - interval '${alarmHours} hours'`,
  },
];

/**
 * Lets nothing go out again by itself that was due before the restore: hosts see it and send what was not sent. Call it in the
 * transaction of the restore, once the rows are there.
 */
export async function withholdMail(client: pg.Client, backupAt: string): Promise<UnsentMail> {
  await client.query(`select set_config('pcb.backup_at', $1, true)`, [backupAt]);
  const unsent: UnsentMail = { messages: 0, arrivals: 0, reviews: 0, weeks: 0, changes: 0, alarms: 0 };
  for (const { kind, table, prepare, sql } of steps) {
    if (!(await hasTable(client, table))) continue;
    if (prepare) await client.query(prepare);
    const { rowCount } = await client.query(sql);
    unsent[kind] += rowCount ?? 0;
  }
  await client.query(
    `insert into public.last_restore (backup_at, unsent) values ($1, $2)
     on conflict (id) do update set backup_at = excluded.backup_at, restored_at = now(), unsent = excluded.unsent`,
    [backupAt, JSON.stringify(unsent)],
  );
  return unsent;
}

async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass($1) is not null as exists`, [
    `public.${name}`,
  ]);
  return rows[0]?.exists ?? false;
}
