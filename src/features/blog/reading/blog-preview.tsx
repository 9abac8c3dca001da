import { Link } from 'react-router';
import { formatDate } from '../../../shared/dates.ts';
import type { PostPreview } from '../post.ts';

/** The newest posts. */
export function BlogPreview({ posts }: { posts: PostPreview[] }) {
  return (
    <ul className="mb-10 grid gap-6 lg:grid-cols-3">
      {posts.map((post) => (
        <li key={post.id} className="flex flex-col gap-3 rounded-3xl bg-white p-7 shadow-card">
          <p className="text-sm text-slate">{formatDate(post.published_at ?? post.created_at)}</p>
          <h3 id={`post-${post.id}`} className="text-2xl">
            <Link to={`/blog/${post.slug}`} className="text-deep hover:text-coral hover:underline">
              {post.title}
            </Link>
          </h3>
          {post.summary && <p className="line-clamp-3 text-slate">{post.summary}</p>}
          <Link
            to={`/blog/${post.slug}`}
            aria-describedby={`post-${post.id}`}
            className="mt-auto py-1 font-semibold text-gulf hover:underline"
          >
            Read More
            <span aria-hidden="true"> →</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
