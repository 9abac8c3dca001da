import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testAppForFile } from '../../../test/app.ts';
import { addBooking, addProperty } from '../../../test/bookings.ts';
import { inDays } from '../../../test/paid-stays.ts';
import { newId } from '../../shared/uuid.server.ts';
import { takeWeek, unreadyArrivals } from './mail-store.server.ts';
import { arrivalsNotReady, turnoversBetween, turnoversOfCleaner } from './store.server.ts';

const app = await testAppForFile();
const { db, pool } = app.platform;

const book = (property_id: string, from: number, to: number, more: object = {}) =>
  addBooking(db, { property_id, checkin: inDays(from), checkout: inDays(to), ...more });
const set = (id: string, values: object) =>
  db.updateTable('bookings').set(values).where('id', '=', id).execute();

/** `in 3 days, next in 5 days: 2+0`, of a home in the order of the days. */
async function turnovers(propertyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('turnovers')
    .selectAll()
    .where('property_id', '=', propertyId)
    .orderBy('departs_on')
    .execute();
  const days = Object.fromEntries(
    Array.from({ length: 120 }, (_, index) => [inDays(index - 20), index - 20]),
  );
  return rows.map(({ departs_on, arrives_on, guests, pets, status, is_same_day }) => {
    expect(is_same_day).toBe(departs_on === arrives_on);
    const next = arrives_on === null ? 'nobody' : `${days[arrives_on]}: ${guests ?? '?'}+${pets ?? '?'}`;
    return `${days[departs_on]}, next ${next}${status === 'todo' ? '' : ` ${status}`}`;
  });
}

async function addFeed(property_id: string, more: object = {}): Promise<string> {
  const id = newId();
  await db
    .insertInto('calendar_feeds')
    .values({ id, property_id, channel: 'airbnb', url: 'https://a.example/1.ics', ...more })
    .execute();
  return id;
}

const event = (feed_id: string, property_id: string, from: number, to: number, more: object = {}) => ({
  id: newId(),
  feed_id,
  property_id,
  uid: newId(),
  kind: 'reservation' as const,
  checkin: inDays(from),
  checkout: inDays(to),
  is_echo: false,
  ...more,
});

test('a confirmed stay gets one turnover, which knows who arrives next and is kept right as they change', async () => {
  const { id: home } = await addProperty(db);
  await book(home, 2, 5);
  expect(await turnovers(home)).toEqual(['5, next nobody']);
  const later = await book(home, 10, 12, { guests: 4, pets: 1 });
  expect(await turnovers(home)).toEqual(['5, next 10: 4+1', '12, next nobody']);
  const sooner = await book(home, 5, 7);
  expect(await turnovers(home)).toEqual(['5, next 5: 2+0', '7, next 10: 4+1', '12, next nobody']);
  await set(later.id, { guests: 3, pets: 0 });
  expect(await turnovers(home)).toContain('7, next 10: 3+0');
  await set(sooner.id, { status: 'cancelled' });
  expect(await turnovers(home)).toEqual(['5, next 10: 3+0', '12, next nobody']);
  await db.deleteFrom('bookings').where('id', '=', later.id).execute();
  expect(await turnovers(home)).toEqual(['5, next nobody']);
});

test('holds, requests, blocks and stays that are over get none', async () => {
  const { id: home } = await addProperty(db);
  await book(home, 2, 4, { status: 'held' });
  const requested = await book(home, 6, 8, { status: 'requested' });
  await book(home, -9, -5);
  await db
    .insertInto('blocks')
    .values({ property_id: home, first_night: inDays(20), last_night: inDays(22) })
    .execute();
  expect(await turnovers(home)).toEqual([]);
  await book(home, -3, 0);
  expect(await turnovers(home)).toEqual(['0, next nobody']);
  await set(requested.id, { status: 'confirmed' });
  expect(await turnovers(home)).toEqual(['0, next 6: 2+0', '8, next nobody']);
});

