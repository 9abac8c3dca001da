import type { Ctx } from '../../../platform/context.server.ts';
import { sanitizeRichText } from '../../../platform/sanitize-html.server.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { businessContact } from '../../listings/store.server.ts';
import { noPost, toPost } from '../actions.server.ts';
import { type Publication, readPublication } from '../editor/post-form.ts';
import { type Draft, normalizeTags, type Post } from '../post.ts';
import { postById } from '../store.server.ts';
import { type DraftKey, deleteDraft, findDraft, upsertDraft } from './store.server.ts';

/** The place of a new post's draft, where an existing post has its id. */
const ofNewPost = 'new';

/** Fields of a post that a draft keeps, with the value an untouched one has. */
const untouched = {
  title: '',
  slug: '',
  summary: '',
  html_rich_text: '',
  author: '',
  cover_image_url: '',
  tags: [] as string[],
};

/** What the browser saves while a post is typed. */
export interface DraftInput {
  content: object;
  /** The version of the post that is being edited. */
  base_version: string | null;
}

type Content = typeof untouched & { publication?: Publication };

/**
 * What the administrator has typed and not saved, if anything.
 * @param key the post's id, or `new`
 * @throws AppError `unauthenticated`, `forbidden`, `notFound`
 */
export async function readDraft(ctx: Ctx, key: string): Promise<Draft | null> {
  const draft = await findDraft(ctx.db, await resolveDraftKey(ctx, key));
  if (!draft) return null;
  const { base_version, saved_at } = draft;
  return { content: await cleaned(draft.content), base_version, saved_at: saved_at.toISOString() };
}

/**
 * Keeps what is typed and when the post is to appear, whatever state it is in; other texts than a post's are dropped.
 * @returns when it was kept, ISO 8601
 */
export async function saveDraft(
  ctx: Ctx,
  key: string,
  { content, base_version }: DraftInput,
): Promise<{ saved_at: string }> {
  const place = await resolveDraftKey(ctx, key);
  const saved_at = ctx.now();
  await upsertDraft(
    ctx.db,
    { ...place, id: newId() },
    {
      content: await cleaned(content),
      base_version,
      saved_at,
    },
  );
  return { saved_at: saved_at.toISOString() };
}

export async function discardDraft(ctx: Ctx, key: string): Promise<void> {
  await deleteDraft(ctx.db, await resolveDraftKey(ctx, key));
}

/** The post as its page would show it with what is typed. */
export async function previewDraft(ctx: Ctx, key: string): Promise<Post> {
  const place = await resolveDraftKey(ctx, key);
  const row = place.postId === null ? undefined : await postById(ctx.db, place.postId);
  const draft = await findDraft(ctx.db, place);
  if (!row && !draft) throw noPost();
  const content = draft ? await cleaned(draft.content) : null;
  const now = ctx.now();
  const base = row ?? {
    ...untouched,
    id: place.userId,
    published_at: null,
    created_at: now,
    updated_at: now,
  };
  const shown = { ...base, ...content };
  const author = shown.author.trim() || (await businessContact(ctx.db)).business_name;
  return toPost(ctx, { ...shown, author, published_at: shown.published_at ?? now });
}

async function resolveDraftKey(ctx: Ctx, key: string): Promise<DraftKey> {
  const { id: userId } = requireAdmin(ctx);
  if (key === ofNewPost) return { userId, postId: null };
  if (!isUuid(key) || !(await postById(ctx.db, key))) throw noPost();
  return { userId, postId: key };
}

/** Texts and tags that a post has, when it is to appear, and nothing else; HTML without what could harm. */
async function cleaned(content: unknown): Promise<Content> {
  const given = content as Record<string, unknown>;
  const publication = readPublication(given.publication);
  const textOf = (name: keyof typeof untouched) =>
    typeof given[name] === 'string' ? given[name].toWellFormed().replaceAll('\0', '') : '';
  const tags = Array.isArray(given.tags)
    ? given.tags.filter((tag) => typeof tag === 'string' && tag.length <= 100)
    : [];
  return {
    title: textOf('title'),
    slug: textOf('slug'),
    summary: textOf('summary'),
    html_rich_text: await sanitizeRichText(textOf('html_rich_text')),
    author: textOf('author'),
    cover_image_url: textOf('cover_image_url'),
    tags: normalizeTags(tags),
    ...(publication && { publication }),
  };
}
