import type { Ctx } from '../../platform/context.server.ts';
import { sanitizeRichText } from '../../platform/rich-text.server.ts';
import { type Amenity, type Property, picturesOf, type Review } from './listing.ts';
import { allAmenities, allReviews, listedProperties, picturesByUrl } from './store.server.ts';

/** The homes that guests may see, with their pictures. */
export const listProperties = (ctx: Ctx): Promise<Property[]> =>
  ctx.content.read('properties', async () => {
    const rows = await listedProperties(ctx.db);
    const pictures = await picturesByUrl(
      ctx.db,
      rows.flatMap((row) => row.images),
    );
    return rows.map((row) => ({
      id: row.id,
      slug: row.slug,
      title: row.title,
      description: row.description,
      images: row.images,
      pictures: picturesOf(row.images, pictures),
      guests: row.guests,
      beds: row.beds,
      baths: row.baths,
      price_preview: row.price_preview,
      isComingSoon: row.is_coming_soon,
    }));
  });

export const listAmenities = (ctx: Ctx): Promise<Amenity[]> =>
  ctx.content.read('amenities', () => allAmenities(ctx.db));

export const listReviews = (ctx: Ctx): Promise<Review[]> =>
  ctx.content.read('reviews', async () => {
    const rows = await allReviews(ctx.db);
    const photos = await picturesByUrl(
      ctx.db,
      rows.map((row) => row.guest_photo_url),
    );
    return Promise.all(
      rows.map(async (row) => ({
        id: row.id,
        guest_name: row.guest_name,
        guest_photo_url: row.guest_photo_url,
        rating: row.rating,
        review_html: await sanitizeRichText(row.review_html),
        photo: photos.get(row.guest_photo_url) ?? null,
      })),
    );
  });
