import type { Static } from 'typebox';
import { slugify } from '../../shared/text/slug.ts';
import type { draftSchema, editedPostSchema, postPreviewSchema, postSchema } from './contract.server.ts';

/** The specification's message (§8) for a post that is not there. */
export const noPostMessage = 'Blog post not found';

export type PostPreview = Static<typeof postPreviewSchema>;

export type Post = Static<typeof postSchema>;

export type EditedPost = Static<typeof editedPostSchema>;

/** A post as the editor opens it; a server that knows no versions sends none. */
export type EditablePost = Omit<EditedPost, '_version'> & Partial<Pick<EditedPost, '_version'>>;

export type Draft = Static<typeof draftSchema>;

/** Returns the later of publication and last save: a post published after its last save has not changed since. */
export const lastChange = <Moment extends Date | string>(publishedAt: Moment, updatedAt: Moment): Moment =>
  new Date(updatedAt) < new Date(publishedAt) ? publishedAt : updatedAt;

export const maxTags = 8;

const wordsPerMinute = 225;

export const countWords = (html: string): number =>
  html
    .replace(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

export const readingMinutes = (html: string): number =>
  Math.max(1, Math.round(countWords(html) / wordsPerMinute));

export const tagSlug = (tag: string): string => slugify(tag);

/** Trims tags and drops those that differ only in spelling. */
export function normalizeTags(tags: readonly string[]): string[] {
  const bySlug = new Map<string, string>();
  for (const tag of tags.map((text) => text.trim())) {
    if (!bySlug.has(tagSlug(tag))) bySlug.set(tagSlug(tag), tag);
  }
  return [...bySlug.values()];
}

export function collectTags(posts: readonly Pick<PostPreview, 'tags'>[]): { tag: string; slug: string }[] {
  const counts = new Map<string, { tag: string; slug: string; count: number }>();
  for (const tag of posts.flatMap((post) => post.tags)) {
    const slug = tagSlug(tag);
    const counted = counts.get(slug) ?? { tag, slug, count: 0 };
    counts.set(slug, { ...counted, count: counted.count + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || a.slug.localeCompare(b.slug));
}

const relatedCount = 3;

/** Finds the posts that share most tags with one, then the newest. `others` come newest first. */
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

export const isPublished = (post: { published_at: string | null }, now: Date): boolean =>
  post.published_at !== null && new Date(post.published_at) <= now;
