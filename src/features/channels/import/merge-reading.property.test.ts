import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/runs.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import type { FeedSpan } from '../feed.ts';
import type { StoredEvent } from './merge-reading.ts';
import { mergeReading } from './merge-reading.ts';
import { isOfSeries, seriesUid } from './shared-uid.ts';

const start = Date.parse('2027-05-20T17:00:00Z');
const night = (index: number) =>
  new Date(Date.parse('2027-07-01') + index * dayMs).toISOString().slice(0, 10);

const span = fc
  .record({
    uid: fc.constantFrom('a', 'b', 'c', 'd', 'shared', 'series'),
    from: fc.integer({ min: 0, max: 8 }),
    nights: fc.integer({ min: 1, max: 4 }),
    isBlock: fc.boolean(),
    isCancelled: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
  })
  .map(
    ({ uid, from, nights, isBlock, isCancelled }): FeedSpan => ({
      uid: uid === 'series' ? seriesUid(uid, night(from)) : uid === 'shared' ? `shared ${night(from)}` : uid,
      checkin: night(from),
      checkout: night(from + nights),
      isCancelled,
      marked: isBlock ? 'block' : 'reservation',
    }),
  );
const reading = fc.record({
  hours: fc.integer({ min: 0, max: 30 }),
  spans: fc.option(fc.uniqueArray(span, { selector: ({ uid }) => uid, maxLength: 4 }), { freq: 4 }),
});

/** Nights of a series as an older release stored them, under the key of a shared UID. */
const oldSeries = fc
  .record({ from: fc.integer({ min: 0, max: 8 }), nights: fc.integer({ min: 1, max: 8 }) })
  .map(({ from, nights }): StoredEvent => {
    const own = { checkin: night(from), checkout: night(from + nights) };
    return {
      ...own,
      id: `old ${from}`,
      uid: `series ${night(from)}`,
      kind: 'reservation',
      marked: 'reservation',
      is_echo: false,
      own_nights: [own],
      echo_ended_at: null,
      missing_since: null,
      missing_readings: 0,
    };
  });
const oldRows = fc.uniqueArray(oldSeries, { selector: ({ uid }) => uid, maxLength: 2 });

const nightsOf = (events: readonly { checkin: string; checkout: string }[]): Set<string> =>
  new Set(
    events.flatMap(({ checkin, checkout }) =>
      Array.from({ length: 16 }, (_, index) => night(index)).filter(
        (one) => checkin <= one && one < checkout,
      ),
    ),
  );

const overlaps = (one: FeedSpan, other: Pick<StoredEvent, 'checkin' | 'checkout'>): boolean =>
  one.checkin < other.checkout && other.checkin < one.checkout;
const isSeries = ({ uid }: { uid: string }): boolean => uid.startsWith('series');

/** Whether a file says of a stored event that it is cancelled, or was over before today. */
const isEnded = (event: StoredEvent, spans: readonly FeedSpan[], today: string): boolean =>
  spans.some((one) => {
    if (one.isCancelled)
      return one.uid === event.uid || (isSeries(one) && isSeries(event) && overlaps(one, event));
    return one.uid === event.uid && one.checkin === event.checkin && one.checkout < today;
  });

test.each([
  ['before the first stay', '2027-05-20'],
  ['amid the stays', night(5)],
])(
  'after any readings %s live events close their nights at once, vanished ones keep theirs for a day, and stays under way to their check-out',
  (_, today) => {
    fc.assert(
      fc.property(oldRows, fc.array(reading, { maxLength: 12 }), (rows, readings) => {
        let stored: StoredEvent[] = rows;
        let listed: FeedSpan[] = [];
        let time = start;
        /** When each event was last in a file, by the id of its row. */
        const lastSeen = new Map<string, number>(rows.map(({ id }) => [id, start]));
        let ids = 0;
        for (const { hours, spans } of readings) {
          time += hours * hourMs;
          const merge = mergeReading(stored, spans && { spans, isPartial: false }, {
            now: new Date(time),
            today,
            host: 'localhost',
            served: { nights: [], isCurrent: true },
          });
          if (spans) listed = spans.filter(({ isCancelled }) => !isCancelled);
          /** A row of an older release is a series only where the file has one that shares nights with it. */
          const isUnknown = ({ uid, ...event }: Omit<StoredEvent, 'id'>) =>
            !isOfSeries(uid) && !listed.some((one) => isSeries(one) && overlaps(one, event));
          const hasBegun = (event: Omit<StoredEvent, 'id'>) =>
            event.kind === 'reservation' && event.checkin <= today && (!isSeries(event) || isUnknown(event));
          const current =
            spans?.filter(({ isCancelled, checkout }) => !isCancelled && checkout >= today) ?? [];
          for (const event of stored.filter(({ id }) => merge.removedIds.includes(id))) {
            const isDue = !hasBegun(event) && time - (lastSeen.get(event.id) ?? time) >= dayMs;
            expect(isDue || event.checkout < today || isEnded(event, spans ?? [], today)).toBe(true);
          }
          const missing = merge.updated.filter((event) => event.missing_readings > 0 && hasBegun(event));
          const arrivals = merge.added.filter(hasBegun).map(({ checkin }) => checkin);
          expect(missing.filter(({ checkin }) => arrivals.includes(checkin))).toEqual([]);
          const updated = new Map(merge.updated.map((event) => [event.id, event]));
          stored = [
            ...stored
              .filter(({ id }) => !merge.removedIds.includes(id))
              .map((event) => updated.get(event.id) ?? event),
            ...merge.added.map((event) => {
              ids += 1;
              return { ...event, id: String(ids) };
            }),
          ];
          for (const { id, missing_readings } of stored) if (missing_readings === 0) lastSeen.set(id, time);
          expect([...nightsOf(current)].filter((one) => !nightsOf(stored).has(one))).toEqual([]);
          expect(new Set(stored.map(({ uid }) => uid)).size).toBe(stored.length);
        }
      }),
      { numRuns: runs(2_000) },
    );
  },
);
