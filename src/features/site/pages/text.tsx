import { pageContext } from '../../../load-context.ts';
import { formatDate } from '../../../shared/dates.ts';
import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import { breadcrumbs } from '../../../shared/seo/json-ld.ts';
import { seoMeta, siteFacts } from '../../../shared/seo/meta-tags.ts';
import { RichText } from '../../../ui/rich-text/viewer.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import { textPage } from '../calls.ts';
import type { TextPage } from '../content/contract.server.ts';
import type { Route } from './+types/text';

const toSlug = (request: Request): string => new URL(request.url).pathname.replaceAll('/', '');

/** The footer and the booking flow link here whether the hosts have a text or have deleted it. */
const titles: Record<string, string> = {
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  cancellation: 'Cancellation',
};

interface TextPageData extends Pick<TextPage, 'slug' | 'title'> {
  /** `null` while the hosts have none. */
  text: Pick<TextPage, 'html' | 'updatedAt'> | null;
}

async function load(slug: string, fetch?: Fetch): Promise<TextPageData> {
  try {
    const { title, ...text } = await textPage.read({ slug, fetch });
    return { slug, title, text };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      return { slug, title: titles[slug] ?? 'Terms of Service', text: null };
    throw error;
  }
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { api, origin, structuredData } = context.get(pageContext);
  const page = await load(toSlug(request), api);
  structuredData.push(
    breadcrumbs(origin, [
      { name: 'Home', path: '/' },
      { name: page.title, path: `/${page.slug}` },
    ]),
  );
  return page;
}

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(toSlug(request));

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
export default function PolicyPage({ loaderData: { title, text } }: Route.ComponentProps) {
  return (
    <article className="page-width pt-10 pb-20 sm:pt-16 sm:pb-28">
      <div className="mx-auto max-w-3xl">
        <h1 className="text-4xl text-deep sm:text-5xl">{title}</h1>
        {text ? (
          <>
            <p className="mt-3 mb-8 text-slate">As of {formatDate(text.updatedAt)}</p>
            <RichText html={text.html} className="long-read" />
          </>
        ) : (
          <NoText />
        )}
      </div>
    </article>
  );
}

const contactClass = 'font-semibold text-gulf underline underline-offset-4';

function NoText() {
  const { phone, phoneHref, email } = useSiteSettings();
  return (
    <p className="mt-6 text-lg text-ink">
      This page is being written. What holds for your stay stands beside its price before you book it; for
      anything else please write to{' '}
      <a href={`mailto:${email}`} className={contactClass}>
        {email}
      </a>
      {phone && (
        <>
          {' '}
          or call{' '}
          <a href={phoneHref} className={contactClass}>
            {phone}
          </a>
        </>
      )}
      .
    </p>
  );
}
