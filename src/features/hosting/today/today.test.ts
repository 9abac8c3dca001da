import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestApp } from '../../../../test/app.ts';
import { addBooking, addProperty } from '../../../../test/bookings.ts';
import { addExtra } from '../../../../test/extras.ts';
import { testAppForHosts } from '../../../../test/host.ts';
import { quietDay } from '../../../../test/quiet-day.ts';
import { type Browser, signedInBrowser } from '../../../../test/sign-in.ts';
import { stopTurnoverClock } from '../../../../test/turnovers.ts';
import { newId } from '../../../shared/uuid.server.ts';
import type { Today } from './contract.server.ts';

let app: TestApp;
let host: Browser;
let home: { id: string; slug: string };
let now = new Date('2027-07-09T15:00:00Z');
const processZone = process.env.TZ;

beforeAll(async () => {
  ({ app, host } = await testAppForHosts({ now: () => now }));
  await stopTurnoverClock(app.platform.pool);
  home = await addProperty(app.platform.db, { title: 'The Beachcomber' });
});
beforeEach(() => {
  now = new Date('2027-07-09T15:00:00Z');
  return app.platform.pool.query('truncate bookings, calendar_feeds, inquiries, threads cascade');
});
afterEach(() => {
  if (processZone === undefined) delete process.env.TZ;
  else process.env.TZ = processZone;
});
afterAll(() => app.close());

const read = async (): Promise<Today> => {
  const response = await host.request('GET', '/api/admin/today');
  expect(response.status).toBe(200);
  return response.json();
};
const book = (checkin: string, checkout: string, more: object = {}) =>
  addBooking(app.platform.db, { property_id: home.id, checkin, checkout, ...more });
const pay = (booking_id: string, amount_cents: number, more: object = {}) =>
  app.platform.db
    .insertInto('payments')
    .values({ booking_id, kind: 'charge', amount_cents, method: 'elsewhere', created_at: now, ...more })
    .execute();
const codes = (rows: { code: string | null }[]) => rows.map(({ code }) => code);

test('only hosts read it, and it takes no parameters', async () => {
  const guest = await signedInBrowser(app, 'guest@example.com');
  expect((await app.request('GET', '/api/admin/today?x=1')).status).toBe(401);
  expect((await guest.request('GET', '/api/admin/today?x=1')).status).toBe(403);
  const response = await host.request('GET', '/api/admin/today?day=2027-01-01');
  expect([response.status, (await response.json()).fields]).toEqual([
    400,
    { day: 'There is no parameter "day"' },
  ]);
  expect((await host.request('GET', '/api/admin/today')).headers.get('Cache-Control')).toContain('no-store');
});

test('with nothing booked and no guest waiting every list is empty', async () => {
  const { coming, ...today } = await read();
  expect({ ...today, coming: [] }).toEqual({ ...quietDay, readAt: now.toISOString() });
  expect(coming.map(({ date }) => date)).toEqual([
    '2027-07-10',
    '2027-07-11',
    '2027-07-12',
    '2027-07-13',
    '2027-07-14',
    '2027-07-15',
    '2027-07-16',
  ]);
});

test('a confirmed stay arrives, is in house and leaves; other statuses do not', async () => {
  const leaving = await book('2027-07-05', '2027-07-09');
  const arriving = await book('2027-07-09', '2027-07-11', { phone: '+1 850 555 0100', guests: 3 });
  const other = await addProperty(app.platform.db);
  const staying = await addBooking(app.platform.db, {
    property_id: other.id,
    checkin: '2027-07-08',
    checkout: '2027-07-10',
  });
  await book('2027-07-11', '2027-07-13', { status: 'cancelled' });
  const { arrivals, departures, inHouse, coming } = await read();
  expect([codes(arrivals), codes(departures), codes(inHouse)]).toEqual([
    [arriving.code],
    [leaving.code],
    [staying.code],
  ]);
  expect(arrivals[0]).toMatchObject({
    property: { slug: home.slug, title: 'The Beachcomber' },
    name: 'Ann Lee',
    guests: 3,
    channel: null,
    phone: '+1 850 555 0100',
    checkInFrom: '16:00',
    checkOutUntil: '10:00',
    checkout: '2027-07-11',
  });
  expect(codes(coming[0]?.departures ?? [])).toEqual([staying.code]);
  expect(coming.flatMap((day) => codes(day.arrivals))).toEqual([]);
  expect(codes(coming[1]?.departures ?? [])).toEqual([arriving.code]);
});

