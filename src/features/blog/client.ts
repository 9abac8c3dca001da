import { type Fetch, readJson } from '../../shared/http/api-error.ts';
import { listOf } from '../../shared/http/parse-response.ts';
import { typedClient } from '../../shared/http/rpc-client.ts';
import type { BlogApi } from './api.server.ts';
import { parsePost, parsePostPreview } from './parse-post.ts';
import type { Post, PostPreview } from './post.ts';

/** The specification's words (§8) for a post that is not there. */
export const noPost = 'Blog post not found';

/** What guests read through the blog API; in the browser with its own `fetch`. Hosts write with `writing-client.ts`. */
export function blogClient(fetch: Fetch = globalThis.fetch) {
  const { blog } = typedClient<BlogApi>(fetch);
  return {
    posts: (): Promise<PostPreview[]> =>
      readJson(blog.$get(), 'Failed to fetch blog posts', listOf(parsePostPreview)),
    /** @throws ApiError 404 'Blog post not found' */
    async post(slug: string): Promise<Post> {
      const response = await blog[':key'].$get({ param: { key: slug } });
      const fallback = response.status === 404 ? noPost : 'Failed to fetch blog post';
      return readJson(Promise.resolve(response), fallback, parsePost);
    },
  };
}
