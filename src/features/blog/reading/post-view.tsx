import type { ReactNode } from 'react';
import { BackLink } from '../../../ui/back-link.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import type { Post } from '../post.ts';
import { Article } from './article.tsx';
import { RelatedPosts } from './related-posts.tsx';

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
