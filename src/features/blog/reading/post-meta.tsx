import { Link } from 'react-router';
import { formatDate, formatDateTime } from '../../../shared/dates.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { serverNow } from '../../../shared/http/server-clock.ts';
import { useServerNow } from '../../../ui/browser/use-server-now.ts';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import { type PostPreview, tagSlug } from '../post.ts';

export function PostMeta({ post, className = 'text-sm' }: { post: PostPreview; className?: string }) {
  const { business_name: business } = useSiteSettings();
  const date = post.published_at ?? post.created_at;
  const facts = [
    <time key="date" dateTime={date}>
      {formatDate(date)}
    </time>,
    post.author || business,
    post.reading_minutes > 0 && `${post.reading_minutes} min read`,
  ].filter(Boolean);
  return (
    <div className={`overflow-hidden text-slate ${className}`}>
      {/* A dot before each fact; the first of a line lies outside the box. */}
      <ul className="-ml-5 flex flex-wrap">
        {facts.map((fact, place) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the facts have no name but their place
            key={place}
            className="relative min-w-0 pl-5 wrap-anywhere before:absolute before:left-1.5 before:text-lagoon before:content-['•'/'']"
          >
            {fact}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function TagLinks({ tags, className = '' }: { tags: readonly string[]; className?: string }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className={`flex flex-wrap gap-2 ${className}`}>
      {tags.map((tag) => (
        <li key={tag}>
          <Link
            to={`/blog?tag=${tagSlug(tag)}`}
            className="inline-flex min-h-8 items-center rounded-full bg-mist px-3 text-sm font-medium text-deep hover:bg-glass"
          >
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface PostStatusBadgeProps {
  post: Pick<PostPreview, 'published_at'>;
  className?: string;
}

export function PostStatusBadge({ post, className = '' }: PostStatusBadgeProps) {
  const { published_at: at } = post;
  const now = useServerNow(minuteMs) ?? serverNow();
  if (at && new Date(at).getTime() <= now) return null;
  return (
    <p className={`rounded-full bg-peach px-3 py-1 text-sm font-semibold text-ember ${className}`}>
      {at ? `Scheduled for ${formatDateTime(at)}` : 'Draft'}
    </p>
  );
}
