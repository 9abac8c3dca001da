import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { RateEffect } from './contract.server.ts';
import { EffectView } from './effect-view.tsx';

const figures = {
  nights: 7,
  changedNights: 7,
  bookedNights: 0,
  openQuotes: 0,
  openOffers: 0,
  unreachable: [],
  before: { lowest: 20_000, highest: 26_000 },
  after: { lowest: 33_000, highest: 33_000 },
};
const one: RateEffect['properties'][number] = {
  id: 'p',
  slug: 'p',
  title: 'Gull',
  ...figures,
  unreachable: [],
};

const text = (more: Partial<RateEffect> = {}): string =>
  renderToStaticMarkup(<EffectView effect={{ ...figures, currency: 'usd', properties: [one], ...more }} />)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

test('the effect names nights and prices before and after', () => {
  expect(text()).toBe('7 nights; all of them change. Price before $200.00 to $260.00 Price after $330.00');
});

test.each([
  [{ changedNights: 0 }, '7 nights; nothing changes.'],
  [{ changedNights: 1 }, '7 nights; one of them changes.'],
  [{ changedNights: 4 }, '7 nights; 4 of them change.'],
  [{ nights: 1, changedNights: 1 }, '1 night; it changes.'],
  [{ bookedNights: 1 }, '1 night of them is booked: those guests pay what they agreed to.'],
  [{ openQuotes: 1 }, '1 open quote for these nights keeps its price until the time is over.'],
  [
    { openQuotes: 2, openOffers: 1 },
    '2 open quotes and 1 open offer for these nights keep their price until the time is over.',
  ],
] as const)('the effect %j has a text', (more, expected) => {
  expect(text(more)).toContain(expected);
});

test('each home has its prices, and nights out of reach their reason', () => {
  const run = {
    first_night: '2027-07-06',
    last_night: '2027-07-08',
    reason: 'min_nights' as const,
    message: 'They cannot be booked.',
    wasReachable: false,
  };
  const other = { ...one, id: 'q', title: 'Tern', unreachable: [run] };
  const shown = text({ properties: [one, other] });
  expect(shown).toContain('7 nights in 2 homes;');
  expect(shown).toContain('Gull: $200.00 to $260.00 → $330.00');
  expect(shown).toContain('Tern: They cannot be booked. They cannot be booked now, either.');
});
