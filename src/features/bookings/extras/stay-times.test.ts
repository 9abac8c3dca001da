import { beforeEach, expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { addExtra } from '../../../../test/extras.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { anyAddress } from '../../../../test/shop.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { newId } from '../../../shared/uuid.server.ts';

const stays = await openStaysForFile();
const { db } = stays;
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
// Check-in from 16:00, check-out until 10:00.
const home = await stays.addProperty({ check_in_from: '16:00', check_out_until: '10:00' });
const { slug } = home;
beforeEach(async () => {
  await db.updateTable('bookings').set({ status: 'cancelled' }).where('status', '<>', 'cancelled').execute();
  await db.deleteFrom('booking_extras').execute();
  await db.deleteFrom('extras').execute();
  await stays.platform.pool.query('truncate rate_limits');
});

const moments = {
  early: { label: 'Early check-in', moment: 'early_check_in', clock_time: '13:00' },
  late: { label: 'Late check-out', moment: 'late_check_out', clock_time: '13:00' },
};
const add = (row: object = {}) =>
  addExtra(db, { amount_cents: 5_000, offered: 'trip', last_days: 0, ...row });
const json = async (response: Promise<Response>) => (await response).json();
const guest = ({ code, key }: Placed, method: 'GET' | 'POST', more: object = {}) =>
  stays.request(method, `/api/bookings/${code}/extras`, {
    headers: { 'X-Booking-Key': key, 'Idempotency-Key': newId() },
    from: anyAddress(),
    ...more,
  });
/** Asks for a moment and approves it. */
async function approved(placed: Placed, id: string): Promise<string> {
  const asked = await json(guest(placed, 'POST', { json: { id, quantity: 1, total: 5_000 } }));
  expect(asked).toMatchObject({ status: 'asked' });
  const path = `/api/admin/bookings/${placed.code}/extras/${asked.id}/approve`;
  expect((await host.request('POST', path, { json: {} })).status).toBe(200);
  return asked.id;
}
const today = () => json(host.request('GET', '/api/admin/today'));

test('an approved time is that of the trip, its mails, its calendar file, the turnovers and Today, and ends with a withdrawal', async () => {
  const [early, late] = [await add(moments.early), await add(moments.late)];
  const placed = await stays.confirmed(slug, {}, 1);
  const before = await stays.confirmed(slug, {}, -2).catch(() => null);
  expect(before).toBeNull();
  expect(await stays.read(placed)).toMatchObject({ checkInFrom: '16:00', checkOutUntil: '10:00' });
  const id = await approved(placed, early);
  await approved(placed, late);
  const times = { checkInFrom: '13:00', checkOutUntil: '13:00' };
  expect(await stays.read(placed)).toMatchObject(times);
  expect(await json(host.request('GET', `/api/admin/bookings/${placed.code}`))).toMatchObject(times);
  const [day] = (await today()).coming;
  expect(day.arrivals).toMatchObject([{ code: placed.code, ...times }]);
  const query = `from=${inDays(0)}&to=${inDays(10)}`;
  const { turnovers } = await json(host.request('GET', `/api/admin/turnovers?${query}`));
  expect(turnovers).toMatchObject([{ departsOn: inDays(4), outBy: '13:00' }]);
  const [mail] = (await stays.queuedMail()).filter(({ subject }) => subject.startsWith('Approved: Early'));
  expect(mail?.text).toContain('from 1 PM');
  const file = await stays.request('GET', `/api/bookings/${placed.code}/stay.ics`, {
    headers: { 'X-Booking-Key': placed.key },
  });
  expect(await file.text()).toMatch(/T130000/);
  const path = `/api/bookings/${placed.code}/extras/${id}`;
  const withdrawn = await stays.request('DELETE', path, {
    headers: { 'X-Booking-Key': placed.key },
    from: anyAddress(),
  });
  expect(withdrawn.status).toBe(200);
  expect(await stays.read(placed)).toMatchObject({ checkInFrom: '16:00', checkOutUntil: '13:00' });
  const mails = (await stays.queuedMail()).filter(({ subject }) => subject.startsWith('Withdrawn: Early'));
  expect(mails.at(-1)?.text).toContain('from 4 PM');
});

test('the cleaner of a home is mailed a new time of a stay, and the old one when it comes back', async () => {
  const cleaner = newId();
  await db
    .insertInto('cleaners')
    .values({ id: cleaner, name: 'Marisol', email: 'marisol@cleaning.example', phone: '' } as never)
    .execute();
  await db.updateTable('properties').set({ cleaner_id: cleaner }).where('id', '=', home.id).execute();
  const late = await add(moments.late);
  const placed = await stays.confirmed(slug, {}, 1);
  await db.deleteFrom('turnover_changes').execute();
  const changes = () => db.selectFrom('turnover_changes').select('before').orderBy('created_at').execute();
  const id = await approved(placed, late);
  expect(await changes()).toMatchObject([{ before: { lateCheckOut: null } }]);
  await db.updateTable('booking_extras').set({ status: 'refunded' }).where('id', '=', id).execute();
  expect(await changes()).toMatchObject([{}, { before: { lateCheckOut: '13:00' } }]);
  expect((await stays.read(placed)).checkOutUntil).toBe('10:00');
});

test('hosts who are asked see who leaves and who comes on the day in question', async () => {
  const [early, late] = [await add(moments.early), await add(moments.late)];
  const before = await stays.confirmed(slug, { name: 'Bea Before' }, 17);
  const placed = await stays.confirmed(slug, {}, 20);
  const after = await stays.confirmed(slug, { name: 'Cay After' }, 23);
  for (const id of [early, late]) await guest(placed, 'POST', { json: { id, quantity: 1, total: 5_000 } });
  const { asked } = await json(host.request('GET', '/api/admin/extras/asked'));
  const stay = { code: placed.code, property: slug, checkin: inDays(20), checkout: inDays(23) };
  const own = { code: placed.code, guest: 'Ann Lee' };
  expect(asked).toMatchObject([
    {
      ...stay,
      clockTime: '13:00',
      arrivals: [own],
      departures: [{ code: before.code, guest: 'Bea Before' }],
    },
    { ...stay, clockTime: '13:00', arrivals: [{ code: after.code, guest: 'Cay After' }], departures: [own] },
  ]);
  const tasks = (await today()).pendingExtras;
  expect(tasks).toMatchObject([{ departures: ['Bea Before'] }, { arrivals: ['Cay After'] }]);
});

test('a stay that is sold later onto the day of an approved time is a task, and nothing is taken back', async () => {
  const late = await add(moments.late);
  const placed = await stays.confirmed(slug, {}, 10);
  const there = await stays.confirmed(slug, {}, 7);
  await approved(placed, late);
  expect((await today()).momentConflicts).toEqual([]);
  const sold = await stays.confirmed(slug, {}, 13);
  expect((await today()).momentConflicts).toMatchObject([
    {
      code: placed.code,
      moment: 'late_check_out',
      clockTime: '13:00',
      on: inDays(13),
      other: { code: sold.code },
    },
  ]);
  expect((await stays.read(placed)).checkOutUntil).toBe('13:00');
  expect(there.code).not.toBe(sold.code);
});

const move = async ({ code }: Placed, from: number, nights: number) => {
  const stay = { checkin: inDays(from), checkout: inDays(from + nights) };
  expect((await host.request('POST', `/api/admin/bookings/${code}/move`, { json: stay })).status).toBe(200);
};

test('a stay that is moved or extended onto the day of an approved time is a task', async () => {
  const [early, late] = [await add(moments.early), await add(moments.late)];
  const placed = await stays.confirmed(slug, {}, 10);
  const before = await stays.confirmed(slug, {}, 5);
  const after = await stays.confirmed(slug, {}, 20);
  await approved(placed, early);
  await approved(placed, late);
  expect((await today()).momentConflicts).toEqual([]);
  await move(before, 5, 5);
  await move(after, 13, 3);
  expect((await today()).momentConflicts).toMatchObject([
    { code: placed.code, moment: 'early_check_in', on: inDays(10), other: { code: before.code } },
    { code: placed.code, moment: 'late_check_out', on: inDays(13), other: { code: after.code } },
  ]);
});

test('a stay of the day of an approved time that is moved only at its other end is no task', async () => {
  const [early, late] = [await add(moments.early), await add(moments.late)];
  const placed = await stays.confirmed(slug, {}, 10);
  const before = await stays.confirmed(slug, {}, 7);
  const after = await stays.confirmed(slug, {}, 13);
  await approved(placed, early);
  await approved(placed, late);
  await move(before, 6, 4);
  await move(after, 13, 5);
  expect((await today()).momentConflicts).toEqual([]);
});

test('a stay that another channel moves onto the day of an approved time is a task', async () => {
  const placed = await stays.confirmed(slug, {}, 10);
  const { id: feed_id } = await db
    .insertInto('calendar_feeds')
    .values({ property_id: home.id, channel: 'vrbo', url: 'https://feeds.example/v.ics', is_active: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  const stay = { kind: 'reservation' as const, checkin: inDays(14), checkout: inDays(17) };
  await db
    .insertInto('feed_events')
    .values({ ...stay, feed_id, property_id: home.id, uid: '1' })
    .execute();
  await approved(placed, await add(moments.late));
  const moved = { checkin: inDays(13), updated_at: new Date() };
  await db.updateTable('feed_events').set(moved).where('feed_id', '=', feed_id).execute();
  expect((await today()).momentConflicts).toMatchObject([
    { code: placed.code, on: inDays(13), other: { code: null, guest: 'vrbo' } },
  ]);
  await db.deleteFrom('calendar_feeds').where('id', '=', feed_id).execute();
});

test.each([
  ['an early check-in after the home’s', moments.early, '17:00'],
  ['one more than four hours before it', moments.early, '11:59'],
  ['a late check-out before the home’s', moments.late, '10:00'],
  ['one after its check-in', moments.late, '16:01'],
])(
  '%s is rejected when it is saved for a home, and not listed where it is for all homes',
  async (_, row, time) => {
    const path = '/api/tables/extras';
    const saved = await host.request('POST', path, {
      json: {
        ...row,
        property_id: home.id,
        clock_time: time,
        amount_cents: 5_000,
        kind: 'per_stay',
        offered: 'trip',
      },
    });
    expect(saved.status).toBe(400);
    expect((await saved.json()).fields.clock_time).toContain('of the home');
    await add({ ...row, clock_time: time });
    const placed = await stays.confirmed(slug, {}, 30);
    expect(await json(guest(placed, 'GET'))).toMatchObject({ offered: [] });
  },
);

test('the earliest and the latest time that fit a home are listed', async () => {
  await add({ ...moments.early, clock_time: '12:00', property_id: home.id });
  await add({ ...moments.late, clock_time: '16:00', property_id: home.id });
  const placed = await stays.confirmed(slug, {}, 30);
  expect((await json(guest(placed, 'GET'))).offered).toHaveLength(2);
});
