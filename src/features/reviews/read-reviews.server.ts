import type { Ctx } from '../../platform/context.server.ts';
import { sanitizeRichText } from '../../platform/sanitize-html.server.ts';
import { escapeHtml } from '../../shared/text/text.ts';
import { withoutUndefined } from '../../shared/without-undefined.ts';
import { getListed } from '../listings/actions.server.ts';
import { imagesByUrl } from '../media/store.server.ts';
import type { HomeReview, HomeReviews, HomeReviewsQuery, Review, ReviewSubject } from './contract.server.ts';
import { sumRatings } from './review.ts';
import { countRatings, exampleReviews, homeReviewRows, newestReviews } from './store.server.ts';

/** Slides of the home page's carousel. */
const maxSlides = 12;

/** Examples on a local site, the newest reviews of stays in production, where no example is ever shown. */
export const listReviews = (ctx: Ctx, subject: ReviewSubject): Promise<Review[]> =>
  ctx.content.read(`reviews ${subject}`, () => {
    if (!ctx.settings.production) return listExamples(ctx, subject);
    return subject === 'home' ? listNewest(ctx) : Promise.resolve([]);
  });

async function listExamples(ctx: Ctx, subject: ReviewSubject): Promise<Review[]> {
  const rows = await exampleReviews(ctx.db, subject);
  const images = await imagesByUrl(
    ctx.db,
    rows.map((row) => row.guest_photo_url),
  );
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      review_html: await sanitizeRichText(row.review_html),
      image: images.get(row.guest_photo_url) ?? null,
      isExample: true,
    })),
  );
}

const listNewest = async (ctx: Ctx): Promise<Review[]> =>
  (await newestReviews(ctx.db, maxSlides)).map(({ review_html, ...row }) => ({
    ...row,
    guest_photo_url: '',
    review_html: `<p>${escapeHtml(review_html).replaceAll('\n', '<br />')}</p>`,
    image: null,
    isExample: false,
  }));

/** Loads the rating of the badge: on a local site from the settings, in production from the guests' reviews, three at least. */
export async function readSiteRating(
  ctx: Ctx,
  setting: { review_rating: number; review_count: number },
): Promise<{ review_rating: number; review_count: number }> {
  if (!ctx.settings.production) return setting;
  const { average, count } = sumRatings(await countRatings(ctx.db));
  return average === null
    ? { review_rating: 0, review_count: 0 }
    : { review_rating: average, review_count: count };
}

/** @throws AppError `notFound` for an unknown or unlisted slug */
export async function readHomeReviews(
  ctx: Ctx,
  requested: string,
  { page, stars }: HomeReviewsQuery,
): Promise<HomeReviews> {
  const property = await getListed(ctx, requested);
  const { slug } = property;
  const [sums, rows] = await Promise.all([
    ctx.content.read(`review-sums ${slug}`, async () => sumRatings(await countRatings(ctx.db, property.id))),
    homeReviewRows(ctx.db, { propertyId: property.id, page, stars: stars ?? null }),
  ]);
  return { ...sums, reviews: rows.map(toHomeReview) };
}

/** Converts a review for the page; a hidden one leaves the server with only its month and the reason. */
function toHomeReview(row: Awaited<ReturnType<typeof homeReviewRows>>[number]): HomeReview {
  const { name, rating, text, stayMonth, reply, hiddenReason } = row;
  if (hiddenReason) return { stayMonth, hiddenReason };
  return withoutUndefined({ name, rating, text, stayMonth, reply: reply === '' ? undefined : reply });
}
