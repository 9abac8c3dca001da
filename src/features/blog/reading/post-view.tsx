import type { ReactNode } from 'react';
import { BackLink } from '../../../ui/back-link.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { RichText } from '../../../ui/rich-text/viewer.tsx';
import type { Post, PostPreview } from '../post.ts';
import { PostCard } from './post-card.tsx';
import { PostCover } from './post-cover.tsx';
import { PostMeta, TagLinks } from './post-meta.tsx';

export function PostView({ post, controls }: { post: Post; controls?: ReactNode }) {
  return (
    <div className="pt-8 pb-20 sm:pt-12 sm:pb-28">
      <div className="page-width">
        <div className="mx-auto flex max-w-176 flex-wrap items-center justify-between gap-3">
          <BackLink to="/blog">Back to Blog</BackLink>
          {controls}
        </div>
      </div>
      <Article post={post} />
      <div className="page-width">
        <aside
          aria-labelledby="getaway"
          className="mx-auto mt-14 flex max-w-4xl flex-col items-start gap-6 rounded-3xl bg-sand p-7 sm:mt-20 sm:p-12 md:flex-row md:items-center md:justify-between"
        >
          <h2 id="getaway" className="max-w-lg text-3xl text-deep sm:text-4xl">
            Ready for Your Panama City Beach Getaway?
          </h2>
          <ButtonLink to="/#properties" className="shrink-0 px-8 text-lg">
            View Our Properties
          </ButtonLink>
        </aside>
        <RelatedPosts posts={post.related} />
      </div>
    </div>
  );
}

function Article({ post }: { post: Post }) {
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

function RelatedPosts({ posts }: { posts: PostPreview[] }) {
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby="related" className="mt-16 sm:mt-24">
      <h2 id="related" className="mb-8 text-3xl text-deep sm:text-4xl">
        More from the Beach Blog
      </h2>
      <ul className="card-grid">
        {posts.map((post) => (
          <li key={post.id}>
            <PostCard post={post} heading="h3" />
          </li>
        ))}
      </ul>
    </section>
  );
}
