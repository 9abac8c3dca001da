import { Hono, type MiddlewareHandler } from 'hono';
import Type from 'typebox';
import { cacheUntilContentChanges } from '../../platform/cache/response-cache.server.ts';
import { type ApiEnv, jsonBody, noStore } from '../../platform/http/http.server.ts';
import { describeRoute } from '../../platform/openapi/document.server.ts';
import { AppError } from '../../shared/errors.ts';
import { writableFields } from '../../shared/forms/schema.ts';
import { isRecord } from '../../shared/is-record.ts';
import blogPostsSchema from '../../shared/schemas/blog-posts.ts';
import { isUuid } from '../../shared/uuid.ts';
import { requireAdmin } from '../auth/guards.ts';
import { listAllPosts, listPosts, readEditablePost, readPost } from './actions.server.ts';
import { type DraftInput, discardDraft, previewDraft, readDraft, saveDraft } from './drafts/drafts.server.ts';
import { changePost, createPost, type PostBody, removePost } from './editor/save-post.server.ts';
import { draftOrNoneSchema, editedPostSchema, postPreviewSchema, postSchema } from './post.schema.server.ts';

/** Stands in the route itself, before the body is read: who may not write is told so whatever they send. */
const forAdmins: MiddlewareHandler<ApiEnv> = async (c, next) => {
  requireAdmin(c.get('ctx'));
  await next();
};

/** The fields are checked by the table's schema and rules. */
const postBody = jsonBody<PostBody>((input) => {
  if (!isRecord(input)) throw new AppError('invalid', 'Please send the post as a JSON object.');
  const { _version, ...fields } = input;
  if (_version === undefined) return fields;
  if (typeof _version === 'string') return { ...fields, _version };
  throw new AppError('invalid', '_version must be a string', { fields: { _version: 'must be a string' } });
});

const draftBody = jsonBody<DraftInput>((input) => {
  const { content, base_version } = isRecord(input) ? input : {};
  if (!isRecord(content)) throw new AppError('invalid', 'A draft has content.');
  return { content, base_version: typeof base_version === 'string' ? base_version : null };
});

/** By its slug a post is the same for everyone; by its id administrators get another answer. */
const sameBySlug: MiddlewareHandler<ApiEnv> = (c, next) =>
  isUuid(c.req.param('key') ?? '') ? next() : cacheUntilContentChanges(c, next);

const success = { success: true } as const;

const writable = Object.fromEntries(writableFields(blogPostsSchema));
const postInput = { type: 'object', properties: { ...writable, _version: Type.String() } };
const draftInput = {
  type: 'object',
  required: ['content'],
  properties: { content: { type: 'object' }, base_version: { type: ['string', 'null'] } },
};
const notForAll = ['unauthenticated', 'forbidden', 'notFound'] as const;
const deletes = (summary: string) =>
  describeRoute({
    summary,
    answer: Type.Object({ success: Type.Literal(true) }),
    refusals: [...notForAll],
  });
const writing = ['unauthenticated', 'forbidden', 'invalid', 'tooLarge', 'unsupportedType'] as const;

export const blogApi = new Hono<ApiEnv>()
  .get(
    '/blog',
    describeRoute({
      summary: 'The published posts, newest first',
      query: {
        drafts: {
          schema: { enum: ['true'] },
          description: 'Drafts and posts of the future, too; for administrators',
        },
      },
      answer: Type.Array(postPreviewSchema),
      refusals: ['unauthenticated', 'forbidden'],
    }),
    cacheUntilContentChanges,
    async (c) => {
      const ctx = c.get('ctx');
      if (c.req.query('drafts') !== 'true') return c.json(await listPosts(ctx));
      return c.json(await listAllPosts(ctx));
    },
  )
  .post(
    '/blog',
    describeRoute({
      summary: 'Writes a post; for administrators',
      details:
        'Published at once; with a later published_at when that comes; with published_at null it stays a draft. A slug ' +
        'that is left out is made from the title. The HTML is sanitised.',
      body: {
        ...postInput,
        required: blogPostsSchema.required.filter((name) => name in writable && name !== 'slug'),
      },
      answer: editedPostSchema,
      status: 201,
      refusals: [...writing, 'conflict'],
    }),
    forAdmins,
    postBody,
    async (c) => {
      noStore(c);
      return c.json(await createPost(c.get('ctx'), c.req.valid('json')), 201);
    },
  )
  .get(
    '/blog/:key',
    describeRoute({
      summary: 'A post by its slug, by one it had before, or by its id',
      details:
        'A former slug answers with the post, whose slug is the present one. Administrators who ask by id get the post ' +
        'as it was written, with cover_image_url and _version instead of word_count and related.',
      answer: Type.Union([postSchema, editedPostSchema]),
      refusals: ['notFound'],
    }),
    sameBySlug,
    async (c) => {
      const ctx = c.get('ctx');
      const key = c.req.param('key');
      const edits = ctx.viewer?.role === 'admin' && !ctx.viewer.needsReauthentication && isUuid(key);
      return c.json(edits ? await readEditablePost(ctx, key) : await readPost(ctx, key));
    },
  )
  .put(
    '/blog/:key',
    describeRoute({
      summary: 'Changes a post; for administrators',
      details:
        'Only the fields that are sent are written, so two who change different fields at once both keep what they ' +
        'wrote. Of the same field the last one stays, unless the _version that was read is sent along: then a post that ' +
        'somebody else has written since is not changed at all, and the answer is 409 with the post as it is now in ' +
        'current. A body that changes nothing leaves _version and updated_at as they are.',
      body: postInput,
      answer: editedPostSchema,
      refusals: [...writing, 'notFound', 'conflict'],
    }),
    forAdmins,
    postBody,
    async (c) => {
      noStore(c);
      return c.json(await changePost(c.get('ctx'), c.req.param('key'), c.req.valid('json')));
    },
  )
  .delete('/blog/:key', deletes('Deletes a post; for administrators'), async (c) => {
    await removePost(c.get('ctx'), c.req.param('key'));
    return c.json(success);
  })
  .get(
    '/blog/:key/draft',
    describeRoute({
      summary: 'What the administrator typed into a post (its id, or new) and has not saved',
      answer: draftOrNoneSchema,
      refusals: [...notForAll],
    }),
    async (c) => {
      noStore(c);
      return c.json({ draft: await readDraft(c.get('ctx'), c.req.param('key')) });
    },
  )
  .put(
    '/blog/:key/draft',
    describeRoute({
      summary: 'Keeps what is being typed; nothing of the post itself changes',
      body: draftInput,
      answer: Type.Object({ saved_at: Type.String({ format: 'date-time' }) }),
      refusals: [...writing, 'notFound'],
    }),
    forAdmins,
    draftBody,
    async (c) => c.json(await saveDraft(c.get('ctx'), c.req.param('key'), c.req.valid('json'))),
  )
  .delete('/blog/:key/draft', deletes('Forgets what was typed and not saved'), async (c) => {
    await discardDraft(c.get('ctx'), c.req.param('key'));
    return c.json(success);
  })
  .get(
    '/blog/:key/preview',
    describeRoute({
      summary: 'A post as its page would show it with what is typed and not saved',
      answer: postSchema,
      refusals: [...notForAll],
    }),
    async (c) => {
      noStore(c);
      return c.json(await previewDraft(c.get('ctx'), c.req.param('key')));
    },
  );
