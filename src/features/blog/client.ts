import { ApiError, type Fetch } from '../../shared/http/api-error.ts';
import { listOf } from '../../shared/http/parse-response.ts';
import { request } from '../../shared/http/request.ts';
import { parsePost, parsePostPreview } from './parse-post.ts';
import type { Post, PostPreview } from './post.ts';

/** The specification's message (§8) for a post that is not there. */
export const noPost = 'Blog post not found';

/** What guests read through the blog API; hosts write through `editor/client.ts`. */
export function blogClient(fetch: Fetch = globalThis.fetch) {
  return {
    posts: (): Promise<PostPreview[]> =>
      request(fetch, '/api/blog', 'Failed to fetch blog posts', { parse: listOf(parsePostPreview) }),
    /** @throws ApiError 404 'Blog post not found' */
    post: (slug: string): Promise<Post> =>
      request(fetch, `/api/blog/${encodeURIComponent(slug)}`, 'Failed to fetch blog post', {
        parse: parsePost,
      }).catch((error: unknown) => {
        const isBare = error instanceof ApiError && error.status === 404 && !error.details.message;
        throw isBare ? new ApiError(404, noPost) : error;
      }),
  };
}
