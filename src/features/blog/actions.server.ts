import type { Ctx } from '../../platform/context.server.ts';
import { sanitizeRichText } from '../../platform/sanitize-html.server.ts';
import { AppError } from '../../shared/errors.ts';
import type { ImageData } from '../../shared/image.ts';
import { isSlug } from '../../shared/text/slug.ts';
import { isUuid } from '../../shared/uuid.ts';
import { requireAdmin } from '../auth/guards.ts';
import { imageUrls } from '../media/rich-text-images.server.ts';
import { imagesByUrl } from '../media/store.server.ts';
import { isHiddenExample } from '../opening/examples-store.server.ts';
import {
  countWords,
  type EditedPost,
  isPublished,
  noPostMessage,
  type Post,
  type PostPreview,
  readingMinutes,
  relatedPosts,
} from './post.ts';
import { renderPostHtml } from './reading/render-post-html.server.ts';
import { allPosts, findPostBySlug, type PostRow, postById, publishedPosts } from './store.server.ts';

type PublicPost = Omit<PostRow, '_version' | 'is_example'>;

export const listPosts = (ctx: Ctx): Promise<PostPreview[]> =>
  ctx.content.read('blog', async () => toPreviews(ctx, await publishedPosts(ctx, ctx.now())));

export async function listAllPosts(ctx: Ctx): Promise<PostPreview[]> {
  requireAdmin(ctx);
  return toPreviews(ctx, await allPosts(ctx.db));
}

async function toPreviews(ctx: Ctx, rows: PublicPost[]): Promise<PostPreview[]> {
  const covers = await imagesByUrl(
    ctx.db,
    rows.map((row) => row.cover_image_url),
  );
  return rows.map((row) => toPreview(row, covers));
}

const toPreview = (row: PublicPost, covers: Map<string, ImageData>): PostPreview => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  summary: row.summary,
  author: row.author,
  published_at: row.published_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  tags: row.tags,
  cover: covers.get(row.cover_image_url) ?? null,
  reading_minutes: readingMinutes(row.html_rich_text),
});

/** The error is the same for a post that does not exist and for one that guests cannot see yet. */
export const noPost = () => new AppError('notFound', noPostMessage);

const canSeeDrafts = ({ viewer }: Ctx): boolean => viewer?.role === 'admin' && !viewer.needsReauthentication;

/**
 * @param key slug, former slug or id
 * @throws AppError `notFound`, which guests also get for drafts and scheduled posts
 */
export async function readPost(ctx: Ctx, key: string): Promise<Post> {
  const row = await findPost(ctx, key);
  if (!row || isHiddenExample(ctx, row) || !(canSeeDrafts(ctx) || isPublishedRow(ctx, row))) throw noPost();
  return toPost(ctx, row);
}

async function findPost(ctx: Ctx, key: string): Promise<PostRow | undefined> {
  if (isUuid(key)) return postById(ctx.db, key);
  return isSlug(key) ? findPostBySlug(ctx.db, key) : undefined;
}

const isPublishedRow = (ctx: Ctx, row: PublicPost): boolean =>
  isPublished({ published_at: row.published_at?.toISOString() ?? null }, ctx.now());

export async function toPost(ctx: Ctx, row: PublicPost): Promise<Post> {
  const html = await sanitizeRichText(row.html_rich_text);
  const images = await imagesByUrl(ctx.db, [row.cover_image_url, ...imageUrls(html)]);
  return {
    ...toPreview(row, images),
    html_rich_text: renderPostHtml(html, images),
    word_count: countWords(html),
    related: relatedPosts(row, await listPosts(ctx)),
  };
}

/** @throws AppError `unauthenticated`, `forbidden`, `notFound` */
export async function readEditablePost(ctx: Ctx, id: string): Promise<EditedPost> {
  requireAdmin(ctx);
  const row = isUuid(id) ? await postById(ctx.db, id) : undefined;
  if (!row) throw noPost();
  return toEditablePost(ctx, row);
}

export async function toEditablePost(ctx: Ctx, row: PostRow): Promise<EditedPost> {
  const covers = await imagesByUrl(ctx.db, [row.cover_image_url]);
  return {
    ...toPreview(row, covers),
    html_rich_text: await sanitizeRichText(row.html_rich_text),
    cover_image_url: row.cover_image_url,
    _version: row._version,
  };
}
