import type { SiteSettings } from '../site-settings.server.ts';

export type StructuredData = Record<string, unknown> & { '@type': string };

/** A node of structured data, or a function that makes it from the facts that the root's loader has. */
export type StructuredDataSource = StructuredData | ((business: BusinessFacts) => StructuredData);

export interface BusinessFacts {
  origin: string;
  name: string;
  town: string;
  phone: string;
  email: string;
  sameAs?: string[];
}

export const toBusinessFacts = (settings: SiteSettings, origin: string): BusinessFacts => ({
  origin,
  name: settings.business_name,
  town: settings.town,
  phone: settings.phone,
  email: settings.email,
  sameAs: [settings.social_facebook_url, settings.social_instagram_url, settings.social_tiktok_url],
});

export interface ImageFacts {
  src: string;
  alt?: string;
  width?: number;
  height?: number;
}

export const context = 'https://schema.org';

export const businessId = (origin: string) => `${origin}/#business`;
const siteId = (origin: string) => `${origin}/#website`;

export function omitEmpty<T extends Record<string, unknown>>(facts: T): T {
  const hasValue = ([, value]: [string, unknown]) =>
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(facts).filter(hasValue)) as T;
}

const toImageObject = (origin: string, { src, alt, width, height }: ImageFacts) =>
  omitEmpty({ '@type': 'ImageObject', url: new URL(src, origin).href, caption: alt, width, height });

/** Describes the business without a rating: search engines ignore ratings that a site gives itself. */
export const lodgingBusiness = (business: BusinessFacts): StructuredData =>
  omitEmpty({
    '@context': context,
    '@type': 'LodgingBusiness',
    '@id': businessId(business.origin),
    name: business.name,
    url: `${business.origin}/`,
    telephone: business.phone,
    email: business.email,
    logo: `${business.origin}/icons/icon-512.png`,
    image: `${business.origin}/share/page/home.jpg`,
    address: {
      '@type': 'PostalAddress',
      addressLocality: business.town,
      addressRegion: 'FL',
      addressCountry: 'US',
    },
    sameAs: business.sameAs?.filter((url) => url !== ''),
  });

export const webSite = (business: BusinessFacts): StructuredData => ({
  '@context': context,
  '@type': 'WebSite',
  '@id': siteId(business.origin),
  name: business.name,
  url: `${business.origin}/`,
  inLanguage: 'en-US',
  publisher: { '@id': businessId(business.origin) },
});

export const breadcrumbs = (origin: string, trail: { name: string; path: string }[]): StructuredData => ({
  '@context': context,
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: origin + path,
  })),
});

export interface PostFacts {
  path: string;
  title: string;
  summary: string;
  author: string;
  publishedAt: string;
  modifiedAt?: string;
  images: ImageFacts[];
  tags?: string[];
  wordCount?: number;
}

export function blogPosting(business: BusinessFacts, post: PostFacts): StructuredData {
  const { origin, name } = business;
  const publisher = { '@type': 'Organization', '@id': businessId(origin), name, url: `${origin}/` };
  return omitEmpty({
    '@context': context,
    '@type': 'BlogPosting',
    '@id': `${origin}${post.path}#post`,
    mainEntityOfPage: origin + post.path,
    url: origin + post.path,
    headline: post.title.slice(0, 110),
    description: post.summary,
    image: post.images.map((image) => toImageObject(origin, image)),
    datePublished: post.publishedAt,
    dateModified: post.modifiedAt ?? post.publishedAt,
    author: post.author === name || post.author === '' ? publisher : { '@type': 'Person', name: post.author },
    publisher,
    keywords: post.tags,
    wordCount: post.wordCount,
    inLanguage: 'en-US',
    isPartOf: { '@id': siteId(origin) },
  });
}
