import { expect, test } from 'vitest';
import { blogPosting, breadcrumbs, lodgingBusiness, webSite } from './json-ld.ts';
import { vacationRental } from './vacation-rental.ts';

const business = {
  origin: 'https://stay.example',
  name: 'PCB Beach Rentals',
  town: 'Panama City Beach',
  phone: '(850) 555-0142',
  email: 'hello@stay.example',
  sameAs: ['https://social.example/pcb', ''],
};

const stay = {
  id: '0198c0de-0000-7000-8000-000000000001',
  path: '/stays/sunset-villa',
  title: 'Sunset Villa',
  description: 'A villa with a view.',
  pictures: Array.from({ length: 8 }, (_, index) => ({ src: `/media/${index}/1600.jpg` })),
  guests: 14,
  beds: 4,
  baths: 3,
  kind: 'Villa' as const,
  latitude: 30.17,
  longitude: -85.8,
  locality: 'Panama City Beach',
  checkInFrom: '16:00',
  checkOutUntil: '10:00',
  sleeping: [
    { room: 'Bedroom 1', beds: [{ kind: 'King', count: 1 }] },
    { room: 'Bunk room', beds: [{ kind: 'Twin', count: 4 }] },
  ],
  amenities: ['Private Beach Access'],
};

/** https://developers.google.com/search/docs/appearance/structured-data/vacation-rental, "Required properties". */
test('vacationRental has everything that Google requires', () => {
  const data = vacationRental(business, stay);
  expect(data['@context']).toBe('https://schema.org');
  expect(data['@type']).toBe('VacationRental');
  expect(data.identifier).toBe(stay.id);
  expect(data.name).toBe('Sunset Villa');
  expect(data.latitude).toBe(30.17);
  expect(data.longitude).toBe(-85.8);
  expect(data.image).toHaveLength(8);
  for (const url of data.image as string[]) expect(url).toMatch(/^https:\/\/stay\.example\/media\//);
  expect(data.containsPlace).toMatchObject({
    '@type': 'Accommodation',
    occupancy: { '@type': 'QuantitativeValue', value: 14 },
  });
});

test('vacationRental has what Google recommends, as far as it is known', () => {
  expect(vacationRental(business, stay)).toMatchObject({
    additionalType: 'Villa',
    brand: { '@type': 'Brand', name: 'PCB Beach Rentals' },
    knowsLanguage: 'en-US',
    checkinTime: '16:00:00',
    checkoutTime: '10:00:00',
    url: 'https://stay.example/stays/sunset-villa',
    address: { addressLocality: 'Panama City Beach', addressRegion: 'FL', addressCountry: 'US' },
    containsPlace: {
      additionalType: 'EntirePlace',
      numberOfBedrooms: 2,
      numberOfBathroomsTotal: 3,
      bed: [
        { '@type': 'BedDetails', typeOfBed: 'King', numberOfBeds: 1 },
        { '@type': 'BedDetails', typeOfBed: 'Twin', numberOfBeds: 4 },
      ],
      amenityFeature: [
        { '@type': 'LocationFeatureSpecification', name: 'Private Beach Access', value: true },
      ],
    },
  });
});

test("vacationRental counts a living room's sofa bed as a bed and the room as no bedroom", () => {
  const sofa = { room: 'Living room', beds: [{ kind: 'sofa bed', count: 1 }] };
  const data = vacationRental(business, { ...stay, sleeping: [...stay.sleeping, sofa] });
  expect(data.containsPlace).toMatchObject({ numberOfBedrooms: 2, bed: { length: 3 } });
});

test('vacationRental omits empty values', () => {
  const data = vacationRental(business, { ...stay, description: '', sleeping: [] });
  expect(data).not.toHaveProperty('description');
  expect(data.containsPlace).not.toHaveProperty('numberOfBedrooms');
  expect(data.containsPlace).not.toHaveProperty('bed');
});

test('no JSON-LD claims a rating', () => {
  const all = JSON.stringify([
    vacationRental(business, stay),
    lodgingBusiness(business),
    webSite(business),
    breadcrumbs(business.origin, []),
  ]);
  expect(all).not.toMatch(/rating|review/i);
});

test('lodgingBusiness has name, address and other profiles', () => {
  expect(lodgingBusiness(business)).toMatchObject({
    '@type': 'LodgingBusiness',
    '@id': 'https://stay.example/#business',
    name: 'PCB Beach Rentals',
    telephone: '(850) 555-0142',
    address: { '@type': 'PostalAddress', addressLocality: 'Panama City Beach' },
    sameAs: ['https://social.example/pcb'],
  });
  expect(lodgingBusiness({ ...business, phone: '' })).not.toHaveProperty('telephone');
  expect(webSite(business)).toMatchObject({
    '@type': 'WebSite',
    publisher: { '@id': 'https://stay.example/#business' },
  });
});

test('breadcrumbs count from one with absolute URLs', () => {
  const trail = [
    { name: 'Home', path: '/' },
    { name: 'Sunset Villa', path: '/stays/sunset-villa' },
  ];
  expect(breadcrumbs(business.origin, trail).itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://stay.example/' },
    {
      '@type': 'ListItem',
      position: 2,
      name: 'Sunset Villa',
      item: 'https://stay.example/stays/sunset-villa',
    },
  ]);
});

