import type { PostPreview } from '../post.ts';
import { PostCard } from './post-card.tsx';

export function RelatedPosts({ posts }: { posts: PostPreview[] }) {
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby="related" className="mt-16 sm:mt-24">
      <h2 id="related" className="mb-8 text-3xl text-deep sm:text-4xl">
        More from the Beach Blog
      </h2>
      <ul className="grid gap-7 md:grid-cols-2 lg:grid-cols-3">
        {posts.map((post) => (
          <li key={post.id}>
            <PostCard post={post} heading="h3" />
          </li>
        ))}
      </ul>
    </section>
  );
}
