import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/runs.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import type { FeedSpan } from '../feed.ts';
import type { StoredEvent } from './merge-reading.ts';
import { mergeReading } from './merge-reading.ts';

const start = Date.parse('2027-05-20T17:00:00Z');
const night = (index: number) =>
  new Date(Date.parse('2027-07-01') + index * dayMs).toISOString().slice(0, 10);

const span = fc
  .record({
    uid: fc.constantFrom('a', 'b', 'c', 'd'),
    from: fc.integer({ min: 0, max: 8 }),
    nights: fc.integer({ min: 1, max: 4 }),
    isBlock: fc.boolean(),
    isCancelled: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
  })
  .map(
    ({ uid, from, nights, isBlock, isCancelled }): FeedSpan => ({
      uid,
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

const nightsOf = (events: readonly { checkin: string; checkout: string }[]): Set<string> =>
  new Set(
    events.flatMap(({ checkin, checkout }) =>
      Array.from({ length: 16 }, (_, index) => night(index)).filter(
        (one) => checkin <= one && one < checkout,
      ),
    ),
  );

test('after any readings live events close their nights at once, and vanished ones keep theirs for a day', () => {
  fc.assert(
    fc.property(fc.array(reading, { maxLength: 12 }), (readings) => {
      let stored: StoredEvent[] = [];
      let time = start;
      /** When each event was last in a file, by the id of its row. */
      const lastSeen = new Map<string, number>();
      let ids = 0;
      for (const { hours, spans } of readings) {
        time += hours * hourMs;
        const merge = mergeReading(stored, spans && { spans, isPartial: false }, {
          now: new Date(time),
          today: '2027-05-20',
          host: 'localhost',
          served: { nights: [], isCurrent: true },
        });
        const live = spans?.filter(({ isCancelled }) => !isCancelled) ?? [];
        const cancelled = new Set(spans?.filter(({ isCancelled }) => isCancelled).map(({ uid }) => uid));
        for (const id of merge.removedIds) {
          const event = stored.find((one) => one.id === id);
          const isCancelled = event !== undefined && cancelled.has(event.uid);
          expect(isCancelled || time - (lastSeen.get(id) ?? time) >= dayMs).toBe(true);
        }
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
        expect([...nightsOf(live)].filter((one) => !nightsOf(stored).has(one))).toEqual([]);
        expect(new Set(stored.map(({ uid }) => uid)).size).toBe(stored.length);
      }
    }),
    { numRuns: runs(2_000) },
  );
});
