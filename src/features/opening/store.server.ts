import { sql } from 'kysely';
import type { Db } from '../../db/client.server.ts';

/** The seed makes the row, so its absence is a bug. */
export const openingRow = (db: Db) =>
  db
    .selectFrom('site_settings')
    .select(['opened_at as openedAt', 'closed_note as closedNote', 'business_name as businessName'])
    .executeTakeFirstOrThrow();

/** Locks the state against a change until the end of the transaction. */
export async function lockIsOpen(db: Db): Promise<boolean> {
  const row = await db.selectFrom('site_settings').select('opened_at').forShare().executeTakeFirstOrThrow();
  return row.opened_at !== null;
}

const confirmedHomes = sql`select property_id from bookings where status = 'confirmed'`;

/** Whether a home with a confirmed stay, its guide or its reviews show an uploaded file. @param id a UUID */
export async function isMediaOfStay(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ is_of_stay: boolean }>`
    with homes as (${confirmedHomes})
    select exists (
        select from properties where id in (select property_id from homes) and strpos(properties::text, ${id}) > 0
      ) or exists (
        select from guide_sections
        where is_active and exists (select from homes)
          and (property_id is null or property_id in (select property_id from homes))
          and strpos(html_rich_text, ${id}) > 0
      ) or exists (
        select from reviews
        where property_id in (select property_id from homes) and strpos(guest_photo_url || review_html, ${id}) > 0
      ) as is_of_stay`.execute(db);
  return rows[0]?.is_of_stay ?? false;
}

export async function hasConfirmedStay(db: Db, slug: string): Promise<boolean> {
  const row = await db
    .selectFrom('properties')
    .select('id')
    .where('slug', '=', slug)
    .where('id', 'in', sql<string>`(${confirmedHomes})`)
    .executeTakeFirst();
  return row !== undefined;
}
