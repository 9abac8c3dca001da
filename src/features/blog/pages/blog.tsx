import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { pageContext } from '../../../load-context.ts';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { toResult, withServerTimeout } from '../../../shared/result.ts';
import { seoMeta, siteFacts } from '../../../shared/seo/meta-tags.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { PageError } from '../../shop/ui/page-error.tsx';
import { posts } from '../calls.ts';
import { blogJsonLd, feedLinks } from '../page-head.ts';
import type { PostPreview } from '../post.ts';
import { PostList } from '../reading/post-list.tsx';
import { useIsAdmin } from '../reading/use-is-admin.ts';
import type { Route } from './+types/blog';

const load = (fetch?: Fetch) => toResult(posts.list({ fetch }), 'Failed to load blog posts');

export async function loader({ context }: Route.LoaderArgs) {
  const { api, origin, structuredData } = context.get(pageContext);
  structuredData.push(...blogJsonLd(origin));
  return { posts: await withServerTimeout(load(api)) };
}

export const clientLoader = () => ({ posts: load() });

/** Another tag filters the posts that are loaded. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: {
  currentUrl: URL;
  nextUrl: URL;
  defaultShouldRevalidate: boolean;
}) => (currentUrl.search === nextUrl.search ? defaultShouldRevalidate : false);

export const meta: Route.MetaFunction = ({ matches, location }) => [
  ...seoMeta({
    ...siteFacts(matches),
    path: '/blog',
    title: 'Panama City Beach Blog | PCB Beach Rentals',
    description:
      'Local tips and stories for a stay in Panama City Beach, Florida: quiet beaches, places to eat, days with children and what to pack.',
    image: '/share/page/blog.jpg',
  }),
  ...(location.search ? [{ name: 'robots', content: 'noindex, follow' }] : []),
  ...feedLinks,
];

export default function Blog({ loaderData }: Route.ComponentProps) {
  const isAdmin = useIsAdmin();
  const allPosts = useAllPosts(isAdmin);
  return (
    <AsyncContent
      from={loaderData.posts}
      pending={
        <BlogLayout>
          <Spinner />
        </BlogLayout>
      }
      failed={(message) => (
        <PageError message={message}>
          <ButtonLink to="/">Back to Home</ButtonLink>
        </PageError>
      )}
    >
      {(posts) => (
        <BlogLayout
          controls={
            isAdmin && (
              <ButtonLink to="/blog/new" className="shrink-0">
                <Plus aria-hidden="true" className="size-5" />
                Create New Post
              </ButtonLink>
            )
          }
        >
          <PostList posts={allPosts ?? posts} canEdit={isAdmin} />
        </BlogLayout>
      )}
    </AsyncContent>
  );
}

/** Loads drafts and scheduled posts too, for admins; null until they are loaded. */
function useAllPosts(isAdmin: boolean): PostPreview[] | null {
  const [all, setAll] = useState<PostPreview[] | null>(null);
  useEffect(() => {
    if (!isAdmin) return;
    let isMounted = true;
    posts
      .list({ query: { drafts: 'true' } })
      .then((loaded) => isMounted && setAll(loaded))
      .catch(() => {});
    return () => {
      isMounted = false;
    };
  }, [isAdmin]);
  return all;
}

function BlogLayout({ controls, children }: { controls?: ReactNode; children: ReactNode }) {
  return (
    <div className="page-width pt-12 pb-20 sm:pt-20 sm:pb-28">
      <header className="flex flex-col items-start gap-6 lg:flex-row lg:items-end lg:justify-between">
        <div className="max-w-3xl">
          <p className="mb-3 text-sm font-semibold tracking-[0.14em] text-gulf uppercase">Beach blog</p>
          <h1 className="text-4xl text-deep sm:text-5xl lg:text-6xl">Panama City Beach Blog</h1>
          <p className="mt-5 max-w-2xl text-lg text-slate sm:text-xl">
            Quiet beaches, good shrimp, and what to pack: local tips and stories for your stay, from the
            people who live here.
          </p>
        </div>
        {controls}
      </header>
      <div className="mt-10 sm:mt-14">{children}</div>
    </div>
  );
}