const zones = ['UTC', 'Pacific/Honolulu', 'Pacific/Kiritimati'];
test.each(
  zones.flatMap((zone) => [
    { zone, moment: '2027-07-10T04:59:00Z', today: '2027-07-09', clock: '23:59 in summer' },
    { zone, moment: '2027-07-10T05:01:00Z', today: '2027-07-10', clock: '00:01 in summer' },
    { zone, moment: '2027-01-10T05:59:00Z', today: '2027-01-09', clock: '23:59 in winter' },
    { zone, moment: '2027-01-10T06:01:00Z', today: '2027-01-10', clock: '00:01 in winter' },
    {
      zone,
      moment: '2027-03-14T06:01:00Z',
      today: '2027-03-14',
      clock: '00:01 before the clocks go forward',
    },
    { zone, moment: '2027-03-15T04:59:00Z', today: '2027-03-14', clock: '23:59 after they went forward' },
    { zone, moment: '2027-11-07T05:01:00Z', today: '2027-11-07', clock: '00:01 before the clocks go back' },
    { zone, moment: '2027-11-08T05:59:00Z', today: '2027-11-07', clock: '23:59 after they went back' },
  ]),
)('with the server in $zone it is $today at $clock', async ({ zone, moment, today }) => {
  process.env.TZ = zone;
  now = new Date(moment);
  await app.platform.db
    .updateTable('sessions')
    .set({ created_at: now, last_seen_at: now, authenticated_at: now })
    .execute();
  const day = Temporal.PlainDate.from(today);
  const at = (days: number) => day.add({ days }).toString();
  const left = await book(at(-3), at(0));
  const arriving = await book(at(0), at(1), { balance_due_on: today });
  const tomorrow = await book(at(1), at(4), { balance_due_on: at(1) });
  const response = await read();
  expect(response.today).toBe(today);
  expect([codes(response.arrivals), codes(response.departures)]).toEqual([[arriving.code], [left.code]]);
  expect(codes(response.coming[0]?.arrivals ?? [])).toEqual([tomorrow.code]);
  expect(response.coming[0]?.date).toBe(at(1));
  expect(codes(response.balancesDue)).toContain(arriving.code);
  expect(codes(response.balancesDue)).not.toContain(tomorrow.code);
});

test('requests and holds come with their clock, the next to run out first', async () => {
  const expires = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  const later = await book('2027-08-01', '2027-08-03', {
    status: 'requested',
    hold_expires_at: expires(1_000),
  });
  const sooner = await book('2027-08-05', '2027-08-08', {
    status: 'requested',
    hold_expires_at: expires(30),
  });
  const held = await book('2027-08-10', '2027-08-12', { status: 'held', hold_expires_at: expires(20) });
  const { requests, holds } = await read();
  expect([codes(requests), codes(holds)]).toEqual([[sooner.code, later.code], [held.code]]);
  expect(requests[0]).toMatchObject({
    expiresAt: expires(30).toISOString(),
    total: 60_000,
    checkin: '2027-08-05',
    guests: 2,
  });
});

test('the nights of an offer are no hold to wait for until a guest has taken it', async () => {
  const kept = { status: 'held' as const, source: 'offer' as const };
  const until = new Date('2027-07-12T15:00:00Z');
  await book('2027-08-01', '2027-08-03', { ...kept, name: 'Offer', email: '', hold_expires_at: until });
  const taken = await book('2027-08-05', '2027-08-08', { ...kept, hold_expires_at: until });
  expect(codes((await read()).holds)).toEqual([taken.code]);
});

