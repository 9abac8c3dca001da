import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import { HomeResults } from './home-results.tsx';
import type { HomeResult } from './results-page.ts';

const taken: HomeResult = {
  slug: 'quiet-dune',
  title: 'Quiet Dune',
  currency: 'usd',
  isFree: false,
  reason: 'dates_taken',
  message: 'Quiet Dune is booked on all of these nights.',
  nearest: [],
};
const free: HomeResult = {
  ...taken,
  slug: 'tern',
  title: 'Tern',
  isFree: true,
  total: 60_000,
  perNight: 20_000,
};
const search = { checkin: '2027-07-05', checkout: '2027-07-08', guests: 2, pets: 0 };

const show = (homes: HomeResult[], held: string) =>
  renderPage(
    <HomeResults
      results={{ homes, free: homes.filter(({ isFree }) => isFree).length, page: 1, pages: 1 }}
      search={search}
      isHeld={(slug) => slug === held}
    />,
  ).text;

test('a home that this browser holds is not called booked, and no waitlist is offered for it', () => {
  const text = show([free, taken], 'quiet-dune');
  expect(text).toContain('1 other home free on these dates');
  expect(text).toMatch(/Quiet Dune.*You hold these nights\..*See this stay/);
  expect(text).not.toMatch(/is booked|waitlist/);
  expect(show([taken], 'quiet-dune')).toContain('No other home is free on these dates');
});

test('a home that others hold is booked, with its waitlist', () => {
  const text = show([free, taken], '');
  expect(text).toContain('1 home free on these dates');
  expect(text).toMatch(/is booked on all of these nights\..*Join the waitlist for these nights/);
});
