import { bodyOf, type Fetch } from '../../shared/api-client.ts';
import { typedClient } from '../../shared/typed-client.ts';
import type { BlogApi } from './api.server.ts';
import type { Post, PostPreview } from './post.ts';

/** What guests read through the blog API; in the browser with its own `fetch`. Hosts write with `writing-client.ts`. */
export function blogClient(fetch: Fetch = globalThis.fetch) {
  const { blog } = typedClient<BlogApi>(fetch);
  return {
    posts: (): Promise<PostPreview[]> => bodyOf(blog.$get(), 'Failed to fetch blog posts'),
    post: (slug: string): Promise<Post> =>
      bodyOf<unknown>(
        blog[':key'].$get({ param: { key: slug } }),
        'Failed to fetch blog post',
      ) as Promise<Post>,
  };
}