test('a stay that moves takes its turnover along, with its note; to another home it gets that home’s', async () => {
  const [{ id: home }, { id: other }] = [await addProperty(db), await addProperty(db)];
  const { id } = await book(home, 2, 5);
  await db.updateTable('turnovers').set({ note: 'Fresh towels' }).where('property_id', '=', home).execute();
  await set(id, { checkin: inDays(3), checkout: inDays(9) });
  expect(await turnovers(home)).toEqual(['9, next nobody']);
  const row = () =>
    db.selectFrom('turnovers').select(['id', 'note']).where('property_id', '=', home).executeTakeFirst();
  expect((await row())?.note).toBe('Fresh towels');
  // A check moves a stay into the past.
  await set(id, { checkin: inDays(-4), checkout: inDays(-1) });
  expect(await turnovers(home)).toEqual(['-1, next nobody']);
  await set(id, { checkin: inDays(3), checkout: inDays(9) });
  await set(id, { property_id: other });
  expect([await turnovers(home), await turnovers(other)]).toEqual([[], ['9, next nobody']]);
});

test('a stay that is broken off leaves its home today, which is cleaned before the next guests', async () => {
  for (const values of [{ status: 'cancelled' }, { property_id: (await addProperty(db)).id }]) {
    const { id: home, slug } = await addProperty(db);
    await book(home, -9, -3);
    const { id } = await book(home, -3, 4);
    await book(home, 6, 8);
    expect(await turnovers(home)).toEqual(['4, next 6: 2+0', '8, next nobody']);
    await set(id, values);
    expect(await turnovers(home)).toEqual(['0, next 6: 2+0', '8, next nobody']);
    await book(home, 1, 3, { guests: 5 });
    expect(await turnovers(home)).toEqual(['0, next 1: 5+0', '3, next 6: 2+0', '8, next nobody']);
    expect(await arrivalsNotReady(db, [{ slug, checkin: inDays(1) }])).toHaveLength(1);
  }
});

test('a stay that is cancelled on the day it ends is cleaned after all, one that begins today is not', async () => {
  const [{ id: home }, { id: other }] = [await addProperty(db), await addProperty(db)];
  const ends = await book(home, -3, 0);
  const begins = await book(other, 0, 3);
  await set(ends.id, { status: 'cancelled' });
  await set(begins.id, { status: 'cancelled' });
  expect([await turnovers(home), await turnovers(other)]).toEqual([['0, next nobody'], []]);
});

test.each(['done', 'problem'] as const)('one that is reported as %s is never deleted', async (status) => {
  const { id: home } = await addProperty(db);
  const { id } = await book(home, 0, 3);
  await db.updateTable('turnovers').set({ status }).where('property_id', '=', home).execute();
  await set(id, { checkout: inDays(4) });
  expect(await turnovers(home)).toEqual([`3, next nobody ${status}`, '4, next nobody']);
  await set(id, { status: 'cancelled' });
  await book(home, 3, 6);
  expect(await turnovers(home)).toEqual([`3, next 3: 2+0 ${status}`, '6, next nobody']);
});

test('events of channels that are stays get theirs, as they come, move, change their kind and go; echoes get none', async () => {
  const { id: home } = await addProperty(db);
  const feed = await addFeed(home);
  const [first, second, echo, block] = [
    event(feed, home, 1, 4),
    event(feed, home, 4, 8),
    event(feed, home, 10, 12, { kind: 'block', is_echo: true }),
    event(feed, home, 14, 16, { kind: 'block' }),
  ];
  await db.insertInto('feed_events').values([first, second, echo, block]).execute();
  expect(await turnovers(home)).toEqual(['4, next 4: ?+?', '8, next nobody']);
  const change = (id: string, values: object) =>
    db.updateTable('feed_events').set(values).where('id', '=', id).execute();
  await change(second.id, { checkin: inDays(6), checkout: inDays(9) });
  expect(await turnovers(home)).toEqual(['4, next 6: ?+?', '9, next nobody']);
  await change(block.id, { kind: 'reservation' });
  expect(await turnovers(home)).toEqual(['4, next 6: ?+?', '9, next 14: ?+?', '16, next nobody']);
  await change(second.id, { kind: 'block', is_echo: true });
  expect(await turnovers(home)).toEqual(['4, next 14: ?+?', '16, next nobody']);
  // Ours on the same day is the one whose guests are counted.
  await book(home, 14, 15, { guests: 5 });
  expect(await turnovers(home)).toContain('4, next 14: 5+0');
  await db.deleteFrom('calendar_feeds').where('id', '=', feed).execute();
  expect(await turnovers(home)).toEqual(['15, next nobody']);
});