test('blogPosting has author, dates and images', () => {
  const post = {
    path: '/blog/quiet-beaches',
    title: 'Quiet beaches',
    summary: 'Where nobody is.',
    author: 'Marisol Reyes',
    publishedAt: '2025-03-01T12:00:00.000Z',
    images: [{ src: '/share/post/quiet-beaches.jpg', alt: 'Dunes', width: 1200, height: 630 }],
    tags: [],
  };
  expect(blogPosting(business, post)).toMatchObject({
    '@type': 'BlogPosting',
    headline: 'Quiet beaches',
    datePublished: '2025-03-01T12:00:00.000Z',
    dateModified: '2025-03-01T12:00:00.000Z',
    author: { '@type': 'Person', name: 'Marisol Reyes' },
    publisher: { '@type': 'Organization', name: 'PCB Beach Rentals' },
    image: [
      {
        '@type': 'ImageObject',
        url: 'https://stay.example/share/post/quiet-beaches.jpg',
        caption: 'Dunes',
        width: 1200,
        height: 630,
      },
    ],
    mainEntityOfPage: 'https://stay.example/blog/quiet-beaches',
  });
  expect(blogPosting(business, post)).not.toHaveProperty('keywords');
  expect(blogPosting(business, { ...post, author: 'PCB Beach Rentals' }).author).toMatchObject({
    '@type': 'Organization',
  });
});

const nights = { checkin: '2027-07-05', checkout: '2027-07-10', guests: 4, currency: 'usd' };

test.each([
  [
    { isFree: true, total: 113_120 },
    { availability: 'https://schema.org/InStock', price: '1131.20' },
  ],
  [{ isFree: false }, { availability: 'https://schema.org/SoldOut' }],
])('dates are offered as %o', (state, offer) => {
  const { makesOffer } = vacationRental(business, { ...stay, offer: { ...nights, ...state } });
  expect(makesOffer).toMatchObject({
    '@type': 'Offer',
    url: 'https://stay.example/stays/sunset-villa?checkin=2027-07-05&checkout=2027-07-10&guests=4',
    ...offer,
  });
});

test('vacationRental names ratings and reviews where guests of the home wrote them', () => {
  const reviews = { average: 4.33, count: 3, reviews: [{ name: 'Ann', rating: 4, text: 'Sand </script>' }] };
  expect(vacationRental(business, { ...stay, reviews })).toMatchObject({
    aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.33, reviewCount: 3, bestRating: 5 },
    review: [{ '@type': 'Review', author: { '@type': 'Person', name: 'Ann' }, reviewBody: 'Sand </script>' }],
  });
});