test('a balance is due from its day on, and a declined one before it; a paid or refunded one is not', async () => {
  const due = await book('2027-08-01', '2027-08-03', { balance_due_on: '2027-07-01' });
  await pay(due.id, 20_000);
  const declined = await book('2027-08-05', '2027-08-08', {
    plan: 'deposit',
    balance_due_on: '2027-07-20',
    balance_declines: 1,
    next_charge_at: new Date('2027-07-10T15:00:00Z'),
    stripe_customer_id: 'cus_1',
    stripe_payment_method_id: 'pm_1',
  });
  const open = await book('2027-08-10', '2027-08-12');
  const later = await book('2027-08-13', '2027-08-15', { balance_due_on: '2027-07-10' });
  const paid = await book('2027-08-16', '2027-08-18', { balance_due_on: '2027-07-01' });
  await pay(paid.id, 60_000);
  const kindness = await book('2027-08-20', '2027-08-22');
  await pay(kindness.id, 60_000);
  await pay(kindness.id, 5_000, { kind: 'refund' });
  const order = { cause: 'hosts:1', kind: 'hosts' as const, status: 'done' as const, amount_cents: 5_000 };
  await app.platform.db
    .insertInto('refund_orders')
    .values({ id: newId(), booking_id: kindness.id, payment_id: 'pi_1', ...order })
    .execute();
  const { balancesDue } = await read();
  expect(codes(balancesDue)).toEqual([declined.code, open.code, due.code]);
  expect(codes(balancesDue)).not.toContain(later.code);
  expect(balancesDue.map(({ hasCard }) => hasCard)).toEqual([true, false, false]);
  expect(balancesDue[0]).toMatchObject({ declines: 1, nextAttemptAt: '2027-07-10T15:00:00.000Z' });
  expect(balancesDue[2]).toMatchObject({ amount: 40_000, dueOn: '2027-07-01', declines: 0 });
});

test('a charge is listed after 3 days without a payment, and an order of the guest never', async () => {
  const { id, code } = await book('2027-08-01', '2027-08-03');
  const ordered = await addExtra(app.platform.db, { label: 'Crib', amount_cents: 1_500 });
  const charged = (extra_id: string | null, hoursAgo: number) =>
    app.platform.db
      .insertInto('booking_extras')
      .values({
        booking_id: id,
        extra_id,
        label: `${hoursAgo} hours`,
        amount_cents: 2_500,
        unit_cents: 2_500,
        due_cents: 2_750,
        collect: 'link',
        status: 'open',
        by: 'host@example.com',
        created_at: new Date(now.getTime() - hoursAgo * 3_600_000),
      })
      .execute();
  await charged(null, 73);
  await charged(null, 71);
  await charged(ordered, 73);
  expect((await read()).unpaidCharges).toMatchObject([{ code, label: '73 hours', amount: 2_750 }]);
});

test('an inquiry without a reply has 24 hours from its arrival', async () => {
  const inquiry = (status: 'new' | 'answered', created_at: string) => ({
    id: newId(),
    name: 'Zoë',
    email: 'zoe@guests.example',
    property_title: 'The Beachcomber',
    status,
    check_in: '2027-08-01',
    check_out: '2027-08-03',
    guests: 2,
    created_at: new Date(created_at),
  });
  await app.platform.db
    .insertInto('inquiries')
    .values([inquiry('answered', '2027-07-01T00:00:00Z'), inquiry('new', '2027-07-08T12:00:00Z')])
    .execute();
  expect((await read()).inquiries).toEqual([
    expect.objectContaining({
      name: 'Zoë',
      property: 'The Beachcomber',
      waitingSince: '2027-07-08T12:00:00.000Z',
      answerBy: '2027-07-09T12:00:00.000Z',
      code: null,
      path: expect.stringMatching(/^\/admin\/inbox\?thread=[0-9a-f-]{36}$/),
    }),
  ]);
});

