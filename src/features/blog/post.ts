import type { Static } from 'typebox';
import { slugify } from '../../shared/text/slug.ts';
import type { draftSchema, editedPostSchema, postPreviewSchema, postSchema } from './post.schema.server.ts';

/** A post as lists show it; its moments are ISO 8601. */
export type PostPreview = Static<typeof postPreviewSchema>;

/** What every server sends of a post. */
export type SpecifiedPost = Pick<PostPreview, 'id' | 'slug' | 'title' | 'created_at'>;

/** A post as its page shows it. */
export type Post = Static<typeof postSchema>;

/** A post as administrators write it; `html_rich_text` is as it was written. */
export type EditedPost = Static<typeof editedPostSchema>;

/** A post as the editor opens it; a server that knows no versions sends none. */
export type EditablePost = Omit<EditedPost, '_version'> & Partial<Pick<EditedPost, '_version'>>;

/** What a host has typed and not saved yet. */
export type Draft = Static<typeof draftSchema>;

/** What a post is written from. A new one without `published_at` is published at once; `null` makes a draft. */
export interface PostInput {
  title: string;
  slug: string;
  summary?: string | null;
  html_rich_text: string;
  author?: string;
  published_at?: string | null;
  cover_image_url?: string;
  tags?: string[];
  /** The version that was edited: a post that is another one by now is not overwritten. */
  _version?: string;
}

/** The most tags a post may have. */
export const maxTags = 8;

const wordsPerMinute = 225;

/** The number of words in a post's HTML. */
export const countWords = (html: string): number =>
  html
    .replace(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** How long reading takes, in whole minutes. */
export const readingMinutes = (html: string): number =>
  Math.max(1, Math.round(countWords(html) / wordsPerMinute));

/** A tag in an address: `/blog?tag=family-tips`. */
export const tagSlug = (tag: string): string => slugify(tag);

/** Tags without outer white space, each once, however it is spelled. */
export function normalizeTags(tags: readonly string[]): string[] {
  const bySlug = new Map<string, string>();
  for (const tag of tags.map((text) => text.trim())) {
    if (!bySlug.has(tagSlug(tag))) bySlug.set(tagSlug(tag), tag);
  }
  return [...bySlug.values()];
}

/** Every tag of the posts, the most used first. */
export function collectTags(posts: readonly Pick<PostPreview, 'tags'>[]): { tag: string; slug: string }[] {
  const found = new Map<string, { tag: string; slug: string; count: number }>();
  for (const tag of posts.flatMap((post) => post.tags)) {
    const slug = tagSlug(tag);
    const known = found.get(slug) ?? { tag, slug, count: 0 };
    found.set(slug, { ...known, count: known.count + 1 });
  }
  return [...found.values()].sort((a, b) => b.count - a.count || a.slug.localeCompare(b.slug));
}

const relatedCount = 3;

/** The posts closest to one: those that share most tags with it, then the newest. `others` come newest first. */
export function relatedPosts<T extends Pick<PostPreview, 'id' | 'tags'>>(
  post: Pick<PostPreview, 'id' | 'tags'>,
  others: readonly T[],
): T[] {
  const own = new Set(post.tags.map(tagSlug));
  const shared = (other: T) => other.tags.filter((tag) => own.has(tagSlug(tag))).length;
  return others
    .filter(({ id }) => id !== post.id)
    .map((other, place) => ({ other, place, shared: shared(other) }))
    .sort((a, b) => b.shared - a.shared || a.place - b.place)
    .slice(0, relatedCount)
    .map(({ other }) => other);
}

/** Whether guests can read a post. */
export const isPublished = (post: { published_at: string | null }, now: Date): boolean =>
  post.published_at !== null && new Date(post.published_at) <= now;
