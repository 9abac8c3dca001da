import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { addBooking, addProperty } from '../../../test/bookings.ts';
import { testAppForHosts } from '../../../test/host.ts';
import type { sender } from '../../../test/rows.ts';
import { type Browser, signedInBrowser } from '../../../test/sign-in.ts';
import { stopTurnoverClock } from '../../../test/turnovers.ts';
import { newId } from '../../shared/uuid.server.ts';

let now = new Date('2027-07-09T17:00:00Z');
let app: TestApp;
let host: Browser;
let send: ReturnType<typeof sender>;
let id = '';
let cleanerId = '';

beforeAll(async () => {
  ({ app, host, send } = await testAppForHosts({ now: () => now }));
  const { db, pool } = app.platform;
  await stopTurnoverClock(pool);
  await db.deleteFrom('cleaners').execute();
  ({ id: cleanerId } = await db
    .insertInto('cleaners')
    .values({ name: 'Marisol', email: 'marisol@cleaners.example' })
    .returning('id')
    .executeTakeFirstOrThrow());
  const { id: property_id } = await addProperty(db, { title: 'The Beachcomber' });
  await addBooking(db, { property_id, checkin: '2027-07-05', checkout: '2027-07-09' });
  await addBooking(db, { property_id, checkin: '2027-07-09', checkout: '2027-07-30', guests: 3 });
  ({ id } = await db
    .selectFrom('turnovers')
    .select('id')
    .where('departs_on', '=', '2027-07-09')
    .executeTakeFirstOrThrow());
});
afterAll(() => app.close());

const list = (query = '') => send('GET', `/api/admin/turnovers${query}`);
const change = (json: unknown, of = id) => send('POST', `/api/admin/turnovers/${of}`, json);

test('hosts list the turnovers of some days, with everyone who may get them', async () => {
  const first = await list();
  expect(first).toMatchObject({
    status: 200,
    today: '2027-07-09',
    cleaners: [{ id: cleanerId, name: 'Marisol', isActive: true }],
  });
  expect(first.turnovers).toMatchObject([
    {
      id,
      propertyTitle: 'The Beachcomber',
      departsOn: '2027-07-09',
      isSameDay: true,
      guests: 3,
      cleaner: null,
    },
  ]);
  expect((await list('?from=2027-07-10&to=2027-07-30')).turnovers).toMatchObject([
    { departsOn: '2027-07-30', arrivesOn: null },
  ]);
});

test.each([
  ['?from=2027-02-30', 'from'],
  ['?to=soon', 'to'],
  ['?from=2027-07-10&to=2027-07-09', 'to'],
  ['?from=2027-01-01&to=2027-04-03', 'to'],
  ['?day=1', 'day'],
])('400 for %s', async (query, field) => {
  const { status, fields } = await list(query);
  expect([status, Object.keys(fields)]).toEqual([400, [field]]);
});

test('hosts give a turnover to a cleaner, leave a note and set any status', async () => {
  expect(await change({ cleaner_id: cleanerId, note: ' New bulbs ' })).toMatchObject({
    cleanerId,
    cleaner: 'Marisol',
    note: 'New bulbs',
  });
  expect(await change({ status: 'done' })).toMatchObject({ note: 'New bulbs', doneAt: now.toISOString() });
  expect(await change({ status: 'problem' })).toMatchObject({ doneAt: null });
  expect(await change({ status: 'todo', cleaner_id: null })).toMatchObject({ cleaner: null });
});

test.each([
  [{}, 'body'],
  [{ cleaner_id: 'x' }, 'cleaner_id'],
  [{ cleaner_id: newId() }, 'cleaner_id'],
  [{ note: 'x'.repeat(2001) }, 'note'],
  [{ status: 'clean' }, 'status'],
  [{ report: 'Fine' }, 'report'],
])('400 for %j', async (json, field) => {
  const { status, fields } = await change(json);
  expect([status, Object.keys(fields)]).toEqual([400, [field]]);
});

test('404 for turnovers and cleaners that there are not', async () => {
  for (const unknown of [newId(), 'x']) {
    expect((await change({ note: 'x' }, unknown)).status).toBe(404);
    expect((await send('POST', `/api/admin/cleaners/${unknown}/link`, {})).status).toBe(404);
  }
});

test('anonymous visitors get 401 and guests 403', async () => {
  const guest = await signedInBrowser(app, 'guest@guests.example');
  const calls = [
    ['GET', '/api/admin/turnovers'],
    ['POST', `/api/admin/turnovers/${id}`],
    ['POST', `/api/admin/cleaners/${cleanerId}/link`],
  ] as const;
  for (const [method, path] of calls) {
    const options = method === 'POST' ? { json: {} } : {};
    expect((await app.request(method, path, options)).status).toBe(401);
    expect((await guest.request(method, path, options)).status).toBe(403);
  }
});

test('Today says of each arrival whether its home is ready, and what is not ready is a task', async () => {
  const read = async () => (await host.request('GET', '/api/admin/today')).json();
  expect(await read()).toMatchObject({
    arrivals: [{ isReady: false }],
    unreadyHomes: [
      {
        property: { title: 'The Beachcomber' },
        checkinAt: '2027-07-09T21:00:00.000Z',
        hasProblem: false,
      },
    ],
  });
  await change({ status: 'problem', cleaner_id: cleanerId });
  expect(await read()).toMatchObject({ unreadyHomes: [{ cleaner: 'Marisol', hasProblem: true }] });
  await change({ status: 'done' });
  expect(await read()).toMatchObject({ arrivals: [{ isReady: true }], unreadyHomes: [] });
});

test('cleaners are a table of the admin; turnovers are read there and never written', async () => {
  const added = await send('POST', '/api/tables/cleaners', { name: 'Bea', email: 'bea@cleaners.example' });
  expect(added.status).toBe(201);
  expect(JSON.stringify(added)).not.toMatch(/token|week_mailed/);
  expect((await send('GET', '/api/tables/turnovers')).status).toBe(200);
  const written = await send('PUT', `/api/tables/turnovers/${id}`, { note: 'x' });
  expect(written.status).toBe(403);
  now = new Date(now.getTime() + 1);
});