test('feeds that fail, were never read or are older than 6 hours are in trouble; others and closed ones are not', async () => {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const feed = (name: string, more: object) => ({
    property_id: home.id,
    channel: 'airbnb' as const,
    name,
    url: `https://feeds.example/${name}.ics`,
    last_read_at: hoursAgo(0),
    last_good_at: hoursAgo(0),
    ...more,
  });
  await app.platform.db
    .insertInto('calendar_feeds')
    .values([
      feed('good', { last_good_at: hoursAgo(5.9) }),
      feed('stale', { last_good_at: hoursAgo(6.1) }),
      feed('failing', { last_error: 'The calendar answered 500.' }),
      feed('new', { last_read_at: null, last_good_at: null }),
      feed('closed', { last_good_at: null, is_active: false }),
    ])
    .execute();
  const { feeds } = await read();
  expect(feeds.map(({ name, problem }) => [name, problem])).toEqual([
    ['new', 'never_read'],
    ['stale', 'stale'],
    ['failing', 'failing'],
  ]);
  expect(feeds[2]).toMatchObject({ lastError: 'The calendar answered 500.', property: { slug: home.slug } });
});

test('stays that another channel sold come and go without a code, its closed nights and echoes of ours do not', async () => {
  const { id: feed_id } = await app.platform.db
    .insertInto('calendar_feeds')
    .values({ property_id: home.id, channel: 'vrbo', url: 'https://feeds.example/v.ics', last_good_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const event = { feed_id, property_id: home.id, checkin: '2027-07-09', checkout: '2027-07-12' };
  await app.platform.db
    .insertInto('feed_events')
    .values([
      { ...event, uid: '1', kind: 'reservation' },
      { ...event, uid: '2', kind: 'block' },
      { ...event, uid: '3', kind: 'reservation', is_echo: true },
    ])
    .execute();
  const { arrivals } = await read();
  expect(arrivals).toEqual([
    expect.objectContaining({ code: null, channel: 'vrbo', name: '', guests: null, checkout: '2027-07-12' }),
  ]);
});

test('stays of a feed that is switched off come, too: their nights stay closed, and their homes are cleaned', async () => {
  const { db } = app.platform;
  const { id: feed_id } = await db
    .insertInto('calendar_feeds')
    .values({
      property_id: home.id,
      channel: 'vrbo',
      url: 'https://feeds.example/v.ics',
      last_good_at: now,
      is_active: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const event = { feed_id, property_id: home.id, kind: 'reservation' as const };
  await db
    .insertInto('feed_events')
    .values([
      { ...event, uid: '1', checkin: '2027-07-05', checkout: '2027-07-09' },
      { ...event, uid: '2', checkin: '2027-07-09', checkout: '2027-07-12' },
    ])
    .execute();
  const { arrivals, departures, unreadyHomes } = await read();
  expect([arrivals, departures].map((stays) => stays.map(({ channel }) => channel))).toEqual([
    ['vrbo'],
    ['vrbo'],
  ]);
  expect(arrivals[0]).toMatchObject({ isReady: false });
  expect(unreadyHomes).toHaveLength(1);
});

test('a guest who wrote about a booking waits for a reply, too', async () => {
  const { id, code } = await book('2027-08-01', '2027-08-03', { phone: '+1 850 555 0100' });
  const waiting_since = new Date('2027-07-09T14:00:00Z');
  await app.platform.db.insertInto('threads').values({ id, kind: 'booking', waiting_since }).execute();
  expect((await read()).inquiries).toEqual([
    expect.objectContaining({
      code,
      name: 'Ann Lee',
      phone: '+1 850 555 0100',
      property: 'The Beachcomber',
      answerBy: '2027-07-10T14:00:00.000Z',
      path: `/admin/inbox?thread=${id}`,
    }),
  ]);
});

const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const record = (booking_id: string, event: string, details: object, minutes: number) =>
  app.platform.db
    .insertInto('booking_events')
    .values({
      booking_id,
      event,
      actor: 'card provider',
      details: JSON.stringify(details),
      created_at: minutesAgo(minutes),
    })
    .execute();

test('a refund that failed stays until as much was refunded again or paid back in another way', async () => {
  const { id: booking_id, code } = await book('2027-08-01', '2027-08-03', { status: 'cancelled' });
  const order = (status: 'failed' | 'done', minutes: number, amount_cents: number) =>
    app.platform.db
      .insertInto('refund_orders')
      .values({
        id: newId(),
        booking_id,
        payment_id: 'pi_1',
        amount_cents,
        kind: 'hosts',
        status,
        cause: `hosts:${minutes}`,
        reason: 'Storm',
        created_at: minutesAgo(minutes),
      })
      .execute();
  const fail = (minutes: number, amount: number) =>
    record(booking_id, 'refund_failed', { amount, reason: 'expired card', refund: `re_${minutes}` }, minutes);
  const unpaid = async () => (await read()).failedRefunds.map(({ amount }) => amount);
  await order('done', 90, 10_000);
  await order('failed', 80, 10_000);
  await fail(70, 10_000);
  expect((await read()).failedRefunds).toEqual([
    expect.objectContaining({ code, amount: 10_000, reason: 'expired card', name: 'Ann Lee' }),
  ]);
  await order('done', 60, 6_000);
  expect(await unpaid()).toEqual([4_000]);
  // A refund that fails again is still the same money.
  await order('failed', 50, 4_000);
  await fail(40, 4_000);
  expect(await unpaid()).toEqual([4_000]);
  await order('done', 30, 3_000);
  expect(await unpaid()).toEqual([1_000]);
  await order('done', 20, 1_000);
  expect(await unpaid()).toEqual([]);
});

test('a dispute stays with its present state until it is decided', async () => {
  const { id, code } = await book('2027-08-01', '2027-08-03');
  const dispute = (name: string, status: string, minutes: number) =>
    app.platform.db
      .insertInto('disputes')
      .values({
        id: name,
        booking_id: id,
        payment_id: `pi_${name}`,
        amount_cents: 60_000,
        status,
        reason: 'fraudulent',
        created_at: new Date(now.getTime() - minutes * 60_000),
      })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ status }))
      .execute();
  await dispute('dp_1', 'needs_response', 50);
  await dispute('dp_2', 'warning_needs_response', 40);
  expect((await read()).disputes).toEqual([
    expect.objectContaining({ id: 'dp_1', code, amount: 60_000, isUnderReview: false, answerBy: null }),
    expect.objectContaining({ id: 'dp_2' }),
  ]);
  await dispute('dp_1', 'under_review', 30);
  await dispute('dp_2', 'warning_closed', 20);
  expect((await read()).disputes).toEqual([
    expect.objectContaining({ id: 'dp_1', isUnderReview: true, reason: 'fraudulent' }),
  ]);
  await dispute('dp_1', 'lost', 10);
  expect((await read()).disputes).toEqual([]);
});

test('a restore within the last 7 days says what it left unsent', async () => {
  const { db } = app.platform;
  const backup_at = new Date(now.getTime() - 30 * 3_600_000);
  const set = (unsent: object, restored_at: Date) =>
    db
      .insertInto('last_restore')
      .values({ backup_at, restored_at, unsent: JSON.stringify(unsent) })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ restored_at, unsent: JSON.stringify(unsent) }),
      )
      .execute();
  await set({ messages: 2, arrivals: 1, alarms: 4 }, now);
  expect((await read()).restored).toEqual({
    backupAt: backup_at.toISOString(),
    restoredAt: now.toISOString(),
    messages: 2,
    arrivals: 1,
    reviews: 0,
  });
  await set({ messages: 2 }, new Date(now.getTime() - 8 * 24 * 3_600_000));
  expect((await read()).restored).toBeNull();
  await set({ messages: 0, alarms: 1 }, now);
  expect((await read()).restored).toBeNull();
});

test('a code is missing where the notes promise one and none is set, today and tomorrow', async () => {
  const promising = await addProperty(app.platform.db, {
    access_notes: 'The key lies in the lockbox; we send you its code before you arrive.',
  });
  const inPromising = { property_id: promising.id };
  const today = await book('2027-07-09', '2027-07-10', inPromising);
  await book('2027-07-10', '2027-07-11', { ...inPromising, access_code: '4711' });
  const other = await addProperty(app.platform.db, { access_notes: 'We mail you the code.' });
  const tomorrow = await book('2027-07-10', '2027-07-12', { property_id: other.id });
  await book('2027-07-12', '2027-07-14', { property_id: other.id });
  await book('2027-07-10', '2027-07-12');
  const { missingCodes } = await read();
  expect(missingCodes.map(({ code, checkin }) => [code, checkin])).toEqual([
    [today.code, '2027-07-09'],
    [tomorrow.code, '2027-07-10'],
  ]);
});
