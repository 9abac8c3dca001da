import { beforeEach, expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { anyAddress } from '../../../../test/shop.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { anonymizeDue } from '../record/anonymize-store.server.ts';

const stays = await openStaysForFile();
const { slug } = await stays.addProperty();
let from = 30;
const confirmed = () => {
  from += 5;
  return stays.confirmed(slug, {}, from);
};
const details = { arrivalTime: '17:30', cars: 2, adults: 1, children: 1, names: ['Ann Lee', 'Bo Lee'] };
const send = async (placed: Pick<Placed, 'code' | 'key'>, json: unknown) => {
  const response = await stays.request('POST', `/api/bookings/${placed.code}/arrival-details`, {
    json,
    headers: { 'X-Booking-Key': placed.key },
    from: anyAddress(),
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
};
beforeEach(() => stays.platform.pool.query('truncate rate_limits'));

test('arrival details are saved in the booking, and replaced as a whole the next time', async () => {
  const placed = await confirmed();
  expect((await stays.read(placed)).arrivalDetails).toEqual({});
  const saved = await send(placed, details);
  expect([saved.status, saved.body.code, saved.body.arrivalDetails]).toEqual([200, placed.code, details]);
  expect((await stays.read(placed)).arrivalDetails).toEqual(details);
  await send(placed, { cars: 0, names: [' Cy ', ''] });
  expect((await stays.read(placed)).arrivalDetails).toEqual({ cars: 0, names: ['Cy'] });
  await send(placed, {});
  expect((await stays.read(placed)).arrivalDetails).toEqual({});
});

test('hosts read arrival details with the booking and in its history, on Today with the arrival', async () => {
  const placed = await confirmed();
  await send(placed, details);
  await stays.set(placed.code, { checkin: inDays(0), checkout: inDays(2) });
  const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
  const detail = await (await host.request('GET', `/api/admin/bookings/${placed.code}`)).json();
  expect(detail.arrivalDetails).toEqual(details);
  expect(detail.history.at(-1)).toMatchObject({
    event: 'arrival_details_sent',
    actor: 'guest',
    details: {},
  });
  const { arrivals } = await (await host.request('GET', '/api/admin/today')).json();
  expect(arrivals).toMatchObject([{ code: placed.code, arrivalDetails: details }]);
  await stays.set(placed.code, { checkin: inDays(300), checkout: inDays(302) });
});

test('more adults and children than booked guests are too_many_people, with how to ask for a change', async () => {
  const placed = await confirmed();
  const { status, body } = await send(placed, { adults: 2, children: 1 });
  expect([status, body.reason]).toEqual([400, 'too_many_people']);
  expect(body.message).toBe(
    'This stay is booked for 2 guests. If more of you come, please ask for a change first, under “Questions and changes” on your trip’s page.',
  );
  expect((await send(placed, { adults: 2, children: 0 })).status).toBe(200);
});

test.each([
  [{ arrivalTime: '25:00' }, 'arrivalTime', 'Please give a time such as 17:30'],
  [{ arrivalTime: 17 }, 'arrivalTime', 'Please give a time such as 17:30'],
  [{ cars: 7 }, 'cars', 'Please give a number from 0 to 6'],
  [{ cars: 1.5 }, 'cars', 'Please give a number from 0 to 6'],
  [{ adults: -1 }, 'adults', 'Please give a number from 0 to 99'],
  [{ children: '2' }, 'children', 'Please give a number from 0 to 99'],
  [{ names: Array(21).fill('Ann') }, 'names', 'Please give at most 20 names, each of at most 100 characters'],
  [{ names: ['x'.repeat(101)] }, 'names', 'Please give at most 20 names, each of at most 100 characters'],
  [{ names: ['a\0b'] }, 'names', 'This text holds a character that cannot be stored'],
  [{ pets: 1 }, 'pets', 'There is no such field'],
])('arrival details such as %j are rejected at their field', async (json, field, message) => {
  const placed = await confirmed();
  const { status, body } = await send(placed, json);
  expect([status, body.fields]).toEqual([400, { [field]: message }]);
});

test('arrival details are 409 before the confirmation, after the check-out day and once cancelled', async () => {
  const held = await stays.hold(slug, {}, 400);
  expect(await send(held, details)).toMatchObject({
    status: 409,
    body: { message: 'Please tell us about your arrival once your stay is confirmed.' },
  });
  const placed = await confirmed();
  const { checkin, checkout } = await stays.stored(placed.code);
  await stays.set(placed.code, { checkin: inDays(-3), checkout: inDays(0) });
  expect((await send(placed, details)).status).toBe(200);
  await stays.set(placed.code, { checkin: inDays(-4), checkout: inDays(-1) });
  expect(await send(placed, details)).toMatchObject({ status: 409, body: { message: 'This stay is over.' } });
  await stays.set(placed.code, { status: 'cancelled', checkin, checkout });
  expect(await send(placed, details)).toMatchObject({
    status: 409,
    body: { message: 'This stay was cancelled.' },
  });
});

test('arrival details of another guest’s booking are 404', async () => {
  const { code } = await confirmed();
  expect((await send({ code, key: 'x'.repeat(43) }, details)).status).toBe(404);
  expect((await send({ code: 'ZZZZZZZZ', key: 'x'.repeat(43) }, details)).status).toBe(404);
});

test('arrival details are saved 30 times in an hour for a booking, then 429 with the time to wait', async () => {
  const placed = await confirmed();
  const { id } = await stays.stored(placed.code);
  const expire = new Date(Date.now() + 3_600_000).getTime();
  await stays.platform.pool.query('insert into rate_limits (key, points, expire) values ($1, 30, $2)', [
    `arrival-details:${id}`,
    expire,
  ]);
  const { status, headers, body } = await send(placed, details);
  expect([status, Number(headers.get('Retry-After')) > 0]).toEqual([429, true]);
  expect(body.message).toBe(
    'You have changed this often within an hour. Please try again later, or call us.',
  );
});

test('arrival details go with the other data of a guest whose account was deleted', async () => {
  const placed = await confirmed();
  await send(placed, details);
  await stays.set(placed.code, { checkin: inDays(-9), checkout: inDays(-5), anonymize_on: inDays(-5) });
  await anonymizeDue(stays.db, inDays(0));
  expect((await stays.stored(placed.code)).arrival_details).toEqual({});
});
