import { expect, test } from 'vitest';
import type { Property } from '../../listings/property.ts';
import type { Availability } from '../calendar/calendar.ts';
import { toResultsPage } from './results-page.ts';

const picture = (n: number) =>
  ({ src: `/media/${n}.webp`, alt: '', width: 3, height: 2, variants: [] }) as never;
const availability: Availability = Array.from({ length: 60 }, (_, n) => ({
  slug: `home-${n}`,
  title: `Home ${n}`,
  isFree: n < 30,
  currency: 'usd',
  nearest: [],
}));
const properties = availability.map(
  ({ slug, title }, n) =>
    ({
      slug,
      title,
      guests: 4,
      beds: 2,
      baths: 1,
      description: 'Long',
      pictures: [picture(n), picture(n)],
    }) as never,
) as Property[];

test('a page of results has 24 homes, counts all free ones and has one image of each', () => {
  const shown = toResultsPage({ value: availability }, properties, 2);
  if (!('value' in shown)) throw new Error('no results');
  expect(shown.value).toMatchObject({ page: 2, pages: 3, free: 30 });
  expect(shown.value.homes.map(({ slug }) => slug)).toEqual(
    availability.slice(24, 48).map(({ slug }) => slug),
  );
  expect(shown.value.homes[0]?.facts).toEqual({ guests: 4, beds: 2, baths: 1, image: picture(24) });
  expect(JSON.stringify(shown.value)).not.toContain('Long');
});

test('a home without facts is shown without them', () => {
  const shown = toResultsPage({ value: availability.slice(0, 1) }, [], 1);
  expect(shown).toEqual({ value: { homes: [availability[0]], page: 1, pages: 1, free: 1 } });
});

test('a failed search stays one', () => {
  expect(toResultsPage({ failure: 'Not now' }, properties, 1)).toEqual({ failure: 'Not now' });
});
