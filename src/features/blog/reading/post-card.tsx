import { Pencil } from 'lucide-react';
import { Link } from 'react-router';
import type { PostPreview } from '../post.ts';
import { PostCover } from './post-cover.tsx';
import { PostMeta, PostStatusBadge, TagLinks } from './post-meta.tsx';

interface PostCardProps {
  post: PostPreview;
  eager?: boolean;
  canEdit?: boolean;
  heading?: 'h2' | 'h3';
}

export function PostCard({ post, eager, canEdit, heading: Heading = 'h2' }: PostCardProps) {
  const path = `/blog/${post.slug}` as const;
  return (
    <article className="relative flex h-full flex-col overflow-hidden rounded-3xl bg-white shadow-card transition-shadow duration-300 hover:shadow-lift lone:grid lone:grid-cols-2">
      <Link to={path} tabIndex={-1} aria-hidden="true" className="block">
        <PostCover
          post={post}
          alt=""
          eager={eager}
          sizes="(min-width: 64rem) 24rem, (min-width: 48rem) 50vw, 100vw"
          className="aspect-16/9 lone:aspect-auto lone:h-full"
        />
      </Link>
      {canEdit && (
        <Link
          to={`/blog/edit/${post.id}`}
          title="Edit Post"
          aria-label="Edit Post"
          aria-describedby={`title-${post.id}`}
          className="absolute top-3 right-3 grid size-11 place-items-center rounded-full bg-white text-gulf shadow-card hover:bg-mist"
        >
          <Pencil aria-hidden="true" className="size-5" />
        </Link>
      )}
      <div className="flex grow flex-col gap-3 p-6 sm:p-7">
        {canEdit && <PostStatusBadge post={post} className="self-start" />}
        <PostMeta post={post} />
        <Heading id={`title-${post.id}`} className="text-2xl wrap-anywhere">
          <Link to={path} className="text-deep hover:text-coral hover:underline">
            {post.title}
          </Link>
        </Heading>
        {post.summary && <p className="line-clamp-3 text-slate">{post.summary}</p>}
        <TagLinks tags={post.tags} />
        <Link
          to={path}
          aria-describedby={`title-${post.id}`}
          className="mt-auto self-start py-1.5 font-semibold text-gulf hover:underline"
        >
          Read More →
        </Link>
      </div>
    </article>
  );
}
