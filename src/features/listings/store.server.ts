import type { Db } from '../../db/client.server.ts';

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

/** For mails. */
export const businessContact = (db: Db) =>
  db.selectFrom('site_settings').select(['business_name', 'phone', 'email']).executeTakeFirstOrThrow();

export type BusinessContact = Awaited<ReturnType<typeof businessContact>>;

/** The first image of a listed home, by the title that forms offer. */
export const coverOfTitle = async (db: Db, title: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('properties')
      .select('images')
      .where('title', '=', title)
      .where('is_listed', '=', true)
      .executeTakeFirst()
  )?.images[0];
