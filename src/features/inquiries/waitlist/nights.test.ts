import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { addBooking, addProperty } from '../../../../test/bookings.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { notifyOpenedNights } from './nights.server.ts';

let now = new Date('2027-05-20T17:00:00Z');
const app = await testAppForFile({ now: () => now });
const { db } = app.platform;
const home = await addProperty(db, { title: 'The Beachcomber' });
const stay = { checkin: '2027-07-05', checkout: '2027-07-08' };
const join = (json: object = {}, from = '198.51.100.1') =>
  app.request('POST', '/api/waitlist', {
    json: { property: home.slug, ...stay, guests: 2, email: ' Ann@Guests.example ', ...json },
    from,
  });

test('an address on a waitlist is mailed once when the nights open, with a link that leaves the list', async () => {
  const { id } = await addBooking(db, { property_id: home.id, ...stay });
  const response = await join();
  expect([response.status, await response.json()]).toEqual([
    201,
    { success: true, message: expect.stringContaining('The Beachcomber') },
  ]);
  expect((await join()).status).toBe(201);
  expect(await db.selectFrom('waitlist_entries').selectAll().execute()).toMatchObject([
    { email: 'ann@guests.example', ...stay, guests: 2, notified_at: null },
  ]);
  await notifyOpenedNights(app.ctx);
  expect(await app.queuedMail()).toEqual([]);

  await db.updateTable('bookings').set({ status: 'cancelled' }).where('id', '=', id).execute();
  await Promise.all([notifyOpenedNights(app.ctx), notifyOpenedNights(app.ctx)]);
  await notifyOpenedNights(app.ctx);
  const mails = await app.queuedMail();
  expect(mails.map(({ to }) => to.address)).toEqual(['ann@guests.example']);
  const link = `/book?property=${home.slug}&checkin=2027-07-05&checkout=2027-07-08&guests=2&pets=0`;
  expect(mails[0]?.text).toContain(link);

  const leave = new URL(mails[0]?.unsubscribeUrl ?? '');
  expect((await app.request('POST', leave.pathname + leave.search)).status).toBe(200);
  expect(await db.selectFrom('waitlist_entries').selectAll().execute()).toEqual([]);
});

test('every entry is looked at, however many wait', async () => {
  const busy = await addProperty(db, { title: 'The Busy Gull' });
  await addBooking(db, { property_id: busy.id, ...stay });
  const entries = Array.from({ length: 600 }, (_, index) => ({
    id: newId(),
    property_id: busy.id,
    ...stay,
    guests: 2,
    created_at: now,
    email: `waits-${index}@guests.example`,
  }));
  await db.insertInto('waitlist_entries').values(entries).execute();
  const late = { checkin: '2027-08-02', checkout: '2027-08-05' };
  const taken = await addBooking(db, { property_id: busy.id, ...late });
  expect((await join({ property: busy.slug, ...late, email: 'last@guests.example' })).status).toBe(201);
  await db.updateTable('bookings').set({ status: 'cancelled' }).where('id', '=', taken.id).execute();
  await notifyOpenedNights(app.ctx);
  const told = (await app.queuedMail()).map(({ to }) => to.address);
  expect(told.filter((address) => address !== 'ann@guests.example')).toEqual(['last@guests.example']);
});

test('a wrong field, an unknown home and a stay that is never sold are rejected', async () => {
  expect((await join({ email: 'ann' })).status).toBe(400);
  expect((await join({ checkout: '2027-07-05' })).status).toBe(400);
  expect((await join({ price: 1 })).status).toBe(400);
  expect((await join({ property: 'nowhere' })).status).toBe(404);
  expect((await join({ property: 'half \ud83d' })).status).toBe(400);
  const tooMany = await join({ guests: 20 });
  expect([tooMany.status, (await tooMany.json()).reason]).toEqual([400, 'too_many_guests']);
});

test('nights that are free have no waitlist, and no typed address is mailed for them', async () => {
  const free = await addProperty(db, { title: 'The Free Gull' });
  const response = await join({ property: free.slug, email: 'victim@guests.example' }, '198.51.100.7');
  expect([response.status, (await response.json()).reason]).toEqual([409, 'nights_free']);
  await notifyOpenedNights(app.ctx);
  expect((await app.queuedMail()).map(({ to }) => to.address)).not.toContain('victim@guests.example');
});

