import { isDatabaseUnavailable } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { sanitizeRichText } from '../../../platform/sanitize-html.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { isoMoments } from '../../../shared/iso-moments.ts';
import type { SiteSettings } from '../../../shared/site-settings.server.ts';
import { telHref } from '../../../shared/text/phone.ts';
import { isSlug } from '../../../shared/text/slug.ts';
import { listProperties } from '../../listings/actions.server.ts';
import { imagesByUrl } from '../../media/store.server.ts';
import { readSiteRating } from '../../reviews/read-reviews.server.ts';
import { listProducts } from '../../shop/products/list-products.server.ts';
import type { TextPage } from './contract.server.ts';
import { getSettings, pageBySlug } from './store.server.ts';

/** The most homes that the footer of a page lists; the home page has all. */
const maxFooterHomes = 8;

export const readSiteSettings = (ctx: Ctx): Promise<SiteSettings> =>
  ctx.content.read('site-settings', async () => {
    const {
      id: _id,
      updated_at: _updatedAt,
      takes_bank_debits: _takesBankDebits,
      opened_at,
      closed_note: _closedNote,
      video_poster_url: poster,
      banner_url: banner,
      map_picture_url: map,
      guest_experience_host_picture_url: guestExperience,
      property_manager_host_picture_url: propertyManager,
      ...texts
    } = await getSettings(ctx.db);
    const images = await imagesByUrl(ctx.db, [poster, banner, map, guestExperience, propertyManager]);
    const findImage = (url: string) => images.get(url) ?? null;
    const [homes, hasProducts] = await Promise.all([listProperties(ctx), readHasProducts(ctx)]);
    return {
      ...texts,
      phoneHref: telHref(texts.phone),
      ...(await readSiteRating(ctx, texts)),
      hasGoogleSignIn: ctx.settings.google.clientId !== '',
      isClosed: opened_at === null,
      showsExamples: !ctx.settings.production,
      properties: homes.slice(0, maxFooterHomes).map(({ slug, title }) => ({ slug, title })),
      hasProducts,
      videoPoster: findImage(poster),
      banner: findImage(banner),
      mapImage: findImage(map),
      hostImages: {
        guestExperience: findImage(guestExperience),
        propertyManager: findImage(propertyManager),
      },
    };
  });

/** The shop keeps its link if it cannot be read, so that a locked table of products breaks no page. */
async function readHasProducts(ctx: Ctx): Promise<boolean> {
  try {
    return (await listProducts(ctx)).length > 0;
  } catch (error) {
    if (!isDatabaseUnavailable(error as Error)) throw error;
    return true;
  }
}

/**
 * A page that guests agree to, its HTML sanitised.
 * @throws AppError `notFound`
 */
export const readTextPage = (ctx: Ctx, slug: string): Promise<TextPage> =>
  ctx.content.read(`page ${slug}`, async () => {
    const page = isSlug(slug) ? await pageBySlug(ctx.db, slug) : undefined;
    if (!page) throw new AppError('notFound', 'There is no such page.');
    return { ...isoMoments(page), html: await sanitizeRichText(page.html) };
  });
