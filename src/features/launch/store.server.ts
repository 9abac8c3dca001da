import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.server.ts';
import type { CheckState } from '../../db/schema/launch.ts';
import type { Weekday } from '../../shared/nights.ts';

export type CheckRow = Awaited<ReturnType<typeof checkRows>>[number];

const checkColumns = [
  'key',
  'state',
  'detail',
  'checked_at as checkedAt',
  'since',
  'failures',
  'confirmed_by as confirmedBy',
  'confirmed_at as confirmedAt',
  'confirmed_content as confirmedContent',
] as const;

export const checkRows = (db: Db) => db.selectFrom('launch_checks').select(checkColumns).execute();

export interface CheckResult {
  state: CheckState;
  detail: string;
}

/** Saves what a look found. @param isCounted whether it counts among the looks in a row that find something wrong */
export async function saveJudgement(
  db: Db,
  key: string,
  { state, detail }: CheckResult,
  { at, isCounted }: { at: Date; isCounted: boolean },
): Promise<CheckRow> {
  const { rows } = await sql<CheckRow>`
    insert into launch_checks as stored (key, state, detail, checked_at, since, was_ok)
    values (${key}, ${state}, ${[...detail].slice(0, 500).join('')}, ${at}, ${at}, ${state === 'ok'})
    on conflict (key) do update set
      state = excluded.state, detail = excluded.detail, checked_at = excluded.checked_at,
      since = case when stored.state = excluded.state then stored.since else excluded.since end,
      was_ok = stored.was_ok or excluded.was_ok,
      failures = case when excluded.state <> 'failed' then 0
        when stored.was_ok and ${isCounted} then stored.failures + 1 else stored.failures end
    returning key, state, detail, checked_at as "checkedAt", since, failures, confirmed_by as "confirmedBy",
      confirmed_at as "confirmedAt", confirmed_content as "confirmedContent"`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`the line ${key} could not be saved`);
  return row;
}

export const deleteChecks = (db: Db, keys: readonly string[]) =>
  db.deleteFrom('launch_checks').where('key', 'in', keys).execute();

export const confirmCheck = (
  db: Db,
  key: string,
  { by, at, content }: { by: string; at: Date; content: string },
) =>
  db
    .insertInto('launch_checks')
    .values({
      key,
      state: 'ok',
      checked_at: at,
      since: at,
      detail: '',
      confirmed_by: by,
      confirmed_at: at,
      confirmed_content: content,
    })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ confirmed_by: by, confirmed_at: at, confirmed_content: content }),
    )
    .execute();

/** Hashes of the texts that hosts confirm, and the time of their last change by hosts. */
export async function confirmedContents(db: Db): Promise<Record<'legal' | 'taxes', string>> {
  const { rows } = await sql<{ legal: string; taxes: string }>`select
    md5(coalesce((select string_agg(row(slug, title, html_rich_text, updated_at)::text, '|' order by slug) from pages
      where slug in ('terms', 'privacy', 'cancellation')), '')
      || coalesce((select string_agg(row(id, name, steps, grace_hours, updated_at)::text, '|' order by id)
        from cancellation_policies where id in (select cancellation_policy_id from properties where is_listed)), '')) as legal,
    md5(coalesce((select string_agg((to_jsonb(taxes) - 'is_example')::text, '|' order by id) from taxes), '')) as taxes`.execute(
    db,
  );
  return rows[0] ?? { legal: '', taxes: '' };
}

export const businessRow = (db: Db) => db.selectFrom('site_settings').selectAll().executeTakeFirstOrThrow();

/** Returns those of these addresses that have signed in. */
export const signedInEmails = async (db: Db, emails: readonly string[]): Promise<string[]> =>
  emails.length === 0
    ? []
    : (await db.selectFrom('users').select('email').where('email', 'in', emails).execute()).map(
        ({ email }) => email,
      );

/** Listed homes of the hosts' own, with what a home needs before it is sold. */
export async function ownHomes(db: Db) {
  const { rows } = await sql<{
    id: string;
    slug: string;
    title: string;
    description: number;
    described_images: number;
    has_address: boolean;
    has_position: boolean;
    has_access: boolean;
    has_policy: boolean;
    feeds: number;
    stale_feeds: number;
    nightly_cents: number;
    weekend_cents: number | null;
    min_nights: number;
    arrival_days: Weekday[];
    horizon_days: number;
  }>`select id, slug, title, char_length(description) as description,
      nightly_cents, weekend_cents, min_nights, arrival_days, horizon_days,
      (select count(*)::int from media where kind = 'image' and status <> 'failed' and alt <> '' and exists (
        select from unnest(images) as url where url like '/media/' || media.id || '/%')) as described_images,
      street_address <> '' as has_address,
      latitude is not null and longitude is not null as has_position,
      access_notes <> '' as has_access,
      cancellation_policy_id is not null as has_policy,
      (select count(*)::int from calendar_feeds where property_id = properties.id and is_active) as feeds,
      (select count(*)::int from calendar_feeds where property_id = properties.id and is_active
        and (last_good_at is null or last_good_at < now() - interval '1 hour')) as stale_feeds
    from properties where is_listed and not is_example order by position, id`.execute(db);
  return rows;
}

export type OwnHome = Awaited<ReturnType<typeof ownHomes>>[number];

export const insertMail = (
  tx: Tx,
  mail: { token_hash: Buffer; email: string; created_at: Date; expires_at: Date },
) => tx.insertInto('launch_mails').values(mail).execute();

/** A link that was not used and is not too old. */
export const openMail = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('launch_mails')
    .select('email')
    .where('token_hash', '=', tokenHash)
    .where('opened_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** @returns whether it was the first use in time */
export async function markMailOpened(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('launch_mails')
    .set({ opened_at: now })
    .where('token_hash', '=', tokenHash)
    .where('opened_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** The newest mail of each address, and its newest that arrived. */
export const mailsByAddress = (db: Db) =>
  db
    .selectFrom('launch_mails')
    .select(({ fn }) => ['email', fn.max('created_at').as('sent_at'), fn.max('opened_at').as('opened_at')])
    .groupBy('email')
    .execute();

/** Whether a mail arrived in the mailbox; automatic messages are the site's own. */
export const mailCameIn = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('messages')
    .select('id')
    .where('mail_id', 'is not', null)
    .where('direction', 'in', ['in', 'unverified'])
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const insertPayment = (db: Db, session_id: string, created_at: Date) =>
  db.insertInto('launch_payments').values({ session_id, created_at }).execute();

export const newestPayment = (db: Db) =>
  db.selectFrom('launch_payments').selectAll().orderBy('created_at', 'desc').limit(1).executeTakeFirst();

/** Holds whose payment page is open. */
export const holdsWithOpenPage = (db: Db) =>
  db
    .selectFrom('bookings')
    .innerJoin('payment_attempts', 'payment_attempts.booking_id', 'bookings.id')
    .select('bookings.id')
    .distinct()
    .where('bookings.status', '=', 'held')
    .where('payment_attempts.status', 'in', ['pending', 'open'])
    .execute();

/** Open payment pages of the shop. */
export const openShopPages = (db: Db, now: Date) =>
  db
    .selectFrom('checkouts')
    .select(['id', 'stripe_session_id'])
    .where('status', '=', 'open')
    .where('expires_at', '>', now)
    .where('stripe_session_id', 'is not', null)
    .execute();
