import type { FormSchema, FormValues } from '../../../shared/forms/schema.ts';
import { validateForm } from '../../../shared/forms/validate.ts';
import blogPostsSchema from '../../../shared/schemas/blog-posts.ts';
import { suggestSlug } from '../../../shared/text/slug.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import type { Draft, EditablePost } from '../post.ts';
import type { PostInput } from './contract.server.ts';

const { title, slug, summary, html_rich_text, author } = blogPostsSchema.properties;

export const editorFormId = 'blog_post_editor';

/** The fields of a post that are typed; the author defaults to the business. */
export const editorSchema = (business: string): FormSchema => ({
  type: 'object',
  title: 'Blog post',
  required: ['title', 'slug', 'html_rich_text'],
  properties: {
    title,
    slug,
    summary: { ...summary, multiline: true },
    html_rich_text,
    author: { ...author, default: business },
  },
});

export interface PostContent {
  title: string;
  slug: string;
  summary: string;
  html_rich_text: string;
  author: string;
  cover_image_url: string;
  tags: string[];
}

/** Takes the texts of a post or a draft, else empty ones. */
export function toFormValues(from: EditablePost | Draft['content'] | null, business: string): PostContent {
  const source = (from ?? {}) as Partial<Record<keyof PostContent, unknown>>;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    title: text(source.title),
    slug: text(source.slug),
    summary: text(source.summary),
    html_rich_text: text(source.html_rich_text),
    author: text(source.author) || business,
    cover_image_url: text(source.cover_image_url),
    tags: Array.isArray(source.tags) ? source.tags.map(String) : [],
  };
}

export const isSameContent = (one: PostContent, other: PostContent): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** When a post appears; `at` is ISO 8601, '' while none is chosen. */
export interface Publication {
  choice: (typeof publicationChoices)[number];
  at: string;
}

const publicationChoices = ['unchanged', 'now', 'later', 'draft'] as const;

export const isSamePublication = (one: Publication, other: Publication): boolean =>
  one.choice === other.choice && (one.choice !== 'later' || one.at === other.at);

/** The content of a draft: the texts, and when the post is to be published. */
export type DraftContent = PostContent & { publication: Publication };

/** The stored choice of a draft, if it is one. */
export function readPublication(from: unknown): Publication | undefined {
  const { choice, at } = (from ?? {}) as Partial<Record<keyof Publication, unknown>>;
  const isMoment = typeof at === 'string' && (at === '' || !Number.isNaN(Date.parse(at)));
  if (!isMoment || !publicationChoices.includes(choice as Publication['choice'])) return undefined;
  return { choice: choice as Publication['choice'], at };
}

/** The stored choice of a draft as it can still be made; `start` is the post's own. */
export function draftPublication(draft: Draft['content'], start: Publication, now: number): Publication {
  const stored = readPublication(draft.publication);
  if (!stored || stored.choice === 'unchanged') return start;
  const isPast = stored.choice === 'later' && Date.parse(stored.at) <= now;
  if (!isPast) return stored;
  return start.choice === 'unchanged' ? start : { choice: 'later', at: '' };
}

export function initialPublication(
  post: Pick<EditablePost, 'published_at'> | null,
  now: number,
): Publication {
  if (!post) return { choice: 'now', at: '' };
  const { published_at: at } = post;
  if (at === null) return { choice: 'draft', at: '' };
  return new Date(at).getTime() > now ? { choice: 'later', at } : { choice: 'unchanged', at };
}

/** `published_at` as the API takes it; undefined leaves it as it is, or is now for a new post. */
export function toPublishedAt(
  { choice, at }: Publication,
  isNew: boolean,
  now: number,
): string | null | undefined {
  if (choice === 'draft') return null;
  if (choice === 'later') return at;
  return choice === 'now' && !isNew ? new Date(now).toISOString() : undefined;
}

export const toSlug = (values: { title?: unknown; slug?: unknown }): string => {
  const typed = typeof values.slug === 'string' ? values.slug.trim() : '';
  return typed || (typeof values.title === 'string' ? suggestSlug(values.title) : '');
};

export const validateEditor = (schema: FormSchema, values: FormValues): Record<string, string> =>
  validateForm(schema, { ...values, slug: toSlug(values) });

export const toPostInput = (content: PostContent, publishedAt: string | null | undefined): PostInput =>
  withoutUndefined({ ...content, slug: toSlug(content), published_at: publishedAt });

export function formatSavedAgo(savedAt: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - savedAt) / 1000));
  if (seconds < 60) return `Saved ${seconds} s ago`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `Saved ${minutes} min ago` : `Saved ${Math.floor(minutes / 60)} h ago`;
}
