import { formatDateTime } from '../../../shared/dates.ts';
import type { PostPreview } from '../post.ts';

interface PostStatusBadgeProps {
  post: Pick<PostPreview, 'published_at'>;
  className?: string;
}

/** Marks a post that guests cannot see yet. */
export function PostStatusBadge({ post, className = '' }: PostStatusBadgeProps) {
  const { published_at: at } = post;
  if (at && new Date(at).getTime() <= Date.now()) return null;
  return (
    <p className={`rounded-full bg-peach px-3 py-1 text-sm font-semibold text-ember ${className}`}>
      {at ? `Scheduled for ${formatDateTime(at)}` : 'Draft'}
    </p>
  );
}
