import type { Ctx } from '../../platform/context.server.ts';
import { todayAtProperty } from '../../shared/dates.ts';
import { AppError } from '../../shared/errors.ts';
import { isSlug } from '../../shared/text/slug.ts';
import { truncate } from '../../shared/text/text.ts';
import { toImages } from '../media/media.ts';
import { imagesByUrl } from '../media/store.server.ts';
import { pricePreview } from './price-preview.ts';
import { type Amenity, maxCardImages, type Property } from './property.ts';
import { type PropertyDetail, parseBedrooms, splitLines } from './property-detail.ts';
import {
  allAmenities,
  type ListedProperty,
  listedProperties,
  listedProperty,
  propertyRates,
  resolveSlug,
} from './store.server.ts';

/** Listed properties with the images of their cards. */
export const listProperties = (ctx: Ctx): Promise<Property[]> =>
  ctx.content.read('properties', async () => {
    const rows = await listedProperties(ctx);
    const pictures = await imagesByUrl(
      ctx.db,
      rows.flatMap((row) => row.images),
    );
    const previews = await pricePreviews(ctx, rows);
    return rows.map((row) => ({
      ...toCard(row, previews),
      pictures: toImages(row.images, pictures).slice(0, maxCardImages),
    }));
  });

/** A listed home by the slug that it has or had. */
export async function findListed(ctx: Ctx, slug: string): Promise<Property | undefined> {
  const bySlug = async (one: string) => (await listProperties(ctx)).find((property) => property.slug === one);
  const listed = await bySlug(slug);
  if (listed || !isSlug(slug)) return listed;
  const present = await resolveSlug(ctx.db, slug);
  return present === slug ? undefined : bySlug(present);
}

/** @throws AppError `notFound` */
export async function getListed(ctx: Ctx, slug: string): Promise<Property> {
  const property = await findListed(ctx, slug);
  if (!property) throw new AppError('notFound', 'There is no home at this address.');
  return property;
}

/** @throws AppError `notFound` for an unknown or unlisted slug */
export const readProperty = async (ctx: Ctx, requested: string): Promise<PropertyDetail> => {
  // Only existing slugs are cached, so that made-up ones fill no memory.
  const { slug } = await getListed(ctx, requested);
  return ctx.content.read(`stay/${slug}`, async () => {
    const row = await listedProperty(ctx, slug);
    if (!row) throw new AppError('notFound', 'There is no home at this address.');
    return {
      ...toCard(row, await pricePreviews(ctx, [row])),
      pictures: toImages(row.images, await imagesByUrl(ctx.db, row.images)),
      propertyType: row.propertyType,
      amenities: splitLines(row.amenities),
      sleeping: parseBedrooms(row.sleeping),
      houseRules: splitLines(row.houseRules),
      checkInFrom: row.checkInFrom,
      checkOutUntil: row.checkOutUntil,
      address: row.address,
      locality: row.locality,
      latitude: row.latitude,
      longitude: row.longitude,
      licenceState: row.licenceState,
      licenceLocal: row.licenceLocal,
      shareDescription: row.shareDescription || truncate(row.description),
    };
  });
};

/** The map's centre: '' where the hosts set none, `null` for an unknown slug. */
export const propertyMapQuery = async (ctx: Ctx, requested: string): Promise<string | null> => {
  const slug = (await findListed(ctx, requested))?.slug;
  if (slug === undefined) return null;
  return ctx.content.read(
    `stay-map/${slug}`,
    async () => (await listedProperty(ctx, slug))?.mapQuery ?? null,
  );
};

/** The texts of prices that hosts left empty, by the home's id. */
async function pricePreviews(ctx: Ctx, rows: readonly ListedProperty[]): Promise<Map<string, string>> {
  const unwritten = rows.filter(({ price_preview }) => price_preview === '');
  const rates = await propertyRates(
    ctx,
    unwritten.map(({ id }) => id),
  );
  const today = todayAtProperty(ctx.now());
  return new Map(
    unwritten.map((row) => {
      const own = rates.filter(({ property_id }) => property_id === row.id);
      return [row.id, pricePreview(row, own, today)];
    }),
  );
}

const toCard = (row: ListedProperty, previews: ReadonlyMap<string, string>) => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  description: row.description,
  images: row.images,
  guests: row.guests,
  beds: row.beds,
  baths: row.baths,
  price_preview: previews.get(row.id) ?? row.price_preview,
  isComingSoon: row.isComingSoon,
  bookingMode: row.bookingMode,
});

export const listAmenities = (ctx: Ctx): Promise<Amenity[]> =>
  ctx.content.read('amenities', () => allAmenities(ctx.db));
