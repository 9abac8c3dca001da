import { expect, test } from 'vitest';
import type { EventLabel } from '../../../db/schema/channel-feeds.ts';
import { hourMs } from '../../../shared/durations.ts';
import type { FeedSpan } from '../feed.ts';
import type { StoredEvent } from './merge-reading.ts';
import { mergeReading } from './merge-reading.ts';

const july = { checkin: '2027-07-07', checkout: '2027-07-14' };
const echo: StoredEvent = {
  id: '1',
  uid: 'old',
  kind: 'block',
  marked: 'either',
  ...july,
  is_echo: true,
  own_nights: [],
  echo_ended_at: null,
  missing_since: null,
  missing_readings: 0,
};
const sold: StoredEvent = { ...echo, kind: 'reservation', is_echo: false, own_nights: [july] };

function renamed(marked: EventLabel, served: (typeof july)[], event = echo): StoredEvent | undefined {
  const span = { uid: 'new', marked, ...july, isCancelled: false };
  const file = { spans: [span], isPartial: false };
  return mergeReading([event], file, {
    now: new Date('2027-05-20T17:00:00Z'),
    today: '2027-05-20',
    host: 'localhost',
    served: { nights: served, isCurrent: true },
  }).updated[0];
}

test.each([
  ['an echo of what is served stays one', 'either', [july], 'block', true],
  ['an echo of what is served no longer is a stay', 'either', [], 'reservation', false],
  ['an echo that became a block of what is served is an echo', 'block', [july], 'block', true],
  [
    'an echo that became a block is the channel’s own, where it is served no longer',
    'block',
    [],
    'block',
    false,
  ],
  ['an echo that became a stay without doubt is a stay', 'reservation', [july], 'reservation', false],
] as const)('under another UID %s', (_, marked, served, expected, isEcho) => {
  expect(renamed(marked, [...served])).toMatchObject({
    id: '1',
    uid: 'new',
    kind: expected,
    is_echo: isEcho,
  });
});

test('under another UID a stay does not become an echo', () => {
  expect(renamed('either', [july], sold)).toMatchObject({ kind: 'reservation', is_echo: false });
});

/** Reads a feed without its one stored event, which it last had 25 hours ago. */
function readWithout(event: StoredEvent, today: string) {
  const now = new Date(`${today}T17:00:00Z`);
  const missing = { missing_since: new Date(now.getTime() - 25 * hourMs), missing_readings: 2 };
  const { removedIds, events } = mergeReading(
    [{ ...event, ...missing }],
    { spans: [], isPartial: false },
    { now, today, host: 'localhost', served: { nights: [], isCurrent: true } },
  );
  return { removedIds, outcomes: events.map(({ outcome }) => outcome) };
}

test.each([
  ['before its check-in', '2027-07-06', true],
  ['on the day of its check-in', '2027-07-07', false],
  ['while its guests are there', '2027-07-10', false],
  ['on the day of its check-out', '2027-07-14', false],
])('a stay that a feed lists no more %s (%s) frees its nights: %s', (_, today, isRemoved) => {
  expect(readWithout(sold, today)).toEqual(
    isRemoved ? { removedIds: ['1'], outcomes: ['removed'] } : { removedIds: [], outcomes: ['missing'] },
  );
});

/** Reads a file with these spans on 10 July, while guests are in the home. */
function readInJuly(
  stored: StoredEvent[],
  spans: readonly Partial<FeedSpan>[],
  { today = '2027-07-10', isPartial = false } = {},
) {
  const span: FeedSpan = { uid: 'old', marked: 'reservation', ...july, isCancelled: false };
  return mergeReading(
    stored,
    { spans: spans.map((one) => ({ ...span, ...one })), isPartial },
    {
      now: new Date(`${today}T17:00:00Z`),
      today,
      host: 'localhost',
      served: { nights: [], isCurrent: true },
    },
  );
}

test('a stay that has begun ends when it is over, is cancelled or gets other nights; a block also when it vanishes', () => {
  expect(readWithout(sold, '2027-07-15').removedIds).toEqual(['1']);
  expect(readWithout({ ...sold, kind: 'block' }, '2027-07-10').removedIds).toEqual(['1']);
  expect(readInJuly([sold], [{ isCancelled: true }]).removedIds).toEqual(['1']);
  expect(readInJuly([sold], [{ checkout: '2027-07-12' }]).updated).toMatchObject([
    { id: '1', checkout: '2027-07-12' },
  ]);
});

test.each([false, true])(
  'a stay with a check-out before today frees its nights at once (partly readable file: %s)',
  (isPartial) => {
    const { removedIds, updated, events } = readInJuly([sold], [{ checkout: '2027-07-09' }], { isPartial });
    expect({ removedIds, updated }).toEqual({ removedIds: ['1'], updated: [] });
    expect(events).toMatchObject([{ uid: 'old', outcome: 'removed' }]);
  },
);

test('a past stay under the UID of one that has begun ends nothing', () => {
  const { removedIds, events } = readInJuly([sold], [{ checkin: '2027-06-01', checkout: '2027-06-03' }]);
  expect(removedIds).toEqual([]);
  expect(events).toMatchObject([{ uid: 'old', outcome: 'missing' }]);
});

const endless = { uid: 'daily recurs from 2027-05-01', checkin: '2027-05-01', checkout: '2031-07-09' };
const series: StoredEvent = { ...sold, ...endless, own_nights: [endless] };

test('a series that has begun and vanishes frees its nights as one to come does', () => {
  expect(readWithout(series, '2027-07-10')).toEqual({ removedIds: ['1'], outcomes: ['removed'] });
});

