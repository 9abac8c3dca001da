export interface PageFacts {
  /** The origin, such as `https://pcbbeachrentals.example`. */
  origin: string;
  siteName: string;
  /** Canonical, from `/`. */
  path: string;
  title: string;
  description: string;
  /** 1200 × 630 pixels, a path on this site. */
  image?: string;
  imageAlt?: string;
  kind?: 'website' | 'article';
}

type MetaTag =
  | { title: string }
  | { name: string; content: string }
  | { property: string; content: string }
  | { tagName: 'link'; rel: string; href: string };

const homeImage = '/share/page/home.jpg';

/** Title, description, canonical URL, Open Graph and Twitter card for React Router's `meta`. */
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

interface RootMeta {
  origin: string;
  settings: { business_name: string };
}

export function siteFacts(matches: readonly unknown[]): Pick<PageFacts, 'origin' | 'siteName'> {
  const root = (matches[0] as { loaderData?: RootMeta } | undefined)?.loaderData;
  return { origin: root?.origin ?? '', siteName: root?.settings.business_name ?? '' };
}
