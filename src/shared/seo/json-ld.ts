import type { SiteSettings } from '../site-settings.server.ts';

export type StructuredData = Record<string, unknown> & { '@type': string };

/** A node, or a function of the business, which the root's loader loads. */
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

interface ImageFacts {
  src: string;
  alt?: string;
  width?: number;
  height?: number;
}

const context = 'https://schema.org';

const businessId = (origin: string) => `${origin}/#business`;
const siteId = (origin: string) => `${origin}/#website`;

function omitEmpty<T extends Record<string, unknown>>(facts: T): T {
  const isKnown = ([, value]: [string, unknown]) =>
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(facts).filter(isKnown)) as T;
}

const toImageObject = (origin: string, { src, alt, width, height }: ImageFacts) =>
  omitEmpty({ '@type': 'ImageObject', url: new URL(src, origin).href, caption: alt, width, height });

/** Without a rating: search engines ignore those that a site gives itself. */
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
  pictures: ImageFacts[];
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
    image: post.pictures.map((picture) => toImageObject(origin, picture)),
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

export interface StayFacts {
  id: string;
  path: string;
  title: string;
  description: string;
  /** At least eight, or Google leaves the home out. */
  pictures: ImageFacts[];
  guests: number;
  beds: number;
  baths: number;
  kind: 'House' | 'Apartment' | 'Villa';
  latitude: number | null;
  longitude: number | null;
  locality: string;
  /** `16:00`, in the property's time zone. */
  checkInFrom: string;
  checkOutUntil: string;
  sleeping: { room: string; beds: { kind: string; count: number }[] }[];
  amenities: string[];
  offer?: StayOffer;
}

/** What some nights cost, or that they cannot be had; `total` in minor units with all fees and taxes. */
export interface StayOffer {
  checkin: string;
  checkout: string;
  guests: number;
  isFree: boolean;
  total?: number;
  currency: string;
}

/** https://schema.org/Offer, for the dates of the address. */
function toOffer(url: string, sellerId: string, offer: StayOffer) {
  const { checkin, checkout, guests, isFree, total, currency } = offer;
  const dates = new URLSearchParams({ checkin, checkout, guests: String(guests) });
  return omitEmpty({
    '@type': 'Offer',
    url: `${url}?${dates}`,
    availability: `${context}/${isFree ? 'InStock' : 'SoldOut'}`,
    businessFunction: 'http://purl.org/goodrelations/v1#LeaseOut',
    price: total === undefined ? undefined : (total / 100).toFixed(2),
    priceCurrency: total === undefined ? undefined : currency.toUpperCase(),
    priceSpecification:
      total === undefined
        ? undefined
        : {
            '@type': 'CompoundPriceSpecification',
            price: (total / 100).toFixed(2),
            priceCurrency: currency.toUpperCase(),
            valueAddedTaxIncluded: true,
          },
    checkinTime: checkin,
    checkoutTime: checkout,
    seller: { '@id': sellerId },
  });
}

/** Rooms to sleep in that are no bedrooms. */
const isForLiving =
  /\b(living|family|great|dining|sitting|game)[ -]?(room|area)\b|\b(den|loft|hall|porch)\b/i;

/** What Google asks for: https://developers.google.com/search/docs/appearance/structured-data/vacation-rental */
export function vacationRental(business: BusinessFacts, stay: StayFacts): StructuredData {
  const { origin } = business;
  return omitEmpty({
    '@context': context,
    '@type': 'VacationRental',
    '@id': `${origin}${stay.path}#home`,
    additionalType: stay.kind,
    identifier: stay.id,
    name: stay.title,
    description: stay.description,
    url: origin + stay.path,
    image: stay.pictures.map(({ src }) => new URL(src, origin).href),
    latitude: stay.latitude,
    longitude: stay.longitude,
    address: {
      '@type': 'PostalAddress',
      addressLocality: stay.locality,
      addressRegion: 'FL',
      addressCountry: 'US',
    },
    brand: { '@type': 'Brand', name: business.name },
    knowsLanguage: 'en-US',
    telephone: business.phone,
    checkinTime: `${stay.checkInFrom}:00`,
    checkoutTime: `${stay.checkOutUntil}:00`,
    containsPlace: omitEmpty({
      '@type': 'Accommodation',
      additionalType: 'EntirePlace',
      occupancy: { '@type': 'QuantitativeValue', value: stay.guests },
      numberOfBedrooms: stay.sleeping.filter(({ room }) => !isForLiving.test(room)).length || undefined,
      numberOfBathroomsTotal: stay.baths,
      bed: stay.sleeping
        .flatMap(({ beds }) => beds)
        .map(({ kind, count }) => ({ '@type': 'BedDetails', typeOfBed: kind, numberOfBeds: count })),
      amenityFeature: stay.amenities.map((name) => ({
        '@type': 'LocationFeatureSpecification',
        name,
        value: true,
      })),
    }),
    parentOrganization: { '@id': businessId(origin) },
    makesOffer: stay.offer && toOffer(origin + stay.path, businessId(origin), stay.offer),
  });
}
