import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { addBooking, addProperty } from '../../../../test/bookings.ts';
import { sender } from '../../../../test/rows.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';

const app = await testAppForFile({ now: () => new Date('2027-05-01T12:00:00Z') });
const { db, pool } = app.platform;
const send = sender(await signedInBrowser(app, 'host@example.com'));
const august = { first_night: '2027-08-01', last_night: '2027-08-07' };
const close = (property: string, more: object = {}) =>
  send('POST', '/api/admin/blocks', { property, ...august, ...more });
const blocksOf = (property_id: string) =>
  db
    .selectFrom('blocks')
    .select(['id', 'first_night', 'last_night'])
    .where('property_id', '=', property_id)
    .execute();
const ratesOf = (property_id: string) =>
  db.selectFrom('rates').select(['id', 'nightly_cents']).where('property_id', '=', property_id).execute();

const note = 'The note is a text of at most 500 characters';
test.each([
  [{ property: '' }, { property: 'Choose a home' }],
  [{ property: ['a'] }, { property: 'Choose a home' }],
  [{ first_night: '2027-02-30' }, { first_night: 'First night must be a valid date' }],
  [{ last_night: '2027-13-01' }, { last_night: 'Last night must be a valid date' }],
  [{ last_night: undefined }, { last_night: 'Last night must be a valid date' }],
  [{ last_night: '2027-07-31' }, { last_night: 'The last night cannot be before the first' }],
  [
    { first_night: '2027-08-01', last_night: '2031-08-01' },
    { last_night: expect.stringContaining('nights at once') },
  ],
  [{ note: 'x'.repeat(501) }, { note }],
  [{ note: null }, { note }],
  [{ nights: 3 }, { nights: 'There is no such field' }],
])('closing nights with %j is rejected by its field, and closes nothing', async (wrong, fields) => {
  const home = await addProperty(db);
  expect(await close(home.slug, wrong)).toMatchObject({ status: 400, fields });
  expect(await blocksOf(home.id)).toEqual([]);
});

test('two bookings in the nights are named with their codes, and nothing is closed', async () => {
  const home = await addProperty(db);
  const at = (checkin: string, checkout: string) =>
    addBooking(db, { property_id: home.id, checkin, checkout });
  const [first, second] = [await at('2027-08-02', '2027-08-04'), await at('2027-08-05', '2027-08-06')];
  const answer = await close(home.slug);
  expect(answer).toMatchObject({
    status: 409,
    reason: 'dates_taken',
    bookingCodes: [first.code, second.code],
  });
  expect(answer.message).toContain(`Also taken by ${second.code}. Nothing was closed.`);
  expect(await blocksOf(home.id)).toEqual([]);
});

test('closing nights that a booking has just released is rejected with a message to try again', async () => {
  const home = await addProperty(db);
  // The booking takes its nights, and is gone before it could be named.
  await pool.query(`create function busy() returns trigger language plpgsql as $$
    begin raise exclusion_violation using constraint = 'occupied_nights_booking_or_block'; end $$`);
  await pool.query('create trigger busy before insert on blocks for each row execute function busy()');
  expect(await close(home.slug)).toMatchObject({
    status: 409,
    message: 'These nights were booked a moment ago. Please try again.',
  });
  await pool.query('drop trigger busy on blocks');
  expect((await close(home.slug)).status).toBe(201);
});

test('a database that fails while nights are closed is no booking in the way', async () => {
  const home = await addProperty(db);
  await pool.query(`create function broken() returns trigger language plpgsql as $$
    begin raise exception 'the disk is full'; end $$`);
  await pool.query('create trigger broken before insert on blocks for each row execute function broken()');
  expect(await close(home.slug)).toMatchObject({
    status: 500,
    code: 'internal',
    reference: expect.any(String),
  });
  await pool.query('drop trigger broken on blocks');
  expect(await blocksOf(home.id)).toEqual([]);
});

