import { formatDate } from '../../../shared/dates.ts';
import type { PostPreview } from '../post.ts';
import { useBusinessName } from './use-site.ts';

/** When a post appeared, who wrote it, and how long reading it takes. */
export function PostFacts({ post, className = '' }: { post: PostPreview; className?: string }) {
  const business = useBusinessName();
  const date = post.published_at ?? post.created_at;
  return (
    <p className={`flex flex-wrap items-baseline gap-x-2 text-sm text-slate ${className}`}>
      <time dateTime={date}>{formatDate(date)}</time>
      <Dot />
      <span>{post.author || business}</span>
      {post.reading_minutes && (
        <>
          <Dot />
          <span>{post.reading_minutes} min read</span>
        </>
      )}
    </p>
  );
}

const Dot = () => (
  <span aria-hidden="true" className="text-lagoon">
    •
  </span>
);
