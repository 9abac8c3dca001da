import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testAppForFile } from '../../../test/app.ts';
import { addBooking, addProperty } from '../../../test/bookings.ts';
import { calendar, openFeedsForFile, stay } from '../../../test/feeds.ts';
import { runs } from '../../../test/runs.ts';
import { dayMs } from '../../shared/durations.ts';
import { findConflicts } from '../hosting/conflicts/find-conflicts.server.ts';
import { exportedCalendars } from './export/serve-calendar.server.ts';
import { addMissingLinks } from './export/store.server.ts';
import { mergeNights, type Nights, subtractNights } from './import/night-ranges.ts';
import { readFeedNow } from './import/read-feeds.server.ts';

const start = Date.parse('2027-05-20T17:00:00Z');
let now = new Date(start);
const app = await testAppForFile({ now: () => now });
const feeds = await openFeedsForFile();
const { db } = app.platform;
const site = exportedCalendars(app.platform, {});

const day = (index: number): string =>
  new Date(Date.parse('2027-07-01') + index * dayMs).toISOString().slice(0, 10);

const step = fc.record({
  act: fc.constantFrom('book', 'move', 'cancel', 'fetch', 'fetch', 'read', 'read', 'sell'),
  channel: fc.integer({ min: 0, max: 1 }),
  from: fc.integer({ min: 0, max: 9 }),
  nights: fc.integer({ min: 1, max: 4 }),
});

const overlaps = (one: Nights, other: Nights): boolean =>
  one.checkin < other.checkout && other.checkin < one.checkout;

/** Closes what it read from us, joined, under UIDs made of the dates; sells only what is open by what it knows. */
async function openChannel(propertyId: string, channel: 'airbnb' | 'booking_com') {
  const feed = await feeds.add(db, propertyId, calendar(), { channel });
  await addMissingLinks(db);
  const { token } = await db
    .selectFrom('calendar_links')
    .select('token')
    .where('property_id', '=', propertyId)
    .where('channel', '=', channel)
    .executeTakeFirstOrThrow();
  let closed: Nights[] = [];
  const sold: Nights[] = [];
  const [stayText, blockText] =
    channel === 'airbnb'
      ? ['Reserved', 'Airbnb (Not available)']
      : ['CLOSED - Not available', 'CLOSED - Not available'];
  return {
    sold,
    async fetch() {
      const text = await (await site.request(`/calendars/${token}.ics`)).text();
      const dates = [...text.matchAll(/^DT(?:START|END);VALUE=DATE:(\d{4})(\d\d)(\d\d)/gm)];
      const read = dates.map(([, year, month, date]) => `${year}-${month}-${date}`);
      const spans = read.flatMap((checkin, index) =>
        index % 2 === 0 ? [{ checkin, checkout: read[index + 1] ?? checkin }] : [],
      );
      closed = subtractNights(mergeNights(spans), mergeNights([...sold]));
    },
    sell(span: Nights): boolean {
      if ([...sold, ...closed].some((one) => overlaps(one, span))) return false;
      return sold.push(span) > 0;
    },
    async read() {
      const events = [
        ...sold.map(({ checkin, checkout }) => stay(`s-${checkin}-${checkout}`, checkin, checkout, stayText)),
        ...closed.map(({ checkin, checkout }) =>
          stay(`s-${checkin}-${checkout}`, checkin, checkout, blockText),
        ),
        stay('far', '2028-01-01', '2028-01-02', stayText),
      ];
      await feed.set(calendar(...events));
      const { error } = await readFeedNow(app.ctx, feed.id);
      expect(error).toBe('');
    },
  };
}

test('two channels that echo each other: no conflict is missed, and no night stays closed without a cause', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
      now = new Date(start);
      const { id: property_id } = await addProperty(db);
      const channels = [
        await openChannel(property_id, 'airbnb'),
        await openChannel(property_id, 'booking_com'),
      ];
      const isFree = async (span: Nights, except = '') => {
        const rows = await db
          .selectFrom('occupied_nights')
          .select(['nights', 'source_id'])
          .where('property_id', '=', property_id)
          .execute();
        return rows
          .filter(({ source_id }) => source_id !== except)
          .map(({ nights }) => nights.slice(1, -1).split(','))
          .every(([checkin = '', checkout = '']) => !overlaps({ checkin, checkout }, span));
      };
      let own: ({ id: string } & Nights) | null = null;
      for (const { act, channel: index, from, nights } of steps) {
        now = new Date(now.getTime() + 600_000);
        const channel = channels[index] as (typeof channels)[number];
        const span = { checkin: day(from), checkout: day(from + nights) };
        if (act === 'book' && !own && (await isFree(span)))
          own = { ...(await addBooking(db, { property_id, ...span, created_at: now })), ...span };
        if (act === 'move' && own && (await isFree(span, own.id))) {
          await db.updateTable('bookings').set(span).where('id', '=', own.id).execute();
          own = { id: own.id, ...span };
        }
        if (act === 'cancel' && own) {
          await db.updateTable('bookings').set({ status: 'cancelled' }).where('id', '=', own.id).execute();
          own = null;
        }
        if (act === 'fetch') await channel.fetch();
        // Sales are read before the channel's next fetch: after it, one of exactly our nights looks like an echo.
        if (act === 'read' || (act === 'sell' && channel.sell(span))) {
          for (const one of channels) await one.read();
          await findConflicts(app.ctx);
          const found = await db
            .selectFrom('calendar_conflicts')
            .select(['checkin', 'checkout'])
            .where('booking_id', '=', own?.id ?? null)
            .where('resolved_at', 'is', null)
            .execute();
          const stayNow = own;
          const sold = channels.flatMap((one) => one.sold);
          const twice = stayNow ? sold.filter((one) => overlaps(one, stayNow)) : [];
          for (const one of twice) expect(found).toContainEqual(one);
        }
      }
      if (own)
        await db.updateTable('bookings').set({ status: 'cancelled' }).where('id', '=', own.id).execute();
      // Each channel reads once that the stay is over, and what the other one sold.
      for (let round = 0; round < 3; round += 1) {
        for (const one of channels) {
          await one.fetch();
          now = new Date(now.getTime() + 600_000);
          await one.read();
        }
      }
      const causes = mergeNights(channels.flatMap((one) => one.sold));
      for (let index = 0; index < 14; index += 1) {
        const span = { checkin: day(index), checkout: day(index + 1) };
        const isCaused = causes.some((one) => overlaps(one, span));
        expect([span.checkin, await isFree(span)]).toEqual([span.checkin, !isCaused]);
      }
    }),
    { numRuns: runs(25, 10), seed: 44 },
  );
});