test('nights that are opened twice concurrently are opened once, and the other host gets an error', async () => {
  const home = await addProperty(db);
  const { id } = await close(home.slug);
  const answers = await Promise.all([1, 2, 3].map(() => send('DELETE', `/api/admin/blocks/${id}`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  for (const { message } of answers.filter(({ status }) => status === 404))
    expect(message).toBe('These nights are no longer closed.');
  expect(await blocksOf(home.id)).toEqual([]);
});

test.each(['none', '%00', "x' or 1=1", '00000000-0000-4000-8000-000000000000'])(
  'no block has the id %j',
  async (id) => {
    expect((await send('DELETE', `/api/admin/blocks/${encodeURIComponent(id)}`)).status).toBe(404);
  },
);

const change = (properties: unknown, more: object = { nightly_cents: 33_000 }) =>
  send('PUT', '/api/admin/rates/range', { properties, ...august, ...more });

const night = 'The price of a night must be a whole number of cents from 1 to 10000000';
const fewest = 'The fewest nights must be a whole number from 1 to 365';
const days = 'Days of arrival are a list of mon, tue, wed, thu, fri, sat, sun';
test.each([
  [{ nightly_cents: 0 }, { nightly_cents: night }],
  [{ nightly_cents: 10_000_001 }, { nightly_cents: night }],
  [{ weekend_cents: 1.5 }, { weekend_cents: expect.stringContaining('weekend night') }],
  [{ min_nights: 0 }, { min_nights: fewest }],
  [{ min_nights: 366 }, { min_nights: fewest }],
  [{ arrival_days: ['Saturday'] }, { arrival_days: days }],
  [{ arrival_days: [['sat']] }, { arrival_days: days }],
  [{}, { nightly_cents: 'Set a price, the fewest nights or the days of arrival' }],
  [{ nightly_cents: null, min_nights: null }, { nightly_cents: expect.stringContaining('Set a price') }],
  [{ name: 'Summer', nightly_cents: 1 }, { name: 'There is no such field' }],
  [{ first_night: 'x', nightly_cents: 1 }, { first_night: 'First night must be a valid date' }],
])('rates with %j are rejected by their field, in the preview, too', async (more, fields) => {
  const home = await addProperty(db);
  expect(await change([home.id], more)).toMatchObject({ status: 400, fields });
  const json = { properties: [home.id], ...august, ...more };
  expect(await send('POST', '/api/admin/rates/preview', json)).toMatchObject({ status: 400, fields });
  expect(await ratesOf(home.id)).toEqual([]);
});

const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());
test.each([
  ['no home', [], 'Choose at least one home'],
  ['a text', 'all', 'Choose at least one home'],
  ['101 homes', ids(101), 'Choose at most 100 homes'],
  ['a slug', ['sunset-villa'], 'Homes are named by their ids'],
  ['numbers', [7], 'Homes are named by their ids'],
])('rates for %s are rejected', async (_, properties, message) => {
  expect(await change(properties)).toMatchObject({ status: 400, fields: { properties: message } });
});

test('rates of homes of which one is gone change none of them', async () => {
  const home = await addProperty(db);
  expect(await change([home.id, ...ids(1)])).toMatchObject({
    status: 404,
    message: 'One of these homes is not there any more.',
  });
  expect(await ratesOf(home.id)).toEqual([]);
});

test('a change that is undone twice, also concurrently, is undone once', async () => {
  const home = await addProperty(db);
  const { undo } = await change([home.id]);
  const answers = await Promise.all([1, 2, 3].map(() => send('POST', undo)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  for (const { message } of [...answers.filter(({ status }) => status === 409), await send('POST', undo)])
    expect(message).toBe('This change of rates has been undone already.');
  expect(await ratesOf(home.id)).toEqual([]);
});

test('two concurrent changes of the same nights are both stored, and only the later one can be undone first', async () => {
  const home = await addProperty(db);
  const [one, two] = await Promise.all([
    change([home.id], { nightly_cents: 31_000 }),
    change([home.id], { nightly_cents: 32_000 }),
  ]);
  expect([one?.status, two?.status]).toEqual([200, 200]);
  const { days } = await send('GET', `/api/properties/${home.slug}/calendar?from=2027-08-01&to=2027-08-02`);
  const [winner, loser] = days[0].price === 31_000 ? [one, two] : [two, one];
  expect((await send('POST', loser?.undo)).status).toBe(409);
  expect((await send('POST', winner?.undo)).status).toBe(200);
  expect((await send('POST', loser?.undo)).status).toBe(200);
  expect(await ratesOf(home.id)).toEqual([]);
});
