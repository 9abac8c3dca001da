import { expect, test } from 'vitest';
import { testAppForFile } from '../../../test/app.ts';
import { addBooking, addProperty } from '../../../test/bookings.ts';
import { calendar, openFeedsForFile, stay } from '../../../test/feeds.ts';
import type { Channel } from '../../db/schema/channel-feeds.ts';
import { findConflicts } from '../hosting/conflicts/find-conflicts.server.ts';
import { exportedCalendars } from './export/serve-calendar.server.ts';
import { addMissingLinks } from './export/store.server.ts';
import { readFeedNow } from './import/read-feeds.server.ts';

const start = new Date('2027-05-20T17:00:00Z');
let now = start;
const app = await testAppForFile({ now: () => now });
const feeds = await openFeedsForFile();
const { db } = app.platform;
const site = exportedCalendars(app.platform, {});

const markers: Record<Channel, string> = {
  airbnb: 'Airbnb (Not available)',
  vrbo: 'Blocked',
  booking_com: 'CLOSED - Not available',
  other: 'Closed',
};

type Span = readonly [from: string, until: string];
const july: Span = ['2027-07-07', '2027-07-14'];
const august: Span = ['2027-08-07', '2027-08-14'];

/** One home, the channels that read it and that it reads, and a clock. */
async function openHome() {
  now = start;
  const { id } = await addProperty(db);
  const opened = new Map<string, Awaited<ReturnType<typeof feeds.add>>>();
  const pass = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };
  return {
    id,
    pass,
    async book([checkin, checkout]: Span, more = {}) {
      const row = { property_id: id, checkin, checkout, created_at: now, email_confirmed_at: now, ...more };
      return (await addBooking(db, row)).id;
    },
    async change(bookingId: string, values: object) {
      await db.updateTable('bookings').set(values).where('id', '=', bookingId).execute();
    },
    /** The channel fetches its link. @returns what it reads */
    async fetch(channel: Channel, { headers = {}, feedId = null as string | null } = {}) {
      await addMissingLinks(db);
      let query = db
        .selectFrom('calendar_links')
        .select('token')
        .where('property_id', '=', id)
        .where('channel', '=', channel);
      if (feedId) query = query.where('feed_id', '=', feedId);
      const { token } = await query.executeTakeFirstOrThrow();
      pass(1);
      return (await site.request(`/calendars/${token}.ics`, { headers })).text();
    },
    /** Our next reading of a channel's file with these events, and what the job finds then. */
    async read(channel: Channel, ...events: string[][]) {
      pass(10);
      const feed = opened.get(channel) ?? (await feeds.add(db, id, calendar(), { channel }));
      opened.set(channel, feed);
      await feed.set(calendar(...events));
      const { events: outcomes, error } = await readFeedNow(app.ctx, feed.id);
      expect(error).toBe('');
      await findConflicts(app.ctx);
      return outcomes.map(({ kind, outcome }) => `${kind} ${outcome}`);
    },
    block: (channel: Channel, [from, until]: Span, uid = 'echo') => stay(uid, from, until, markers[channel]),
    /** Lists what occupies nights, in order: `booking 2027-07-07/2027-07-14`. */
    async taken() {
      const rows = await db
        .selectFrom('occupied_nights')
        .select(['kind', 'nights'])
        .where('property_id', '=', id)
        .orderBy('nights')
        .orderBy('kind')
        .execute();
      return rows.map(({ kind, nights }) => `${kind} ${nights.slice(1, -1).replace(',', '/')}`);
    },
    conflicts: async () =>
      (
        await db
          .selectFrom('calendar_conflicts as conflict')
          .innerJoin('bookings', 'bookings.id', 'conflict.booking_id')
          .select('conflict.id')
          .where('bookings.property_id', '=', id)
          .where('conflict.resolved_at', 'is', null)
          .execute()
      ).length,
    /** Open conflicts of two channels. */
    pairs: async () =>
      (
        await db
          .selectFrom('calendar_conflicts as conflict')
          .innerJoin('feed_events', 'feed_events.id', 'conflict.feed_event_id')
          .select('conflict.id')
          .where('feed_events.property_id', '=', id)
          .where('conflict.booking_id', 'is', null)
          .where('conflict.resolved_at', 'is', null)
          .execute()
      ).length,
  };
}

