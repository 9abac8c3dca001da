/** What search engines and people who share a page are told of it. */
export interface PageFacts {
  /** The site's origin, such as `https://pcbbeachrentals.example`. */
  origin: string;
  siteName: string;
  /** The one address of the page, from `/`. */
  path: string;
  /** As the browser's tab shows it. */
  title: string;
  description: string;
  /** A picture of 1200 × 630 pixels, as a path on this site. */
  image?: string;
  imageAlt?: string;
  kind?: 'website' | 'article';
}

type MetaTag =
  | { title: string }
  | { name: string; content: string }
  | { property: string; content: string }
  | { tagName: 'link'; rel: string; href: string };

/** The picture of pages that have none of their own, drawn at `/share/page/{name}.jpg`. */
const homeImage = '/share/page/home.jpg';

/** A page's title, description, canonical address, Open Graph and Twitter card, in the form React Router's `meta` takes. */
export function seoMeta(page: PageFacts): MetaTag[] {
  const { origin, title, description, image = homeImage, imageAlt = title } = page;
  const url = origin + page.path;
  const shared = { title, description, image: origin + image, 'image:alt': imageAlt };
  const graph = {
    ...shared,
    'image:width': '1200',
    'image:height': '630',
    url,
    type: page.kind ?? 'website',
    site_name: page.siteName,
    locale: 'en_US',
  };
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...Object.entries(graph).map(([key, content]) => ({ property: `og:${key}`, content })),
    ...Object.entries({ ...shared, card: 'summary_large_image' }).map(([key, content]) => ({
      name: `twitter:${key}`,
      content,
    })),
  ];
}

interface RootData {
  origin: string;
  settings: { business_name: string };
}

/** The two facts of every page, from the matches that React Router's `meta` is given; the root is the first. */
export function siteFacts(matches: readonly unknown[]): Pick<PageFacts, 'origin' | 'siteName'> {
  const root = (matches[0] as { loaderData?: RootData } | undefined)?.loaderData;
  return { origin: root?.origin ?? '', siteName: root?.settings.business_name ?? '' };
}
