import Type from 'typebox';
import { untilContentChanges } from '../../platform/cache/response-cache.server.ts';
import type { Ctx } from '../../platform/context.server.ts';
import { publicAccess, serve } from '../../platform/http/serve.server.ts';
import { anyQuery } from '../../platform/http/shapes.server.ts';
import { isUuid } from '../../shared/uuid.ts';
import { listAllPosts, listPosts, readEditablePost, readPost } from './actions.server.ts';
import { post, posts } from './calls.ts';
import { editedPostSchema, listQuery, postPreviewSchema, postSchema } from './contract.server.ts';

export const postsApi = serve(posts, publicAccess).on('list', {
  summary: 'The published posts, newest first',
  query: listQuery,
  response: Type.Array(postPreviewSchema),
  errors: ['unauthenticated', 'forbidden'],
  cache: 'untilContentChanges',
  run: ({ ctx, query: { drafts } }) => (drafts ? listAllPosts(ctx) : listPosts(ctx)),
});

const isAuthor = ({ viewer }: Ctx): boolean => viewer?.role === 'admin' && !viewer.needsReauthentication;

export const postApi = serve(post, publicAccess).on('read', {
  summary: 'A post by its slug, by one it had before, or by its id',
  details:
    'A former slug answers with the post, whose slug is the present one. Administrators who ask by id get the post ' +
    'as it was written, with cover_image_url and _version instead of word_count and related.',
  query: anyQuery,
  response: Type.Union([postSchema, editedPostSchema]),
  errors: ['notFound'],
  async run({ ctx, params: { key }, c }) {
    if (isUuid(key)) return isAuthor(ctx) ? readEditablePost(ctx, key) : readPost(ctx, key);
    const bySlug = await readPost(ctx, key);
    // A post read by its slug is the same for everyone; by its id, admins get another response.
    c.header('Cache-Control', untilContentChanges);
    return bySlug;
  },
});
