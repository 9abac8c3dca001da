import { formatDate } from '../../../shared/dates.ts';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import type { PostPreview } from '../post.ts';

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
            className="relative pl-5 before:absolute before:left-1.5 before:text-lagoon before:content-['•'/'']"
          >
            {fact}
          </li>
        ))}
      </ul>
    </div>
  );
}
