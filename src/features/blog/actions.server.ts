import type { Ctx } from '../../platform/context.server.ts';
import { sanitizeRichText } from '../../platform/rich-text.server.ts';
import { AppError } from '../../shared/errors.ts';
import { isUuid } from '../../shared/ids.ts';
import type { Picture } from '../../shared/picture.ts';
import { isSlug } from '../../shared/slug.ts';
import { requireAdmin } from '../accounts/guards.ts';
import { picturesByUrl } from '../media/pictures-store.server.ts';
import {
  countWords,
  type EditedPost,
  isPublished,
  type Post,
  type PostPreview,
  readingMinutes,
  relatedTo,
} from './post.ts';
import { forReading, pictureUrls } from './reading.server.ts';
import { allPosts, type PostRow, postAt, postById, publishedPosts } from './store.server.ts';

type Row = Omit<PostRow, 'version'>;

/** The published posts, newest first. */
export const listPosts = (ctx: Ctx): Promise<PostPreview[]> =>
  ctx.content.read('blog', async () => previewsOf(ctx, await publishedPosts(ctx.db, ctx.now())));

/** Drafts and posts that wait for their time, too. */
export async function listAllPosts(ctx: Ctx): Promise<PostPreview[]> {
  requireAdmin(ctx);
  return previewsOf(ctx, await allPosts(ctx.db));
}

async function previewsOf(ctx: Ctx, rows: Row[]): Promise<PostPreview[]> {
  const covers = await picturesByUrl(
    ctx.db,
    rows.map((row) => row.cover_image_url),
  );
  return rows.map((row) => previewOf(row, covers));
}

const previewOf = (row: Row, covers: Map<string, Picture>): PostPreview => ({
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

/** What is not there, and what is not yet there for guests, is the same. */
export const noPost = () => new AppError('notFound', 'Blog post not found');

const seesAll = ({ viewer }: Ctx): boolean => viewer?.role === 'admin' && !viewer.needsRenewal;

/**
 * A post as its page shows it.
 * @param key its slug, a slug it had before, or its id
 * @throws AppError `notFound`; for a draft or a post of the future, too, unless an administrator asks
 */
export async function readPost(ctx: Ctx, key: string): Promise<Post> {
  const row = await find(ctx, key);
  if (!row || !(seesAll(ctx) || isPublishedRow(ctx, row))) throw noPost();
  return shownPost(ctx, row);
}

async function find(ctx: Ctx, key: string): Promise<PostRow | undefined> {
  if (isUuid(key)) return postById(ctx.db, key);
  return isSlug(key) ? postAt(ctx.db, key) : undefined;
}

const isPublishedRow = (ctx: Ctx, row: Row): boolean =>
  isPublished({ published_at: row.published_at?.toISOString() ?? null }, ctx.now());

/** A row, or what would become one, as its page shows it. */
export async function shownPost(ctx: Ctx, row: Row): Promise<Post> {
  const html = await sanitizeRichText(row.html_rich_text);
  const pictures = await picturesByUrl(ctx.db, [row.cover_image_url, ...pictureUrls(html)]);
  return {
    ...previewOf(row, pictures),
    html_rich_text: forReading(html, pictures),
    word_count: countWords(html),
    related: relatedTo(row, await listPosts(ctx)),
  };
}

/**
 * A post as administrators write it.
 * @throws AppError `unauthenticated`, `forbidden`, `notFound`
 */
export async function readForEditing(ctx: Ctx, id: string): Promise<EditedPost> {
  requireAdmin(ctx);
  const row = isUuid(id) ? await postById(ctx.db, id) : undefined;
  if (!row) throw noPost();
  return editedPost(ctx, row);
}

export async function editedPost(ctx: Ctx, row: PostRow): Promise<EditedPost> {
  const covers = await picturesByUrl(ctx.db, [row.cover_image_url]);
  return {
    ...previewOf(row, covers),
    html_rich_text: await sanitizeRichText(row.html_rich_text),
    cover_image_url: row.cover_image_url,
    _version: row.version,
  };
}
