import type { PostPreview } from '../post.ts';

const previewCount = 3;

/** The newest posts, without what only the blog's own pages show. */
export const latestPosts = (posts: readonly PostPreview[]): PostPreview[] =>
  posts.slice(0, previewCount).map((post) => ({ ...post, cover: null }));
