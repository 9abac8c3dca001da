import { sql } from 'kysely';
import { type Db, setLimits, type Tx } from '../db/client.server.ts';
import type { MediaTable } from '../db/schema/content.ts';
import { idOfName, newId, newIds } from '../shared/uuid.server.ts';
import {
  amenities,
  exampleRating,
  hostTestimonials,
  products,
  reviews,
  settingsScenes,
  siteSettings,
} from './data.ts';
import { seedExampleStays } from './example-stays.server.ts';
import { checkList, guideSections } from './guide.ts';
import { posts } from './posts.ts';
import { properties } from './properties.ts';
import { seedPrices } from './seed-prices.server.ts';

export type SceneMedia = Pick<
  MediaTable,
  'kind' | 'width' | 'height' | 'type' | 'size_bytes' | 'original_name'
> & {
  alt: string;
  /** The last part of a video's URL. */
  file_name?: string;
  widths: number[];
  blur_data_url: string;
};

export type StoreScene = (id: string, name: string) => Promise<SceneMedia>;

export interface SeedFiles {
  scene: StoreScene;
  /** The video tour, stored as `/media/{id}/tour.mp4`. */
  tour(id: string): Promise<SceneMedia>;
}

interface SeedOptions {
  /**
   * Whether to invent products, stays, closed nights, payments, reviews and a promotion code, and to open the site.
   * This is for trying the site out, never for production.
   */
  withExamples: boolean;
  progress?(done: number, of: number): void;
}

const lockKey = 7_233_002;

/**
 * Fills an empty database with the specified entries, in one process at a time. Images keep their ids when an interrupted
 * first start is repeated, so their files are overwritten and never orphaned.
 * @returns whether anything was written
 */
export async function seed(db: Db, files: SeedFiles, options: SeedOptions): Promise<boolean> {
  if (await isFilled(db)) return false;
  return db.connection().execute(async (connection) => {
    try {
      await sql`set statement_timeout = '30min'; set lock_timeout = '30min'`.execute(connection);
      await sql`select pg_advisory_lock(${lockKey})`.execute(connection);
      return !(await isFilled(connection)) && (await fill(connection, files, options));
    } finally {
      await sql`select pg_advisory_unlock(${lockKey})`.execute(connection).catch(() => {});
      await sql
        .raw(setLimits())
        .execute(connection)
        .catch(() => {});
    }
  });
}

const isFilled = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('site_settings').select('id').executeTakeFirst()) !== undefined;

async function fill(
  db: Db,
  files: SeedFiles,
  { withExamples, progress = () => {} }: SeedOptions,
): Promise<boolean> {
  const names = sceneNames(withExamples);
  const media = new Map<string, SceneMedia & { id: string }>();
  for (const [index, name] of names.entries()) {
    const id = idOfName(`seed/${name}`);
    media.set(name, { id, ...(await files.scene(id, name)) });
    progress(index + 1, names.length);
  }
  const tourId = idOfName('seed/tour');
  const tour = { id: tourId, ...(await files.tour(tourId)) };
  const toUrl = (name: string): string => {
    const image = media.get(name);
    if (!image) throw new Error(`The seed names the scene ${name}, which does not exist.`);
    return `/media/${image.id}/${image.widths.at(-1)}.jpg`;
  };
  return db.transaction().execute(async (tx) => {
    const rating = withExamples ? exampleRating : undefined;
    const settings = {
      ...siteSettings,
      ...rating,
      opened_at: withExamples ? new Date() : null,
      video_url: `/media/${tourId}/tour.mp4`,
      ...Object.fromEntries(Object.entries(settingsScenes).map(([column, scene]) => [column, toUrl(scene)])),
    };
    // If the connection that holds the lock breaks, a second process may come this far: it finds the row and stops.
    const first = await tx
      .insertInto('site_settings')
      .values(settings)
      .onConflict((c) => c.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!first) return false;
    await tx
      .insertInto('media')
      .values([...media.values(), tour])
      .execute();
    const propertyIds = await seedProperties(tx, toUrl);
    const now = new Date();
    await seedAmenities(tx);
    await seedPrices(tx, propertyIds, now);
    await seedGuide(tx);
    if (withExamples) {
      await seedProducts(tx, propertyIds, toUrl);
      await seedReviews(tx, toUrl);
      await seedExampleStays(tx, propertyIds, now);
    }
    await seedPosts(tx, toUrl);
    return true;
  });
}

