import { expect, test } from 'vitest';
import type { EventKind } from '../feed.ts';
import type { StoredEvent } from './event-outcomes.ts';
import { mergeReading } from './merge-reading.ts';

const july = { checkin: '2027-07-07', checkout: '2027-07-14' };
const known: StoredEvent = {
  id: '1',
  uid: 'old',
  kind: 'block',
  ...july,
  is_echo: true,
  missing_since: null,
  missing_readings: 0,
};

function renamed(kind: EventKind, echoes: string[], event = known): StoredEvent | undefined {
  const span = { uid: 'new', kind, ...july, isCancelled: false };
  return mergeReading([event], [span], {
    now: new Date('2027-05-20T17:00:00Z'),
    today: '2027-05-20',
    host: 'localhost',
    echoes: new Set(echoes),
    ownStays: new Set<string>(),
  }).updated[0];
}

test.each([
  ['an echo of what was sent stays one', 'reservation', ['2027-07-07/2027-07-14'], 'block', true],
  ['an echo of what is sent no longer is a stay', 'reservation', [], 'reservation', false],
  ['an echo that became a block is no echo', 'block', ['2027-07-07/2027-07-14'], 'block', false],
] as const)('under another UID %s', (_, kind, echoes, expected, isEcho) => {
  expect(renamed(kind, [...echoes])).toMatchObject({ id: '1', uid: 'new', kind: expected, is_echo: isEcho });
});

test('under another UID a stay does not become an echo', () => {
  const sold: StoredEvent = { ...known, kind: 'reservation', is_echo: false };
  const event = renamed('reservation', ['2027-07-07/2027-07-14'], sold);
  expect(event).toMatchObject({ kind: 'reservation', is_echo: false });
});
