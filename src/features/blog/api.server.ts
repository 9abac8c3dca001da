import { Hono } from 'hono';
import Type from 'typebox';
import type { Ctx } from '../../platform/context.server.ts';
import type { ApiEnv } from '../../platform/http.server.ts';
import { describeCall } from '../../platform/openapi.server.ts';
import { sameForEveryone } from '../../platform/shared-answers.server.ts';
import { postPreviewSchema } from './post.schema.server.ts';
import type { PostPreview } from './post.ts';
import { publishedPosts } from './store.server.ts';

const listPosts = (ctx: Ctx): Promise<PostPreview[]> =>
  ctx.content.read('blog', async () =>
    (await publishedPosts(ctx.db, ctx.now())).map((row) => ({
      ...row,
      published_at: row.published_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    })),
  );

export const blogApi = new Hono<ApiEnv>().get(
  '/blog',
  describeCall({ summary: 'The published posts, newest first', answer: Type.Array(postPreviewSchema) }),
  sameForEveryone,
  async (c) => c.json(await listPosts(c.get('ctx'))),
);

export type BlogApi = typeof blogApi;
