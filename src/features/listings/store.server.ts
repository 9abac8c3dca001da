import type { Db } from '../../db/client.server.ts';
import type { Picture } from '../../shared/picture.ts';
import { mediaIdOf } from './listing.ts';

/** The listed properties in the hosts' order. */
export const listedProperties = (db: Db) =>
  db
    .selectFrom('properties')
    .selectAll()
    .where('is_listed', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute();

export type ListedProperty = Awaited<ReturnType<typeof listedProperties>>[number];

export const listedProperty = (db: Db, slug: string) =>
  db
    .selectFrom('properties')
    .selectAll()
    .where('is_listed', '=', true)
    .where('slug', '=', slug)
    .executeTakeFirst();

export const allAmenities = (db: Db) =>
  db
    .selectFrom('amenities')
    .select(['id', 'name', 'icon_url', 'description'])
    .orderBy('position')
    .orderBy('id')
    .execute();

export const allReviews = (db: Db) =>
  db.selectFrom('reviews').selectAll().orderBy('position').orderBy('id').execute();

/**
 * The pictures behind media URLs, by URL; URLs from elsewhere, unknown ids and pictures
 * whose sizes are still being made are left out.
 */
export async function picturesByUrl(db: Db, urls: string[]): Promise<Map<string, Picture>> {
  const ids = [...new Set(urls.map(mediaIdOf).filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('media')
    .selectAll()
    .where('id', 'in', ids)
    .where('kind', '=', 'image')
    .where('status', '=', 'ready')
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = new Map<string, Picture>();
  for (const url of urls) {
    const row = byId.get(mediaIdOf(url) ?? '');
    if (!row || row.width === null || row.height === null) continue;
    const { alt, width, height, widths, blur_data_url: blur } = row;
    found.set(url, { src: `/media/${row.id}/${widths.at(-1)}.jpg`, alt, width, height, widths, blur });
  }
  return found;
}

/** How guests reach the hosts, as mails say it. */
export const businessContact = (db: Db) =>
  db.selectFrom('site_settings').select(['business_name', 'phone', 'email']).executeTakeFirstOrThrow();

export type BusinessContact = Awaited<ReturnType<typeof businessContact>>;
