import { data } from 'react-router';
import { pageContext } from '../../../load-context.ts';
import { formatDate } from '../../../shared/dates.ts';
import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import { seoMeta, siteFacts } from '../../../shared/seo/meta-tags.ts';
import { RichText } from '../../../ui/rich-text/viewer.tsx';
import { siteClient } from '../client.ts';
import type { Route } from './+types/text';

const slugOf = (request: Request): string => new URL(request.url).pathname.replaceAll('/', '');

/** @throws a 404 response for a page that there is not */
async function load(slug: string, fetch?: Fetch) {
  try {
    return await siteClient(fetch).page(slug);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      throw data(null, { status: 404, statusText: 'Not Found' });
    throw error;
  }
}

export const loader = ({ request, context }: Route.LoaderArgs) =>
  load(slugOf(request), context.get(pageContext).api);

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(slugOf(request));

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return [];
  const site = siteFacts(matches);
  return seoMeta({
    ...site,
    path: `/${loaderData.slug}`,
    title: `${loaderData.title} | ${site.siteName}`,
    description: `${loaderData.title} of stays with ${site.siteName}.`,
  });
};

/** Terms, privacy and cancellation, as the hosts wrote them. */
export default function TextPage({ loaderData: { title, html, updatedAt } }: Route.ComponentProps) {
  return (
    <article className="page-width pt-10 pb-20 sm:pt-16 sm:pb-28">
      <div className="mx-auto max-w-3xl">
        <h1 className="text-4xl text-deep sm:text-5xl">{title}</h1>
        <p className="mt-3 mb-8 text-slate">As of {formatDate(updatedAt)}</p>
        <RichText html={html} className="long-read" />
      </div>
    </article>
  );
}
