import {
  type BusinessFacts,
  businessId,
  context,
  type ImageFacts,
  omitEmpty,
  type StructuredData,
} from './json-ld.ts';

export interface StayFacts {
  id: string;
  path: string;
  title: string;
  description: string;
  /** Google leaves out a home with fewer than eight. */
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
  reviews?: ReviewFacts;
}

/** Reviews of stays in the home, from the third on. */
export interface ReviewFacts {
  average: number;
  count: number;
  reviews: { name: string; rating: number; text: string }[];
}

const toRating = (value: number) => ({ ratingValue: value, bestRating: 5, worstRating: 1 });

/** https://developers.google.com/search/docs/appearance/structured-data/review-snippet */
const toReviewMarkup = (facts: ReviewFacts | undefined) => ({
  aggregateRating: facts && {
    '@type': 'AggregateRating',
    ...toRating(facts.average),
    reviewCount: facts.count,
  },
  review: facts?.reviews.map(({ name, rating, text }) => ({
    '@type': 'Review',
    author: { '@type': 'Person', name },
    reviewRating: { '@type': 'Rating', ...toRating(rating) },
    reviewBody: text,
  })),
});

/** The price of a dated stay, in minor units with all fees and taxes; `isFree` is false for taken nights. */
export interface StayOffer {
  checkin: string;
  checkout: string;
  guests: number;
  pets?: number;
  promoCode?: string;
  isFree: boolean;
  total?: number;
  currency: string;
}

/** Describes the price of a stay as https://schema.org/Offer; its URL has the dates and the party. */
function toOffer(url: string, sellerId: string, offer: StayOffer) {
  const { checkin, checkout, guests, pets = 0, promoCode, isFree, total, currency } = offer;
  // Everything that the price depends on: the page at this URL must show the same price.
  const dates = new URLSearchParams({ checkin, checkout, guests: String(guests) });
  if (pets > 0) dates.set('pets', String(pets));
  if (promoCode) dates.set('promoCode', promoCode);
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

/** Names of rooms that have beds but do not count as bedrooms. */
const isForLiving =
  /\b(living|family|great|dining|sitting|game)[ -]?(room|area)\b|\b(den|loft|hall|porch)\b/i;

/** Describes a home as Google requires: https://developers.google.com/search/docs/appearance/structured-data/vacation-rental */
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
    ...toReviewMarkup(stay.reviews),
    makesOffer: stay.offer && toOffer(origin + stay.path, businessId(origin), stay.offer),
  });
}
