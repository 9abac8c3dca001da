import type pg from 'pg';

/** The table as migration 038 makes it: a backup may be older than that. */
export const createPauseTable = (client: pg.Client) =>
  client.query(`create table if not exists public.payment_pause (
    id boolean primary key default true check (id),
    since timestamptz not null,
    notified_at timestamptz
  )`);

/** Lets the site wait with charges and refunds until it has applied what the card provider did since the backup. */
export const pausePayments = (client: pg.Client, backupAt: string) =>
  client.query(
    `insert into public.payment_pause (since) values ($1)
     on conflict (id) do update set since = least(payment_pause.since, excluded.since), notified_at = null`,
    [backupAt],
  );
