import { sql } from 'kysely';
import type { Db } from '../../db/client.server.ts';
import { type ExampleReader, withoutExamples } from '../opening/examples-store.server.ts';

/** The joined home of a row, as responses name it. */
export const joinedProperty = sql<{
  slug: string;
  title: string;
}>`json_build_object('slug', properties.slug, 'title', properties.title)`;

const cardColumns = [
  'id',
  'slug',
  'title',
  'description',
  'images',
  'guests',
  'beds',
  'baths',
  'price_preview',
  'is_coming_soon as isComingSoon',
  'booking_mode as bookingMode',
] as const;

const priceColumns = [
  'nightly_cents',
  'weekend_cents',
  'min_nights',
  'arrival_days',
  'lead_days',
  'horizon_days',
] as const;

/** Homes that guests see. */
export const listedProperties = ({ db, settings }: ExampleReader) =>
  db
    .selectFrom('properties')
    .select(cardColumns)
    .select(priceColumns)
    .select('updated_at as updatedAt')
    .where('is_listed', '=', true)
    .where(withoutExamples({ settings }, 'properties'))
    .orderBy('position')
    .orderBy('id')
    .execute();

export type ListedProperty = Omit<Awaited<ReturnType<typeof listedProperties>>[number], 'updatedAt'>;

export const listedProperty = ({ db, settings }: ExampleReader, slug: string) =>
  db
    .selectFrom('properties')
    .select(cardColumns)
    .select(priceColumns)
    .select(['home_type as propertyType', 'amenities', 'sleeping', 'house_rules as houseRules'])
    .select(['check_in_from as checkInFrom', 'check_out_until as checkOutUntil'])
    .select(['address', 'locality', 'latitude', 'longitude', 'map_query as mapQuery'])
    .select(['licence_state as licenceState', 'licence_local as licenceLocal'])
    .select('share_description as shareDescription')
    .where('is_listed', '=', true)
    .where(withoutExamples({ settings }, 'properties'))
    .where('slug', '=', slug)
    .executeTakeFirst();

/** Every rate of some homes, the strongest first: by priority, then the newest. */
export async function propertyRates({ db, settings }: ExampleReader, propertyIds: readonly string[]) {
  if (propertyIds.length === 0) return [];
  return db
    .selectFrom('rates')
    .select(['id', 'property_id', 'name', 'first_night', 'last_night', 'nightly_cents', 'weekend_cents'])
    .select(['min_nights', 'arrival_days', 'priority', 'created_at'])
    .where('property_id', 'in', propertyIds)
    .where(withoutExamples({ settings }, 'rates'))
    .orderBy('priority', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export type PropertyRate = Awaited<ReturnType<typeof propertyRates>>[number];

/** Lets every process drop its cached pages, because prices from today on differ from yesterday's. */
export async function notifyNewDay(db: Db): Promise<void> {
  await sql`select pg_notify('content_changed', 'rates')`.execute(db);
}

/**
 * Returns the present slug of the home that has or had this slug; null for an unknown one. A former slug is known until
 * the hosts delete the redirect that the database made when it changed.
 */
export const presentSlug = (slug: string) => sql<string>`coalesce(
  (select slug from properties where slug = ${slug}),
  (select substr(to_path, 8) from redirects where from_path = '/stays/' || ${slug} and to_path like '/stays/%')
)`;

/** @returns the slug as it is where no home has or had it */
export async function resolveSlug(db: Db, slug: string): Promise<string> {
  const { rows } = await sql<{ slug: string | null }>`select ${presentSlug(slug)} as slug`.execute(db);
  return rows[0]?.slug ?? slug;
}

export const allAmenities = (db: Db) =>
  db
    .selectFrom('amenities')
    .select(['id', 'name', 'icon_url', 'description'])
    .orderBy('position')
    .orderBy('id')
    .execute();

/** The business's contact, for mails and documents. */
export const businessContact = (db: Db) =>
  db
    .selectFrom('site_settings')
    .select(['business_name', 'phone', 'email', 'legal_name', 'legal_address'])
    .executeTakeFirstOrThrow();

export type BusinessContact = Awaited<ReturnType<typeof businessContact>>;

/** The first image of a listed home, by the title that forms offer. */
export const coverOfTitle = async (
  { db, settings }: ExampleReader,
  title: string,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('properties')
      .select('images')
      .where('title', '=', title)
      .where('is_listed', '=', true)
      .where(withoutExamples({ settings }, 'properties'))
      .executeTakeFirst()
  )?.images[0];