type Home = Awaited<ReturnType<typeof openHome>>;
const nights = ([from, until]: Span) => `${from}/${until}`;

/** A stay of ours whose nights the channel has read and closed. */
async function echoed(home: Home, channel: Channel, more = {}): Promise<string> {
  const id = await home.book(july, more);
  await home.fetch(channel);
  expect(await home.read(channel, home.block(channel, july))).toEqual(['block echo']);
  expect(await home.taken()).toEqual([`booking ${nights(july)}`]);
  return id;
}

const endedBookings = [
  ['a cancelled stay', 'confirmed', 'cancelled', 'airbnb'],
  ['a released offer', 'held', 'released', 'vrbo'],
  ['a lapsed request', 'requested', 'expired', 'booking_com'],
] as const;

const situations: [name: string, run: (home: Home) => Promise<unknown>, expected: unknown][] = [
  [
    'nights that Booking.com sells where a stay was moved to after it read ours are sold twice',
    async (home) => {
      const id = await home.book(july);
      await home.fetch('booking_com');
      await home.change(id, { checkin: august[0], checkout: august[1] });
      return [await home.read('booking_com', home.block('booking_com', august)), await home.conflicts()];
    },
    [['reservation added'], 1],
  ],
  [
    'nights that Booking.com sells during a short hold, which it was never told of, are sold twice',
    async (home) => {
      const hold_expires_at = new Date(start.getTime() + 36 * 60_000);
      const id = await home.book(july, { status: 'held', hold_expires_at });
      expect(await home.fetch('booking_com')).not.toContain('BEGIN:VEVENT');
      await home.change(id, { status: 'confirmed', confirmed_at: now });
      return [await home.read('booking_com', home.block('booking_com', july)), await home.conflicts()];
    },
    [['reservation added'], 1],
  ],
  [
    'a stay of Airbnb where another channel’s stay was moved to is a stay, and is told when the other is cancelled',
    async (home) => {
      await home.read('vrbo', stay('v', ...july, 'Sarah J.'));
      await home.fetch('airbnb');
      await home.read('vrbo', stay('v', ...august, 'Sarah J.'));
      const outcome = await home.read('airbnb', stay('a', ...august));
      await home.read('vrbo', [...stay('v', ...august, 'Sarah J.'), 'STATUS:CANCELLED']);
      return [outcome, (await home.fetch('vrbo')).includes('20270807')];
    },
    [['reservation added'], true],
  ],
  [
    'Airbnb’s word for a stay is never an echo, also where it has read these nights',
    async (home) => {
      await home.book(july);
      await home.fetch('airbnb');
      return [await home.read('airbnb', stay('a', ...july)), await home.conflicts()];
    },
    [['reservation added'], 1],
  ],
  [
    'a program that fetches as Node does has read our nights',
    async (home) => {
      await home.book(july, { status: 'requested' });
      await home.fetch('vrbo', { headers: { 'Sec-Fetch-Mode': 'cors' } });
      return [await home.read('vrbo', home.block('vrbo', july)), await home.taken()];
    },
    [['block echo'], [`booking ${nights(july)}`]],
  ],
  [
    'a page that a host opened, or a request without a body, tells no channel',
    async (home) => {
      await home.book(july);
      await home.fetch('vrbo', { headers: { 'Sec-Fetch-Dest': 'document' } });
      await home.fetch('vrbo', { headers: { 'Sec-Fetch-Mode': 'navigate' } });
      return home.read('vrbo', home.block('vrbo', july));
    },
    ['block added'],
  ],
  [
    'one block over two stays that touch is an echo of both',
    async (home) => {
      await home.book(['2027-07-04', '2027-07-07']);
      await home.book(july, { status: 'requested' });
      await home.fetch('airbnb');
      const outcome = await home.read('airbnb', home.block('airbnb', ['2027-07-04', '2027-07-14']));
      return [outcome, await home.taken()];
    },
    [['block echo'], ['booking 2027-07-04/2027-07-07', `booking ${nights(july)}`]],
  ],
  [
    'Booking.com’s one mark over two stays that touch is an echo of both; beyond them it is a stay',
    async (home) => {
      await home.book(['2027-07-04', '2027-07-07']);
      await home.book(july);
      await home.fetch('booking_com');
      const both = await home.read('booking_com', home.block('booking_com', ['2027-07-04', '2027-07-14']));
      const more = await home.read('booking_com', home.block('booking_com', ['2027-07-05', '2027-07-15']));
      return [both, more, await home.conflicts()];
    },
    [['block echo'], ['reservation changed'], 2],
  ],
  [
    'of a block that joins a request and the horizon only what lies beyond the request is the channel’s',
    async (home) => {
      await home.read('airbnb', home.block('airbnb', ['2027-07-14', '2028-05-20'], 'horizon'));
      await home.book(july, { status: 'requested' });
      await home.fetch('airbnb');
      await home.read('airbnb', home.block('airbnb', ['2027-07-07', '2028-05-21'], 'joined'));
      return (await home.taken()).filter((line) => !line.endsWith('2027-07-14/2028-05-20'));
    },
    [`booking ${nights(july)}`, 'feed_block 2027-07-14/2028-05-21'],
  ],
  ...endedBookings.map(([what, status, ended, channel]): (typeof situations)[number] => [
    `${what} frees its nights at once, and the block that is still in the feed does not close them`,
    async (home) => {
      const hold_expires_at = status === 'confirmed' ? null : new Date(start.getTime() + 86_400_000);
      const id = await echoed(home, channel, { status, hold_expires_at });
      await home.change(id, { status: ended });
      const atOnce = await home.taken();
      const read = await home.read(channel, home.block(channel, july));
      const later = await home.taken();
      expect(await home.fetch(channel)).not.toContain('BEGIN:VEVENT');
      await home.read(channel);
      return [atOnce, read, later, await home.taken()];
    },
    [[], ['block unchanged'], [], []],
  ]),
  [
    'a stay that is shortened, and one that is moved, free what they leave at once',
    async (home) => {
      const id = await echoed(home, 'airbnb');
      await home.change(id, { checkout: '2027-07-10' });
      await home.read('airbnb', home.block('airbnb', july));
      const shortened = await home.taken();
      await home.change(id, { checkin: august[0], checkout: august[1] });
      await home.read('airbnb', home.block('airbnb', july));
      return [shortened, await home.taken()];
    },
    [['booking 2027-07-07/2027-07-10'], [`booking ${nights(august)}`]],
  ],
  [
    'a block that stays after the channel has read that the stay is over is its own; gone soon, it was only late',
    async (home) => {
      const id = await echoed(home, 'airbnb');
      await home.change(id, { status: 'cancelled' });
      await home.fetch('airbnb');
      await home.read('airbnb', home.block('airbnb', july));
      const own = await home.taken();
      await home.read('airbnb', stay('other', '2027-10-01', '2027-10-03'));
      return [own, (await home.taken()).filter((line) => line.includes('2027-07'))];
    },
    [[`feed_block ${nights(july)}`], []],
  ],
  [
    'a stay sold twice that was found before the channel read ours stays one when it has',
    async (home) => {
      await home.book(july);
      await home.read('booking_com', home.block('booking_com', july, 'sold'));
      const found = await home.conflicts();
      await home.fetch('booking_com');
      const unchanged = await home.read('booking_com', home.block('booking_com', july, 'sold'));
      await home.fetch('booking_com');
      await home.read('booking_com', home.block('booking_com', july, 'renamed'));
      return [found, unchanged, await home.conflicts()];
    },
    [1, ['reservation unchanged'], 1],
  ],
  [
    'a link with a new address has told nothing: what was its echo stays one, what is new is the channel’s',
    async (home) => {
      await echoed(home, 'booking_com');
      await home.book(august);
      await home.fetch('booking_com');
      await db
        .updateTable('calendar_links')
        .set({ last_fetched_at: null })
        .where('property_id', '=', home.id)
        .execute();
      const [old, sold] = [home.block('booking_com', july), home.block('booking_com', august, 'new')];
      return [await home.read('booking_com', old, sold), await home.conflicts()];
    },
    [['block unchanged', 'reservation added'], 1],
  ],
  [
    'two feeds of channel "Another" hear of each other’s stays, each from a link of its own',
    async (home) => {
      const [one, two] = [
        await feeds.add(db, home.id, calendar(stay('a', ...july, 'Ann')), { channel: 'other' }),
        await feeds.add(db, home.id, calendar(stay('b', ...august, 'Bob')), { channel: 'other' }),
      ];
      for (const { id } of [one, two]) await readFeedNow(app.ctx, id);
      const read = async (feedId: string) => {
        const text = await home.fetch('other', { feedId });
        return [july, august].map(([from]) => text.includes(from.replaceAll('-', '')));
      };
      return [await read(one.id), await read(two.id)];
    },
    [
      [false, true],
      [true, false],
    ],
  ],
  [
    'nights that two channels sold to guests of their own are a conflict, also once each has read the other’s stay',
    async (home) => {
      await home.read('airbnb', stay('a', ...july));
      await home.read('vrbo', stay('v', ...july, 'Sarah J.'));
      const found = await home.pairs();
      await home.fetch('vrbo');
      await home.fetch('airbnb');
      await home.read('vrbo', stay('v', ...july, 'Sarah J.'));
      const later = await home.pairs();
      await home.read('vrbo', [...stay('v', ...july, 'Sarah J.'), 'STATUS:CANCELLED']);
      return [found, later, await home.pairs()];
    },
    [1, 1, 0],
  ],
  [
    'a channel that closes the nights of another one’s stay, which it has read from us, is no conflict with it',
    async (home) => {
      await home.read('airbnb', stay('a', ...july));
      await home.fetch('booking_com');
      await home.fetch('vrbo');
      await home.read('booking_com', home.block('booking_com', july));
      await home.read('vrbo', home.block('vrbo', july));
      return home.pairs();
    },
    0,
  ],
  [
    'what a channel’s late file still closes of a stay that another one sold anew is no conflict; an hour later it is',
    async (home) => {
      await home.read('airbnb', stay('a', ...july));
      await home.fetch('booking_com');
      await home.read('booking_com', home.block('booking_com', july));
      await home.read('airbnb', [...stay('a', ...july), 'STATUS:CANCELLED']);
      await home.fetch('booking_com');
      const late = await home.read('booking_com', home.block('booking_com', july));
      await home.read('airbnb', stay('b', ...july));
      const soon = await home.pairs();
      home.pass(60);
      await home.read('booking_com', home.block('booking_com', july));
      return [late, soon, await home.pairs()];
    },
    [['reservation changed'], 0, 1],
  ],
];

test.each(situations)('%s', async (_, run, expected) => {
  expect(await run(await openHome())).toEqual(expected);
});

test('an unchanged file is classified again when the channel has read ours', async () => {
  const home = await openHome();
  const feed = await feeds.add(db, home.id, calendar(stay('x', ...july, markers.airbnb)));
  const id = await home.book(july);
  await home.fetch('airbnb');
  const read = async () => (await readFeedNow(app.ctx, feed.id)).events.map(({ outcome }) => outcome);
  expect([await read(), await read()]).toEqual([['echo'], ['unchanged']]);
  await home.change(id, { status: 'cancelled' });
  await home.fetch('airbnb');
  home.pass(10);
  expect(await read()).toEqual(['changed']);
  expect((await feeds.stats(feed.name))?.notModified).toBe(2);
  expect(await home.taken()).toEqual([`feed_block ${nights(july)}`]);
});
