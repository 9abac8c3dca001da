import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { CheckedReading } from '../../channels/contract.server.ts';
import { Overlaps } from './overlaps.tsx';
import { ReadingOutcome } from './reading-outcome.tsx';

type Reading = Pick<CheckedReading, 'isGood' | 'error' | 'events'>;

const render = (reading: Reading) => renderToStaticMarkup(<ReadingOutcome reading={reading} />);
const error = 'An event of the calendar has no start.';
const event = {
  uid: 'a',
  kind: 'reservation',
  checkin: '2027-07-07',
  checkout: '2027-07-14',
  outcome: 'added',
} as const;

test('a partly readable calendar shows its error and the events that took effect', () => {
  const html = render({ isGood: false, error, events: [event] });
  expect(html).toContain(`${error} Some events could not be read; the others took effect.`);
  expect(html).toContain('July 7, 2027 to July 14, 2027: a stay, new');
});

test('a calendar without a readable event shows its error alone', () => {
  const html = render({ isGood: false, error, events: [] });
  expect(html.replace(/<svg.*<\/svg>/, '').replaceAll(/<[^>]+>/g, '')).toBe(error);
});

test.each([
  [['Ann Lindens'], '1 overlap: Ann Lindens. Above'],
  [['Ann Lindens', 'Bob Reed'], '2 overlaps: Ann Lindens, Bob Reed. Above'],
])('overlaps with %j are counted, however many events the reading has', (names, text) => {
  const overlaps = names.map((name) => ({ checkin: '2027-07-07', checkout: '2027-07-14', code: 'A', name }));
  expect(renderToStaticMarkup(<Overlaps reading={{ overlaps }} />)).toContain(text);
});
