import { Hono, type MiddlewareHandler } from 'hono';
import Type from 'typebox';
import { cacheUntilContentChanges } from '../../platform/cache/response-cache.server.ts';
import { type ApiEnv, noStore } from '../../platform/http/app-env.server.ts';
import { jsonBody } from '../../platform/http/body.server.ts';
import { describeRoute } from '../../platform/openapi/document.server.ts';
import { AppError } from '../../shared/errors.ts';
import { writableFields } from '../../shared/forms/schema.ts';
import { isRecord } from '../../shared/is-record.ts';
import blogPostsSchema from '../../shared/schemas/blog-posts.ts';
import { isUuid } from '../../shared/uuid.ts';
import { requireAdmin } from '../auth/guards.ts';
import { listAllPosts, listPosts, readEditablePost, readPost } from './actions.server.ts';
import { type DraftInput, discardDraft, previewDraft, readDraft, saveDraft } from './editor/drafts.server.ts';
import { changePost, createPost, type PostBody, removePost } from './editor/save-post.server.ts';
import { draftOrNoneSchema, editedPostSchema, postPreviewSchema, postSchema } from './post.schema.server.ts';

/** Runs in each route before the body is read, so that whoever may not write learns nothing from what they send. */
const adminOnly: MiddlewareHandler<ApiEnv> = async (c, next) => {
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

/** By its slug a post is the same for everyone; by its id admins get another response. */
const cacheBySlug: MiddlewareHandler<ApiEnv> = (c, next) =>
  isUuid(c.req.param('key') ?? '') ? next() : cacheUntilContentChanges(c, next);

const success = { success: true } as const;

const writable = Object.fromEntries(writableFields(blogPostsSchema));
const postInput = { type: 'object', properties: { ...writable, _version: Type.String() } };
const draftInput = {
  type: 'object',
  required: ['content'],
  properties: { content: { type: 'object' }, base_version: { type: ['string', 'null'] } },
};
const accessErrors = ['unauthenticated', 'forbidden', 'notFound'] as const;
const describeDelete = (summary: string) =>
  describeRoute({
    summary,
    answer: Type.Object({ success: Type.Literal(true) }),
    refusals: [...accessErrors],
  });
const writeErrors = ['unauthenticated', 'forbidden', 'invalid', 'tooLarge', 'unsupportedType'] as const;

export const blogApi = new Hono<ApiEnv>()
  .get(
    '/blog',
    describeRoute({
      summary: 'The published posts, newest first',
      query: {
        drafts: {
          schema: { enum: ['true'] },
          description: 'Drafts and posts of the future, too; for admins',
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
      summary: 'Writes a post; for admins',
      details:
        'Published at once; with a later published_at when that comes; with published_at null it stays a draft. A slug ' +
        'that is left out is made from the title. The HTML is sanitised.',
      body: {
        ...postInput,
        required: blogPostsSchema.required.filter((name) => name in writable && name !== 'slug'),
      },
      answer: editedPostSchema,
      status: 201,
      refusals: [...writeErrors, 'conflict'],
    }),
    adminOnly,
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
    cacheBySlug,
    async (c) => {
      const ctx = c.get('ctx');
      const key = c.req.param('key');
      const isEditing = ctx.viewer?.role === 'admin' && !ctx.viewer.needsReauthentication && isUuid(key);
      return c.json(isEditing ? await readEditablePost(ctx, key) : await readPost(ctx, key));
    },
  )
  .put(
    '/blog/:key',
    describeRoute({
      summary: 'Changes a post; for admins',
      details:
        'Only the fields that are sent are written, so two who change different fields at once both keep what they ' +
        'wrote. Of the same field the last one stays, unless the _version that was read is sent along: then a post that ' +
        'somebody else has written since is not changed at all, and the answer is 409 with the post as it is now in ' +
        'current. A body that changes nothing leaves _version and updated_at as they are.',
      body: postInput,
      answer: editedPostSchema,
      refusals: [...writeErrors, 'notFound', 'conflict'],
    }),
    adminOnly,
    postBody,
    async (c) => {
      noStore(c);
      return c.json(await changePost(c.get('ctx'), c.req.param('key'), c.req.valid('json')));
    },
  )
  .delete('/blog/:key', describeDelete('Deletes a post; for admins'), async (c) => {
    await removePost(c.get('ctx'), c.req.param('key'));
    return c.json(success);
  })
  .get(
    '/blog/:key/draft',
    describeRoute({
      summary: 'What the admin typed into a post (its id, or new) and has not saved',
      answer: draftOrNoneSchema,
      refusals: [...accessErrors],
    }),
    async (c) => {
      noStore(c);
      return c.json({ draft: await readDraft(c.get('ctx'), c.req.param('key')) });
    },
  )
  .put(
    '/blog/:key/draft',
    describeRoute({
      summary: 'Saves what is being typed; nothing of the post itself changes',
      body: draftInput,
      answer: Type.Object({ saved_at: Type.String({ format: 'date-time' }) }),
      refusals: [...writeErrors, 'notFound'],
    }),
    adminOnly,
    draftBody,
    async (c) => c.json(await saveDraft(c.get('ctx'), c.req.param('key'), c.req.valid('json'))),
  )
  .delete('/blog/:key/draft', describeDelete('Deletes what was typed and not saved'), async (c) => {
    await discardDraft(c.get('ctx'), c.req.param('key'));
    return c.json(success);
  })
  .get(
    '/blog/:key/preview',
    describeRoute({
      summary: 'A post as its page would show it with what is typed and not saved',
      answer: postSchema,
      refusals: [...accessErrors],
    }),
    async (c) => {
      noStore(c);
      return c.json(await previewDraft(c.get('ctx'), c.req.param('key')));
    },
  );
