import { hc } from 'hono/client';
import { bodyOf, type Fetch } from '../../shared/api-client.ts';
import type { BlogApi } from './api.server.ts';
import type { PostPreview } from './post.ts';

/** Calls the blog API; in the browser with its own `fetch`. */
export const blogClient = (fetch: Fetch = globalThis.fetch) => ({
  posts: (): Promise<PostPreview[]> =>
    bodyOf(hc<BlogApi>('/api', { fetch }).blog.$get(), 'Failed to fetch blog posts'),
});
