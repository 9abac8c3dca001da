import type { Ctx } from '../../../platform/context.server.ts';
import { sanitizeRichText } from '../../../platform/sanitize-html.server.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { businessContact } from '../../listings/store.server.ts';
import { noPost, toPost } from '../actions.server.ts';
import { type Draft, normalizeTags, type Post } from '../post.ts';
import { postById } from '../store.server.ts';
import type { DraftInput } from './contract.server.ts';
import { type DraftKey, deleteDraft, findDraft, upsertDraft } from './drafts-store.server.ts';
import { type Publication, readPublication } from './post-form.ts';

/** The key of a new post's draft. */
const newPostKey = 'new';

const emptyPost = {
  title: '',
  slug: '',
  summary: '',
  html_rich_text: '',
  author: '',
  cover_image_url: '',
  tags: [] as string[],
};

type SavedContent = typeof emptyPost & { publication?: Publication };

/** @param key the post's id, or `new` @throws AppError `notFound` */
export async function readDraft(ctx: Ctx, key: string): Promise<Draft | null> {
  const draft = await findDraft(ctx.db, await resolveDraftKey(ctx, key));
  if (!draft) return null;
  const { base_version, saved_at } = draft;
  return { content: await sanitize(draft.content), base_version, saved_at: saved_at.toISOString() };
}

/** Saves a draft even if it is invalid; fields that no post has are dropped. */
export async function saveDraft(
  ctx: Ctx,
  key: string,
  { content, base_version }: DraftInput,
): Promise<{ saved_at: string }> {
  const draftKey = await resolveDraftKey(ctx, key);
  const saved_at = ctx.now();
  await upsertDraft(
    ctx.db,
    { ...draftKey, id: newId() },
    { content: await sanitize(content), base_version, saved_at },
  );
  return { saved_at: saved_at.toISOString() };
}

export async function discardDraft(ctx: Ctx, key: string): Promise<void> {
  await deleteDraft(ctx.db, await resolveDraftKey(ctx, key));
}

/** Shows the post as its page would with what is typed. */
export async function previewDraft(ctx: Ctx, key: string): Promise<Post> {
  const draftKey = await resolveDraftKey(ctx, key);
  const row = draftKey.postId === null ? undefined : await postById(ctx.db, draftKey.postId);
  const draft = await findDraft(ctx.db, draftKey);
  if (!row && !draft) throw noPost();
  const content = draft ? await sanitize(draft.content) : null;
  const now = ctx.now();
  const base = row ?? {
    ...emptyPost,
    id: draftKey.userId,
    published_at: null,
    created_at: now,
    updated_at: now,
  };
  const post = { ...base, ...content };
  const author = post.author.trim() || (await businessContact(ctx.db)).business_name;
  return toPost(ctx, { ...post, author, published_at: post.published_at ?? now });
}

async function resolveDraftKey(ctx: Ctx, key: string): Promise<DraftKey> {
  const { id: userId } = requireAdmin(ctx);
  if (key === newPostKey) return { userId, postId: null };
  if (!isUuid(key) || !(await postById(ctx.db, key))) throw noPost();
  return { userId, postId: key };
}

async function sanitize(content: unknown): Promise<SavedContent> {
  const input = content as Record<string, unknown>;
  const publication = readPublication(input.publication);
  const text = (name: keyof typeof emptyPost) =>
    typeof input[name] === 'string' ? input[name].toWellFormed().replaceAll('\0', '') : '';
  const tags = Array.isArray(input.tags)
    ? input.tags.filter((tag) => typeof tag === 'string' && tag.length <= 100)
    : [];
  return withoutUndefined({
    title: text('title'),
    slug: text('slug'),
    summary: text('summary'),
    html_rich_text: await sanitizeRichText(text('html_rich_text')),
    author: text('author'),
    cover_image_url: text('cover_image_url'),
    tags: normalizeTags(tags),
    publication: publication || undefined,
  });
}