const sceneNames = (withExamples: boolean): string[] => [
  ...new Set([
    ...Object.values(settingsScenes),
    ...properties.flatMap((property) => property.scenes),
    ...(withExamples ? products.flatMap((product) => product.scenes) : []),
    ...(withExamples ? reviews.map((_, index) => guestScene(index)) : []),
    ...posts.map((post) => post.scene),
  ]),
];

const guestScene = (index: number): string => `guest-${String(index + 1).padStart(2, '0')}`;

/** @returns the ids of the homes by their slugs */
async function seedProperties(tx: Tx, toUrl: (scene: string) => string): Promise<Map<string, string>> {
  const propertyIds = new Map<string, string>();
  const ids = newIds(properties.length);
  for (const [position, { scenes: names, ...property }] of properties.entries()) {
    const id = ids[position] as string;
    propertyIds.set(property.slug, id);
    await tx
      .insertInto('properties')
      .values({ ...property, id, position, images: names.map(toUrl), is_example: true })
      .execute();
  }
  return propertyIds;
}

async function seedProducts(
  tx: Tx,
  propertyIds: ReadonlyMap<string, string>,
  toUrl: (scene: string) => string,
): Promise<void> {
  const ids = newIds(products.length);
  for (const [position, { scenes: names, property, ...product }] of products.entries()) {
    const property_id = propertyIds.get(property) ?? null;
    const owner = { property_id, is_example: true };
    const id = ids[position] as string;
    const row = { ...product, ...owner, id, currency: 'usd', position, images: names.map(toUrl) };
    await tx.insertInto('products').values(row).execute();
  }
}

const seedAmenities = (tx: Tx) =>
  tx
    .insertInto('amenities')
    .values(
      amenities.map(([name, description], index) => ({
        id: index + 1,
        name,
        description,
        position: index,
        is_example: true,
      })),
    )
    .execute();

async function seedGuide(tx: Tx): Promise<void> {
  await tx
    .insertInto('guide_sections')
    .values(
      guideSections.map(({ html, ...section }, position) => ({
        ...section,
        html_rich_text: html.join(''),
        position,
        is_example: true,
      })),
    )
    .execute();
  await tx
    .updateTable('properties')
    .set({ check_list: checkList.join('') })
    .execute();
}

async function seedReviews(tx: Tx, toUrl: (scene: string) => string): Promise<void> {
  await tx
    .insertInto('reviews')
    .values(
      reviews.map(([guest_name, text], index) => ({
        id: index + 1,
        guest_name,
        guest_photo_url: toUrl(guestScene(index)),
        rating: 5,
        review_html: `<p>${text}</p>`,
        position: index,
      })),
    )
    .execute();
  await tx
    .insertInto('reviews')
    .values(
      hostTestimonials.map(([guest_name, text], index) => ({
        id: reviews.length + index + 1,
        subject: 'hosts' as const,
        guest_name,
        rating: 5,
        review_html: `<p>${text}</p>`,
        position: index,
      })),
    )
    .execute();
}

async function seedPosts(tx: Tx, toUrl: (scene: string) => string): Promise<void> {
  const rows = posts.map(({ html, scene, published_at, ...post }) => ({
    ...post,
    id: newId(),
    html_rich_text: html.join('').replace(/\{\{([\w-]+)\}\}/g, (_, name: string) => toUrl(name)),
    cover_image_url: toUrl(scene),
    published_at: new Date(published_at),
    created_at: new Date(published_at),
    updated_at: new Date(published_at),
    is_example: true,
  }));
  await tx.insertInto('blog_posts').values(rows).execute();
}
