import { Link } from 'react-router';
import { tagSlug } from '../post.ts';

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