test('a feed that goes to another home takes its turnovers there, and a home that goes takes its own along', async () => {
  const [{ id: home }, { id: other }] = [await addProperty(db), await addProperty(db)];
  const feed = await addFeed(home);
  await db
    .insertInto('feed_events')
    .values([event(feed, home, 1, 4), event(feed, home, 6, 8)])
    .execute();
  await db.updateTable('calendar_feeds').set({ property_id: other }).where('id', '=', feed).execute();
  expect([await turnovers(home), await turnovers(other)]).toEqual([[], ['4, next 6: ?+?', '8, next nobody']]);
  await db.deleteFrom('properties').where('id', '=', other).execute();
  expect(await turnovers(other)).toEqual([]);
});

test('one statement with many events of a feed makes all their turnovers', async () => {
  const { id: home } = await addProperty(db);
  const feed = await addFeed(home);
  const events = Array.from({ length: 30 }, (_, index) => event(feed, home, index * 3, index * 3 + 2));
  await db.insertInto('feed_events').values(events).execute();
  expect(await turnovers(home)).toHaveLength(30);
  expect((await turnovers(home))[3]).toBe('11, next 12: ?+?');
  await sql`update feed_events set checkout = checkout + 1 where feed_id = ${feed}`.execute(db);
  const moved = await turnovers(home);
  expect([moved.length, moved[3]]).toEqual([30, '12, next 12: ?+?']);
  await sql`delete from feed_events where feed_id = ${feed}`.execute(db);
  expect(await turnovers(home)).toEqual([]);
});

test('stays that are sold at the same time in one home see each other', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { id: home } = await addProperty(db);
    const spans = [0, 2, 4, 6, 8, 10].map((from) => [from, from + 2] as const);
    const ids = await Promise.all(
      spans.map(async ([from, to]) => (await book(home, from, to, { status: 'held' })).id),
    );
    await Promise.all(ids.map((id) => set(id, { status: 'confirmed' })));
    expect(await turnovers(home)).toEqual([
      '2, next 2: 2+0',
      '4, next 4: 2+0',
      '6, next 6: 2+0',
      '8, next 8: 2+0',
      '10, next 10: 2+0',
      '12, next nobody',
    ]);
  }
});

test('a rolled-back transaction leaves no turnover', async () => {
  const { id: home } = await addProperty(db);
  const { id } = await book(home, 2, 5, { status: 'held' });
  await expect(
    db.transaction().execute(async (tx) => {
      await tx.updateTable('bookings').set({ status: 'confirmed' }).where('id', '=', id).execute();
      throw new Error('back');
    }),
  ).rejects.toThrow('back');
  expect(await turnovers(home)).toEqual([]);
});

