import { lazy, Suspense } from 'react';
import { data, redirect, useLocation, useParams } from 'react-router';
import { pageContext } from '../../../load-context.ts';
import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import { movedUrl } from '../../../shared/http/moved-url.ts';
import { type Result, toResult, withServerTimeout } from '../../../shared/result.ts';
import { seoMeta, siteFacts } from '../../../shared/seo/meta-tags.ts';
import { truncate } from '../../../shared/text/text.ts';
import { Redirect } from '../../../ui/browser/redirect.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { PageSpinner } from '../../../ui/loading/spinner.tsx';
import { PageMessage } from '../../../ui/page-message.tsx';
import { loadPost } from '../load-post.ts';
import { feedLinks, postJsonLd } from '../page-head.ts';
import type { Post } from '../post.ts';
import { PostView } from '../reading/post-view.tsx';
import { useIsAdmin } from '../reading/use-is-admin.ts';
import type { Route } from './+types/post';

/** Only admins' browsers load it. */
const PostControls = lazy(async () => ({
  default: (await import('../reading/admin-actions.tsx')).PostControls,
}));

type PostResult = Result<Post> & { isMissing?: boolean };

function load(slug: string, fetch?: Fetch): Promise<PostResult> {
  let isMissing = false;
  const call = loadPost(slug, fetch).catch((error: unknown) => {
    isMissing = error instanceof ApiError && error.status === 404;
    throw error;
  });
  return toResult(call, 'Failed to load blog post').then((result) => ({ ...result, isMissing }));
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, origin, structuredData } = context.get(pageContext);
  const post: PostResult | { pending: true } = await withServerTimeout(load(params.slug, api));
  if ('value' in post && post.value.slug !== params.slug)
    throw redirect(movedUrl(`/blog/${post.value.slug}`, new URL(request.url)), 301);
  if ('value' in post) structuredData.push(...postJsonLd(post.value, origin));
  const isMissing = 'isMissing' in post && post.isMissing;
  return data({ post }, { status: isMissing ? 404 : 200 });
}

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => ({ post: load(params.slug) });

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const result = loaderData?.post as PostResult | Promise<PostResult> | undefined;
  // The post is still loading; the page sets its title afterwards.
  if (!result || result instanceof Promise) return [];
  if (!('value' in result))
    return [{ title: formatTitle('Blog Post Not Found') }, { name: 'robots', content: 'noindex' }];
  const { slug, title, summary, published_at, cover } = result.value;
  const isReadable = published_at !== null && new Date(published_at).getTime() <= Date.now();
  return [
    ...seoMeta({
      ...siteFacts(matches),
      path: `/blog/${slug}`,
      title: formatTitle(title),
      description: truncate(summary || plainText(result.value)),
      image: `/share/post/${slug}.jpg`,
      imageAlt: cover?.alt || title,
      kind: 'article',
    }),
    ...(isReadable ? [{ property: 'article:published_time', content: published_at }] : []),
    ...(isReadable ? [] : [{ name: 'robots', content: 'noindex' }]),
    ...feedLinks,
  ];
};

const formatTitle = (title: string): string => `${title} | PCB Beach Rentals`;

const plainText = ({ html_rich_text: html }: Post): string => html.replace(/<[^>]*>/g, ' ').slice(0, 400);

export default function PostPage({ loaderData: { post } }: Route.ComponentProps) {
  const isNamed = !(post instanceof Promise);
  return (
    <AsyncContent
      from={post}
      pending={<PageSpinner />}
      failed={(message) => (
        <>
          {!isNamed && <title>{formatTitle('Blog Post Not Found')}</title>}
          <NoPost message={message} />
        </>
      )}
    >
      {(loaded) => (
        <>
          {!isNamed && <title>{formatTitle(loaded.title)}</title>}
          <LoadedPost post={loaded} />
        </>
      )}
    </AsyncContent>
  );
}

function LoadedPost({ post }: { post: Post }) {
  const { slug } = useParams();
  const location = useLocation();
  const isAdmin = useIsAdmin();
  if (slug !== post.slug) return <Redirect to={movedUrl(`/blog/${post.slug}`, location)} />;
  const controls = isAdmin && (
    <Suspense>
      <PostControls post={post} />
    </Suspense>
  );
  return <PostView post={post} controls={controls} />;
}

function NoPost({ message }: { message: string }) {
  return (
    <PageMessage
      title="Blog Post Not Found"
      text={message || "The blog post you're looking for doesn't exist."}
      isAlert
    >
      <ButtonLink to="/blog">Back to Blog</ButtonLink>
    </PageMessage>
  );
}
