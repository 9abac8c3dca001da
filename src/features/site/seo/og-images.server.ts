import { buffer } from 'node:stream/consumers';
import { Hono } from 'hono';
import type { Ctx } from '../../../platform/context.server.ts';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { createEtag, matchesEtag } from '../../../platform/http/etag.server.ts';
import { storageAway } from '../../../platform/storage/storage.server.ts';
import type { ImageData } from '../../../shared/image.ts';
import { findPostBySlug, publishedPosts } from '../../blog/store.server.ts';
import { findListed } from '../../listings/actions.server.ts';
import { imagesByUrl } from '../../media/store.server.ts';
import { createQueue } from '../../media/uploads/upload-queue.server.ts';
import { isHiddenExample } from '../../opening/examples-store.server.ts';
import { readSiteSettings } from '../content/actions.server.ts';
import { type OgImageText, renderOgImage } from './og-image.server.ts';

interface OgImage {
  text: OgImageText;
  image: ImageData | null;
}

/** An image has about 200 KB, so the cache has a few megabytes at most. */
const maxCachedImages = 32;
/** A client that requests all pages again and again keeps one process busy, and no other. */
const maxPending = 20;
const minWidth = 1200;

/** Drops letters that the display font lacks, which would be drawn as boxes. */
const toRenderable = (text: string): string =>
  text
    .replace(/[^\u0020-\u007e\u00a0-\u024f\u2010-\u2026\u20ac\u2122]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Serves `/share/{stay|post|page}/{slug}.jpg`, rendered once until its text or image changes. A former slug is
 * redirected to the current one.
 */
export function ogImages(ctx: Ctx, headers: Record<string, string>): Hono<ApiEnv> {
  const images = new Map<string, Promise<Buffer>>();
  const inTurn = createQueue(1, maxPending, 'Many pictures are being drawn. Please try again in a moment.');
  const anywhere = {
    ...headers,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'public, max-age=3600',
  };

  /** Concurrent requests for one image share its rendering. */
  function render(key: string, og: OgImage): Promise<Buffer> {
    const cached = images.get(key);
    images.delete(key);
    const rendering = cached ?? inTurn(async () => renderOgImage(og.text, await loadJpeg(ctx, og.image)));
    images.set(key, rendering);
    rendering.catch(() => {
      if (images.get(key) === rendering) images.delete(key);
    });
    if (images.size > maxCachedImages) images.delete(images.keys().next().value ?? '');
    return rendering;
  }

  return new Hono<ApiEnv>().get('/:kind/:file{[a-z0-9-]+\\.jpg}', async (c) => {
    const { kind, file } = c.req.param();
    const slug = file.slice(0, -'.jpg'.length);
    const shared = await sharedAt(ctx, kind, slug);
    if (!shared) {
      const moved = kind === 'post' ? await currentSlug(ctx, slug) : null;
      if (moved === null) return c.text('There is no such picture.', 404, headers);
      return c.body(null, 301, { ...anywhere, Location: `/share/post/${moved}.jpg` });
    }
    const key = createEtag(JSON.stringify(shared));
    const imageHeaders = {
      ...anywhere,
      'Content-Type': 'image/jpeg',
      ETag: key,
    };
    if (matchesEtag(c.req.header('If-None-Match'), key)) return c.body(null, 304, imageHeaders);
    const jpeg = await render(key, shared);
    return c.body(new Uint8Array(jpeg), 200, { ...imageHeaders, 'Content-Length': String(jpeg.length) });
  });
}

/** `null` for an unknown page. */
async function sharedAt(ctx: Ctx, kind: string, slug: string): Promise<OgImage | null> {
  const { business_name, town, banner, videoPoster } = await readSiteSettings(ctx);
  const shared = (title: string, kicker: string, image: ImageData | null | undefined): OgImage => ({
    text: {
      title: toRenderable(title),
      kicker: toRenderable(kicker),
      siteName: toRenderable(business_name),
    },
    image: image ?? banner,
  });
  if (kind === 'page') {
    const pages: Record<string, OgImage> = {
      home: shared(`${town} Vacation Rentals`, 'Your Perfect Beachfront Vacation Awaits', videoPoster),
      shop: shared(`Book Your ${town} Beach Rental`, 'Paid safely by card, booked with the hosts', banner),
      hosts: shared('Meet Your Hosts', `Two people who know ${town}`, banner),
      blog: shared(`${town} Blog`, 'Stories & tips from the Gulf', banner),
    };
    return Object.hasOwn(pages, slug) ? (pages[slug] ?? null) : null;
  }
  if (kind === 'stay') {
    const home = await findListed(ctx, slug);
    if (!home) return null;
    return shared(home.title, `Sleeps ${home.guests} · ${home.price_preview}`, home.pictures[0]);
  }
  return kind === 'post' ? sharedPost(ctx, slug, shared) : null;
}

async function sharedPost(
  ctx: Ctx,
  slug: string,
  shared: (title: string, kicker: string, image: ImageData | null | undefined) => OgImage,
): Promise<OgImage | null> {
  const posts = await ctx.content.read('share-posts', async () => {
    const rows = await publishedPosts(ctx, ctx.now());
    const covers = await imagesByUrl(
      ctx.db,
      rows.map((row) => row.cover_image_url),
    );
    return new Map(
      rows.map((row) => [row.slug, { title: row.title, cover: covers.get(row.cover_image_url) }]),
    );
  });
  const post = posts.get(slug);
  return post ? shared(post.title, 'From the beach blog', post.cover) : null;
}

/** The slug of the published post that had this one before. */
async function currentSlug(ctx: Ctx, slug: string): Promise<string | null> {
  const post = await findPostBySlug(ctx.db, slug);
  const isReadable = post?.published_at && post.published_at <= ctx.now() && !isHiddenExample(ctx, post);
  return isReadable && post.slug !== slug ? post.slug : null;
}

/** The smallest JPEG that is large enough; `null` when its file is gone. */
async function loadJpeg(ctx: Ctx, image: ImageData | null): Promise<Buffer | null> {
  if (!image) return null;
  const width = image.widths.find((one) => one >= minWidth) ?? image.widths.at(-1);
  const folder = image.src.slice(1, image.src.lastIndexOf('/'));
  const file = await ctx.storage.get(`${folder}/${width}.jpg`);
  if (!file) return null;
  return buffer(await file.stream()).catch((cause) => {
    throw storageAway(cause);
  });
}