test('a guest who was notified and joins again within a day gets no second mail', async () => {
  const often = await addProperty(db, { title: 'The Often Gull' });
  const email = 'again@guests.example';
  for (let round = 0; round < 3; round += 1) {
    const { id } = await addBooking(db, { property_id: often.id, ...stay });
    expect((await join({ property: often.slug, email }, '198.51.100.8')).status).toBe(201);
    await db.updateTable('bookings').set({ status: 'cancelled' }).where('id', '=', id).execute();
    await notifyOpenedNights(app.ctx);
  }
  expect((await app.queuedMail()).filter(({ to }) => to.address === email)).toHaveLength(1);
});

test('a guest who was notified and joins again is mailed a day later at the earliest, once, if the nights are free then', async () => {
  const often = await addProperty(db, { title: 'The Patient Pelican' });
  const email = 'later@guests.example';
  const mails = async () => (await app.queuedMail()).filter(({ to }) => to.address === email).length;
  const begin = now;
  const runAfter = async (hours: number) => {
    now = new Date(begin.getTime() + hours * 3_600_000);
    await notifyOpenedNights(app.ctx);
    return mails();
  };
  const takeAndJoin = async () => {
    const { id } = await addBooking(db, { property_id: often.id, ...stay });
    expect((await join({ property: often.slug, email }, '198.51.100.9')).status).toBe(201);
    return () => db.updateTable('bookings').set({ status: 'cancelled' }).where('id', '=', id).execute();
  };
  await (await takeAndJoin())();
  expect(await runAfter(0)).toBe(1);
  now = new Date(begin.getTime() + 600_000);
  const open = await takeAndJoin();
  expect(await runAfter(25)).toBe(1);
  await open();
  expect([await runAfter(26), await runAfter(60)]).toEqual([2, 2]);
  now = begin;
});

test('one address joins at most ten waitlists in a day, from any network; rejected attempts do not count', async () => {
  const quiet = await addProperty(db);
  const wait = async (client: number) =>
    (await join({ property: quiet.slug, email: 'many@guests.example' }, `198.51.101.${client}`)).status;
  for (let client = 0; client < 10; client += 1) expect(await wait(client)).toBe(409);
  await addBooking(db, { property_id: quiet.id, ...stay });
  for (let client = 10; client < 20; client += 1) expect(await wait(client)).toBe(201);
  expect(await wait(20)).toBe(429);
});

test('a run loads the rules of a home once for all entries, and ends when it is aborted', async () => {
  const home = await addProperty(db, { title: 'The Patient Gull' });
  const entries = Array.from({ length: 50 }, (_, index) => ({
    id: newId(),
    property_id: home.id,
    ...stay,
    guests: 20,
    created_at: now,
    email: `patient-${index}@guests.example`,
  }));
  await db.insertInto('waitlist_entries').values(entries).execute();
  let statements = 0;
  const counted = db.withPlugin({
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await notifyOpenedNights({ ...app.ctx, db: counted });
  expect(statements).toBeLessThan(30);
  statements = 0;
  await notifyOpenedNights({ ...app.ctx, db: counted }, AbortSignal.abort());
  expect(statements).toBe(1);
});

test('strangers who use up the lists of an address keep its signed-in owner from none, and the counters store no address', async () => {
  const email = 'owner@guests.example';
  const taken = await addProperty(db);
  await addBooking(db, { property_id: taken.id, ...stay });
  const joinTaken = (json: object, from: string) => join({ property: taken.slug, email, ...json }, from);
  for (let guests = 1; guests <= 5; guests += 1)
    for (const stranger of ['203.0.113.21', '203.0.113.22'])
      expect((await joinTaken({ guests }, stranger)).status).toBe(201);
  const rejected = await joinTaken({}, '203.0.113.23');
  expect(rejected.status).toBe(429);
  expect(Number(rejected.headers.get('Retry-After'))).toBeGreaterThan(80_000);
  expect((await rejected.json()).message).toBe(
    'This address has joined many lists within a day. Please sign in with it, try again tomorrow, or call us.',
  );
  const owner = await signedInBrowser(app, email, cookieBrowser(app));
  const joined = await owner.request('POST', '/api/waitlist', {
    json: { property: taken.slug, ...stay, guests: 6, email },
  });
  expect(joined.status).toBe(201);
  const { rows } = await app.platform.pool.query<{ key: string }>('select key from rate_limits');
  expect(rows.filter(({ key }) => key.startsWith('waitlist-address'))).not.toEqual([]);
  expect(rows.filter(({ key }) => key.includes('@'))).toEqual([]);
});