test.each(['a 2027-07-07', 'a 2027-07-07 2', '2027-07-07 2027-07-14'])(
  'a stay that has begun keeps its nights under the key %s of a shared or missing UID',
  (uid) => {
    expect(readWithout({ ...sold, uid }, '2027-07-10').outcomes).toEqual(['missing']);
    expect(readInJuly([{ ...sold, uid }], [{ uid }])).toMatchObject({
      added: [],
      updated: [{ id: '1', uid }],
    });
  },
);

test('nights of a series that an older release stored get their new key in place, with the same or other nights', () => {
  const old = { ...series, uid: 'daily 2027-05-01' };
  expect(readInJuly([old], [endless])).toMatchObject({ added: [], updated: [{ id: '1', uid: endless.uid }] });
  const longer = { ...endless, checkout: '2031-07-10' };
  expect(readInJuly([old], [longer])).toMatchObject({ added: [], updated: [{ id: '1', ...longer }] });
});

test('nights that an older release left behind of a series are freed once the file has the series, and not before', () => {
  const left = { ...series, uid: 'daily 2027-05-01' };
  expect(readWithout(left, '2028-01-03').outcomes).toEqual(['missing']);
  const missing = { missing_since: new Date('2027-12-31T17:00:00Z'), missing_readings: 5 };
  const stored = [
    { ...left, ...missing },
    { ...left, ...rest, id: '2', uid: 'daily 2027-12-31' },
  ] as StoredEvent[];
  const read = (uid: string) => readInJuly(stored, [{ ...rest, uid }], { today: '2028-01-03' });
  expect(read('daily recurs from 2027-12-31')).toMatchObject({ removedIds: ['1'], updated: [{ id: '2' }] });
  expect(read('other recurs from 2027-12-31').removedIds).toEqual([]);
});

/** The nights of the series when January 1 of 2028 is the first day that is read: its start, and those since. */
const begin: Partial<FeedSpan> = {
  uid: 'daily recurs from 2027-05-01',
  checkin: '2027-05-01',
  checkout: '2027-05-02',
};
const rest: Partial<FeedSpan> = {
  uid: 'daily recurs from 2027-12-31',
  checkin: '2027-12-31',
  checkout: '2032-01-02',
};

test('a series that is read from another year on stays one event, and its end or cancellation frees its nights at once', () => {
  const read = (...spans: Partial<FeedSpan>[]) => readInJuly([series], spans, { today: '2028-01-03' });
  const { added, updated, removedIds, events } = read(begin, rest);
  expect({ added, removedIds }).toEqual({ added: [], removedIds: [] });
  expect(updated).toMatchObject([{ id: '1', ...rest }]);
  expect(events).toMatchObject([{ outcome: 'changed' }]);
  expect(read(begin, { ...rest, checkout: '2028-01-03' })).toMatchObject({
    added: [],
    updated: [{ id: '1', checkout: '2028-01-03' }],
  });
  expect(read(begin).removedIds).toEqual(['1']);
  const cancelled = [begin, rest].map((one) => ({ ...one, isCancelled: true }));
  expect(read(...cancelled).removedIds).toEqual(['1']);
  const later = { ...series, uid: 'daily recurs from 2027-09-01', checkin: '2027-09-01' };
  expect(readInJuly([later], cancelled, { today: '2028-01-03' }).removedIds).toEqual(['1']);
});

const onlyUntil12 = { uid: 'new', checkout: '2027-07-12' };

test('a stay under way that gets another UID and other nights from the same check-in is one stay', () => {
  const { added, updated, events } = readInJuly([sold], [onlyUntil12]);
  expect(added).toEqual([]);
  expect(updated).toMatchObject([
    { id: '1', uid: 'new', checkout: '2027-07-12', own_nights: [{ checkout: '2027-07-12' }] },
  ]);
  expect(events).toMatchObject([{ uid: 'new', outcome: 'changed' }]);
});

interface OtherCase {
  today?: string;
  isPartial?: boolean;
  /** Other spans of the file. */
  spans?: Partial<FeedSpan>[];
}

test.each<[string, StoredEvent, Partial<FeedSpan>, OtherCase]>([
  ['in a partly readable file', sold, onlyUntil12, { isPartial: true }],
  ['before its check-in', sold, onlyUntil12, { today: '2027-07-06' }],
  ['with another check-in', sold, { ...onlyUntil12, checkin: '2027-07-08' }, {}],
  ['as a block', sold, { ...onlyUntil12, marked: 'block' }, {}],
  ['after a block', { ...sold, kind: 'block' }, onlyUntil12, {}],
  ['as a series', sold, { ...onlyUntil12, uid: 'new recurs from 2027-07-07' }, {}],
  [
    'of its series in a partly readable file',
    series,
    { ...rest, checkin: '2027-08-01', checkout: '2027-08-02' },
    { isPartial: true },
  ],
  ['while it is still listed', sold, onlyUntil12, { spans: [{}] }],
])(
  'another UID and other nights %s are another event, and the first keeps its nights',
  (_, event, span, more) => {
    const { spans = [], ...options } = { ...more };
    const { added, updated } = readInJuly([event], [span, ...spans], options);
    expect(added).toHaveLength(1);
    expect(updated.filter(({ checkout }) => checkout !== event.checkout)).toEqual([]);
  },
);

test('of two new UIDs with the check-in of a stay under way, the one with its nights is that stay', () => {
  const { added, updated } = readInJuly([sold], [onlyUntil12, { uid: 'other' }]);
  expect([added, updated]).toMatchObject([[{ uid: 'new' }], [{ id: '1', uid: 'other', ...july }]]);
});
