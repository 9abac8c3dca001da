import { RichText } from '../../../ui/rich-text/viewer.tsx';
import type { Post } from '../post.ts';
import { PostCover } from './post-cover.tsx';
import { PostMeta } from './post-meta.tsx';
import { TagLinks } from './tag-links.tsx';

export function Article({ post }: { post: Post }) {
  return (
    <article aria-labelledby="post-title" className="page-width">
      <header className="mx-auto mt-4 max-w-176 sm:mt-6">
        <PostMeta post={post} className="text-base" />
        <h1
          id="post-title"
          className="mt-4 text-4xl wrap-anywhere text-deep sm:text-5xl lg:text-[3.5rem] lg:leading-[1.08]"
        >
          {post.title}
        </h1>
        {post.summary && <p className="mt-5 text-xl leading-relaxed text-slate">{post.summary}</p>}
      </header>
      {post.cover && (
        <PostCover
          post={post}
          eager
          sizes="(min-width: 66rem) 62rem, calc(100vw - 2.5rem)"
          className="mx-auto mt-8 aspect-3/2 max-w-248 rounded-3xl sm:mt-10 sm:aspect-2/1"
        />
      )}
      <div className="mx-auto mt-9 max-w-176 sm:mt-12">
        <RichText html={post.html_rich_text} className="long-read wrap-anywhere" />
        <TagLinks tags={post.tags} className="mt-10" />
      </div>
    </article>
  );
}