test('a home’s cleaner gets its new turnovers, and those to do that hosts gave to no other', async () => {
  const cleaner = async (name: string) =>
    (
      await db
        .insertInto('cleaners')
        .values({ name, email: `${newId()}@cleaners.example` })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const [ann, bea, cay] = [await cleaner('Ann'), await cleaner('Bea'), await cleaner('Cay')];
  const { id: home } = await addProperty(db, { cleaner_id: ann });
  for (const from of [0, 4, 8, 12]) await book(home, from, from + 2);
  const give = (day: number, values: object) =>
    db
      .updateTable('turnovers')
      .set(values)
      .where('property_id', '=', home)
      .where('departs_on', '=', inDays(day))
      .execute();
  await give(6, { cleaner_id: cay });
  await give(10, { status: 'done' });
  await give(14, { cleaner_id: null });
  await db.updateTable('properties').set({ cleaner_id: bea }).where('id', '=', home).execute();
  await book(home, 16, 18);
  const rows = await db
    .selectFrom('turnovers')
    .select('cleaner_id')
    .where('property_id', '=', home)
    .orderBy('departs_on')
    .execute();
  expect(rows.map(({ cleaner_id }) => cleaner_id)).toEqual([bea, cay, ann, bea, bea]);
  await db.deleteFrom('cleaners').where('id', '=', bea).execute();
  const left = await db
    .selectFrom('turnovers')
    .select('cleaner_id')
    .where('property_id', '=', home)
    .execute();
  expect(left.filter(({ cleaner_id }) => cleaner_id === null)).toHaveLength(3);
});

test('a restored backup replaces what its stays have made by then; no other turnover does', async () => {
  const { id: property_id } = await addProperty(db);
  await book(property_id, 0, 3);
  const id = newId();
  const backedUp = { id, property_id, departs_on: inDays(3), status: 'done', report: 'All fine' } as const;
  await expect(db.insertInto('turnovers').values(backedUp).execute()).rejects.toMatchObject({
    constraint: 'turnovers_once',
  });
  await db.transaction().execute(async (tx) => {
    await sql`set local pcb.restoring = 'on'`.execute(tx);
    await tx.insertInto('turnovers').values(backedUp).execute();
  });
  const rows = await db
    .selectFrom('turnovers')
    .select(['id', 'report'])
    .where('property_id', '=', property_id)
    .execute();
  expect(rows).toEqual([{ id, report: 'All fine' }]);
});

test('no statement of a change, a page or a job reads more than the days that it concerns', async () => {
  const { id: cleaner } = await db
    .insertInto('cleaners')
    .values({ name: 'Ann', email: 'ann@cleaners.example' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: home, slug } = await addProperty(db, { cleaner_id: cleaner });
  const quote_id = (
    await db
      .selectFrom('bookings')
      .innerJoin('quotes', 'quotes.id', 'bookings.quote_id')
      .select('quotes.id')
      .executeTakeFirstOrThrow()
  ).id;
  // More nights that are over than a plan would read through, without the triggers' work.
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica; set local statement_timeout = 0`.execute(tx);
    await sql`insert into bookings
        (code, key_hash, status, property_id, quote_id, checkin, checkout, guests, name, email, total_cents, due_now_cents)
      select lpad(night::text, 8, '0'), '\\x00', 'confirmed', ${home}::uuid, ${quote_id}::uuid,
        current_date - 8 - night, current_date - 7 - night, 2, 'Ann', 'a@b.example', 0, 0
      from generate_series(1, 10000) as night`.execute(tx);
    await sql`insert into turnovers (property_id, departs_on, arrives_on, status, cleaner_id)
      select property_id, checkout, checkout, 'done', ${cleaner}::uuid from bookings where property_id = ${home}`.execute(
      tx,
    );
  });
  await pool.query('analyze bookings; analyze turnovers; analyze feed_events');
  for (let day = 0; day < 20; day += 1) await book(home, 3 + day * 2, 5 + day * 2);

  await db.transaction().execute(async (tx) => {
    const rowsRead = async () => {
      const { rows } = await sql<{ read: number }>`select sum(seq_tup_read + idx_tup_fetch)::int as read
        from pg_stat_xact_user_tables where relname in ('turnovers', 'bookings')`.execute(tx);
      return rows[0]?.read ?? 0;
    };
    /** Rows that were there to read: how many dead ones an index names depends on when it was cleaned up. */
    const readBy = async (act: () => Promise<unknown>) => {
      const before = await rowsRead();
      await act();
      return (await rowsRead()) - before;
    };
    const move = tx
      .updateTable('bookings')
      .set({ checkin: inDays(8), checkout: inDays(9) })
      .where('property_id', '=', home)
      .where('checkin', '=', inDays(7));
    expect(await readBy(() => move.execute())).toBeLessThan(500);
    const [today, until] = [inDays(0), inDays(7)];
    const reading = await readBy(async () => {
      await turnoversOfCleaner(tx, cleaner, today);
      await turnoversBetween(tx, today, inDays(14));
      await arrivalsNotReady(tx, [{ slug, checkin: inDays(3) }]);
      await takeWeek(tx, { cleanerId: cleaner, from: today, until });
      await unreadyArrivals(tx, today);
    });
    expect(reading).toBeLessThan(300);
  });
});

test('guests in the house who are moved to later dates leave it today, with the note and the cleaner', async () => {
  const { id: home, slug } = await addProperty(db);
  const { id } = await book(home, -2, 2);
  await db.updateTable('turnovers').set({ note: 'Hurricane' }).where('property_id', '=', home).execute();
  await set(id, { checkin: inDays(10), checkout: inDays(14) });
  await book(home, 1, 3);
  expect(await turnovers(home)).toEqual(['0, next 1: 2+0', '3, next 10: 2+0', '14, next nobody']);
  expect(await notes(home)).toEqual(['Hurricane', '', '']);
  expect(await arrivalsNotReady(db, [{ slug, checkin: inDays(1) }])).toHaveLength(1);
});

const notes = async (home: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('turnovers')
    .select('note')
    .where('property_id', '=', home)
    .orderBy('departs_on')
    .execute();
  return rows.map(({ note }) => note);
};

test('a stay that is broken off leaves a home to be cleaned, also where its turnover is reported as a problem', async () => {
  for (const values of [
    { status: 'cancelled' },
    { checkin: inDays(10), checkout: inDays(14) },
    { checkin: inDays(-3), checkout: inDays(-1) },
  ]) {
    const { id: home, slug } = await addProperty(db);
    const { id } = await book(home, -3, 4);
    await db.updateTable('turnovers').set({ status: 'problem' }).where('property_id', '=', home).execute();
    await set(id, values);
    await book(home, 1, 3);
    expect(await turnovers(home)).toContain('0, next 1: 2+0');
    expect(await arrivalsNotReady(db, [{ slug, checkin: inDays(1) }])).toHaveLength(1);
  }
});

test('a stay that is shortened or extended while its guests are there leaves only on its new day', async () => {
  const { id: home } = await addProperty(db);
  const { id } = await book(home, -3, 4);
  await set(id, { checkout: inDays(2) });
  expect(await turnovers(home)).toEqual(['2, next nobody']);
  await set(id, { checkout: inDays(0) });
  expect(await turnovers(home)).toEqual(['0, next nobody']);
  await set(id, { checkout: inDays(5) });
  expect(await turnovers(home)).toEqual(['5, next nobody']);
});

test.each([
  ['cancelled', (id: string) => db.deleteFrom('feed_events').where('id', '=', id).execute()],
  ['an echo', (id: string) => setEvent(id, { is_echo: true })],
  ['a block', (id: string) => setEvent(id, { kind: 'block' })],
  ['later', (id: string) => setEvent(id, { checkin: inDays(20), checkout: inDays(24) })],
  ['over since yesterday', (id: string) => setEvent(id, { checkout: inDays(-1) })],
  ['of a feed that is deleted', (id: string) => deleteFeed(id)],
])('another channel’s stay that becomes %s after a night leaves its home today', async (_, change) => {
  const { id: home, slug } = await addProperty(db);
  const feed = await addFeed(home);
  const started = event(feed, home, -3, 4);
  await db.insertInto('feed_events').values(started).execute();
  await db.updateTable('turnovers').set({ note: 'Two dogs' }).where('property_id', '=', home).execute();
  await change(started.id);
  await book(home, 1, 3);
  expect((await turnovers(home)).slice(0, 2)).toEqual([
    '0, next 1: 2+0',
    expect.stringMatching(/^3, next (20: .*|nobody)$/),
  ]);
  expect((await notes(home))[0]).toBe('Two dogs');
  expect(await arrivalsNotReady(db, [{ slug, checkin: inDays(1) }])).toHaveLength(1);
});

const setEvent = (id: string, values: object) =>
  db.updateTable('feed_events').set(values).where('id', '=', id).execute();

const deleteFeed = (eventId: string) =>
  db
    .deleteFrom('calendar_feeds')
    .where('id', 'in', db.selectFrom('feed_events').select('feed_id').where('id', '=', eventId))
    .execute();

test('an event that turns out to be an echo of a stay adds no turnover while its guests are there', async () => {
  const { id: home } = await addProperty(db);
  const started = event(await addFeed(home), home, -3, 4);
  await db.insertInto('feed_events').values(started).execute();
  await book(home, -3, 5);
  await setEvent(started.id, { is_echo: true });
  expect(await turnovers(home)).toEqual(['5, next nobody']);
});

test('a stay that comes back while its guests are there takes the turnover of today along', async () => {
  const { id: home } = await addProperty(db);
  const feed = await addFeed(home);
  const started = event(feed, home, -3, 4);
  await db.insertInto('feed_events').values(started).execute();
  await db.updateTable('turnovers').set({ note: 'Two dogs' }).where('property_id', '=', home).execute();
  await db.deleteFrom('feed_events').where('id', '=', started.id).execute();
  expect(await turnovers(home)).toEqual(['0, next nobody']);
  await db.insertInto('feed_events').values(started).execute();
  expect(await turnovers(home)).toEqual(['4, next nobody']);
  expect(await notes(home)).toEqual(['Two dogs']);
});

test('a home that is deleted while people stay there leaves nothing to be cleaned', async () => {
  const { id: home } = await addProperty(db);
  await db
    .insertInto('feed_events')
    .values(event(await addFeed(home), home, -3, 4))
    .execute();
  await db.deleteFrom('properties').where('id', '=', home).execute();
  expect(await turnovers(home)).toEqual([]);
});

test('a feed that is deleted and connected again gives its stays’ turnovers their notes and cleaners back', async () => {
  const cleanerIds = [newId(), newId()];
  const [usual, other] = cleanerIds;
  await db
    .insertInto('cleaners')
    .values(cleanerIds.map((id) => ({ id, name: 'Maria', email: `${id}@cleaners.example` })))
    .execute();
  const { id: home } = await addProperty(db, { cleaner_id: usual ?? null });
  const days: [from: number, to: number][] = [
    [2, 5],
    [6, 9],
    [10, 13],
    [14, 17],
    [18, 21],
  ];
  const connect = async () => {
    const feed = await addFeed(home);
    const events = days.map(([from, to]) => event(feed, home, from, to));
    await db.insertInto('feed_events').values(events).execute();
    return feed;
  };
  const change = (day: number, values: object) =>
    db
      .updateTable('turnovers')
      .set(values)
      .where('property_id', '=', home)
      .where('departs_on', '=', inDays(day))
      .execute();
  const plan = async () => {
    const rows = await db
      .selectFrom('turnovers')
      .select(['note', 'cleaner_id'])
      .where('property_id', '=', home)
      .orderBy('departs_on')
      .execute();
    return rows.map(({ note, cleaner_id }) => [note, cleaner_id]);
  };
  const feed = await connect();
  await change(5, { note: 'Change the lock’s battery' });
  await change(9, { cleaner_id: other });
  await change(13, { cleaner_id: null });
  // A stay of ours leaves on the same day, so that this turnover is never deleted.
  await book(home, 19, 21);
  await change(21, { note: 'Old words' });
  const before = await plan();
  await db.deleteFrom('calendar_feeds').where('id', '=', feed).execute();
  await change(21, { note: 'New words' });
  expect(await plan()).toEqual([['New words', usual]]);
  await connect();
  expect(await plan()).toEqual([...before.slice(0, 4), ['New words', usual]]);
  expect(before.slice(0, 4)).toEqual([
    ['Change the lock’s battery', usual],
    ['', other],
    ['', null],
    ['', usual],
  ]);
});

test('a stay with other nights takes no note from one that was disconnected', async () => {
  const { id: home } = await addProperty(db);
  const feed = await addFeed(home);
  await db
    .insertInto('feed_events')
    .values(event(feed, home, 2, 5))
    .execute();
  await db.updateTable('turnovers').set({ note: 'Cot' }).where('property_id', '=', home).execute();
  await db.deleteFrom('calendar_feeds').where('id', '=', feed).execute();
  const again = await addFeed(home);
  await db
    .insertInto('feed_events')
    .values(event(again, home, 3, 5))
    .execute();
  const notes = await db.selectFrom('turnovers').select('note').where('property_id', '=', home).execute();
  expect(notes).toEqual([{ note: '' }]);
});
