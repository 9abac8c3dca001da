import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { untilTaken } from '../../../../test/until-taken.ts';
import { notifyOpenedProperties } from './actions.server.ts';

let app: TestApp;
let villa: string;
let cottage: string;
beforeAll(async () => {
  app = await testApp({ now: () => new Date('2026-03-01T18:00:00Z') });
  const findId = async (slug: string) =>
    (
      await app.platform.db
        .selectFrom('properties')
        .select('id')
        .where('slug', '=', slug)
        .executeTakeFirstOrThrow()
    ).id;
  villa = await findId('sunset-villa');
  cottage = await findId('the-beachcomber');
});
beforeEach(async () => {
  await app.platform.pool.query(
    'truncate waitlist_entries, rate_limits, graphile_worker._private_jobs cascade',
  );
  await open(false);
});
afterAll(() => app.close());

const open = (isOpen: boolean) =>
  app.platform.db
    .updateTable('properties')
    .set({ is_coming_soon: !isOpen })
    .where('id', '=', villa)
    .execute();
const join = (json: object, from?: string) =>
  app.request('POST', '/api/notify', {
    json: { propertyId: villa, email: 'ann@guests.example', ...json },
    from,
  });
const entries = () => app.platform.db.selectFrom('waitlist_entries').selectAll().execute();
const unsubscribeUrl = async () => new URL((await app.queuedMail())[0]?.unsubscribeUrl ?? '');

test('joining stores one entry, returns the thanks and mails an unsubscribe link', async () => {
  const response = await join({ email: ' Ann@Guests.example ', elapsedMs: 5_000 });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    success: true,
    message: 'Thank you! We will write to you as soon as Sunset Villa can be booked.',
  });
  expect(await entries()).toMatchObject([
    { property_id: villa, email: 'ann@guests.example', notified_at: null },
  ]);
  const [mail] = await app.queuedMail();
  expect(mail).toMatchObject({
    to: { address: 'ann@guests.example' },
    subject: 'You are on the list for Sunset Villa',
  });
  expect(mail?.text).toContain('http://localhost:3000/notify/leave?token=');
  expect(mail?.unsubscribeUrl).toMatch(/^http:\/\/localhost:3000\/api\/notify\/leave\?token=/);
});

test('an address on the waitlist gets the same response and no second mail', async () => {
  const [first, second] = [await join({}), await join({ email: 'ANN@guests.example' })];
  expect(second.status).toBe(first.status);
  expect(await second.json()).toEqual(await first.json());
  expect(await entries()).toHaveLength(1);
  expect(await app.queuedMail()).toHaveLength(1);
});

test('concurrent requests store one entry and send one mail', async () => {
  const responses = await Promise.all(Array.from({ length: 8 }, () => untilTaken(() => join({}))));
  expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(await entries()).toHaveLength(1);
  expect(await app.queuedMail()).toHaveLength(1);
});

test.each<[string, object, number, string]>([
  ['no address', { email: '  ' }, 400, 'Email is required'],
  ['an address that is none', { email: 'ann' }, 400, 'Email is not a valid email'],
  ['two recipients', { email: 'a@b.example\r\nBcc: e@b.example' }, 400, 'Email is not a valid email'],
  ['an address that is no text', { email: ['a@b.example'] }, 400, 'Email is required'],
  ['a filled honeypot', { website: 'x' }, 400, 'Please wait a moment and send the form again.'],
  [
    'a form sent too fast',
    { elapsedMs: 30 },
    400,
    'That was very quick! Please wait a moment and send the form again.',
  ],
  [
    'an unknown property',
    { propertyId: '0198c0de-0000-7000-8000-000000000001' },
    404,
    'There is no home at this address.',
  ],
  ['a malformed id', { propertyId: '1 or 1=1' }, 404, 'There is no home at this address.'],
])('joining with %s is rejected and stores nothing', async (_, json, status, message) => {
  const response = await join(json);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ message });
  expect(await entries()).toEqual([]);
  expect(await app.queuedMail()).toEqual([]);
});

test('a body that is no object is rejected', async () => {
  for (const json of [null, [], 'ann@guests.example']) {
    const response = await app.request('POST', '/api/notify', { json });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { message: 'Please send the form as a JSON object.' },
    ]);
  }
});

test('joining is rejected for a property that can be booked', async () => {
  const response = await join({ propertyId: cottage });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ message: 'The Beachcomber can be booked already.' });
});

test('the eleventh entry of one client within an hour is rejected', async () => {
  for (let index = 0; index < 10; index += 1) {
    expect((await join({ email: `guest${index}@guests.example` })).status).toBe(200);
  }
  const rejected = await join({ email: 'late@guests.example' });
  expect(rejected.status).toBe(429);
  expect(rejected.headers.get('Retry-After')).toMatch(/^\d+$/);
  expect((await join({ email: 'other@guests.example' }, '203.0.113.77')).status).toBe(200);
});

test.each([
  ['misspelled addresses', { email: 'ann' }],
  ['a home that is open', { propertyId: '' }],
  ['a robot’s signs', { website: 'x' }],
])('%s use up no entries, and are accepted 30 times within an hour', async (_, json) => {
  const tries = 'propertyId' in json ? { propertyId: cottage } : json;
  for (let index = 0; index < 30; index += 1) expect((await join(tries)).status).toBe(400);
  const rejected = await join(tries);
  expect([rejected.status, await rejected.json()]).toMatchObject([
    429,
    { message: 'This did not work many times within an hour. Please try again later, or call us.' },
  ]);
  expect(rejected.headers.get('Retry-After')).toMatch(/^\d+$/);
  expect((await join({})).status).toBe(200);
});

test('a one-click unsubscribe deletes the entry, and succeeds again', async () => {
  await join({});
  const { pathname, search } = await unsubscribeUrl();
  for (let time = 0; time < 2; time += 1) {
    const response = await app.request('POST', pathname + search, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect([response.status, await response.json()]).toEqual([200, { success: true }]);
    expect(await entries()).toEqual([]);
  }
});

test('following the link of mail programs changes nothing', async () => {
  await join({});
  const { pathname, search } = await unsubscribeUrl();
  expect((await app.request('GET', pathname + search)).status).toBe(404);
  expect(await entries()).toHaveLength(1);
});

test('a token that no mail carried is rejected', async () => {
  await join({});
  const token = (await unsubscribeUrl()).searchParams.get('token') ?? '';
  const [id] = token.split('.');
  for (const forged of [
    '',
    'x',
    `${id}.`,
    `${id}.AAAA`,
    `${id}.${'A'.repeat(43)}`,
    `${newer(id)}.${token.split('.')[1]}`,
  ]) {
    const response = await app.request('POST', `/api/notify/leave?token=${forged}`, { json: {} });
    expect(response.status, forged).toBe(400);
    expect(await response.json()).toMatchObject({
      message: 'This link is not complete. Please follow it from the mail once more.',
    });
  }
  expect(await entries()).toHaveLength(1);
});

const newer = (id = '') => id.replace(/.$/, (last) => (last === '0' ? '1' : '0'));

test('a cross-site form cannot unsubscribe', async () => {
  await join({});
  const { pathname, search } = await unsubscribeUrl();
  const response = await app.request('POST', pathname + search, {
    body: '',
    headers: { Origin: 'https://evil.example', 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  expect(response.status).toBe(403);
  expect(await entries()).toHaveLength(1);
});

test('waiting guests are notified once, when the property opens', async () => {
  await join({});
  await join({ email: 'bea@guests.example' });
  await notifyOpenedProperties(app.ctx);
  expect(await app.queuedMail()).toHaveLength(2);
  await open(true);
  await Promise.all([notifyOpenedProperties(app.ctx), notifyOpenedProperties(app.ctx)]);
  await notifyOpenedProperties(app.ctx);
  const notified = (await app.queuedMail()).filter(
    ({ subject }) => subject === 'Sunset Villa can be booked now',
  );
  expect(notified.map(({ to }) => to.address).sort()).toEqual(['ann@guests.example', 'bea@guests.example']);
  expect(notified[0]?.text).toContain('http://localhost:3000/stays/sunset-villa');
  expect(notified[0]?.unsubscribeUrl).toContain('/api/notify/leave?token=');
  expect((await entries()).every(({ notified_at }) => notified_at !== null)).toBe(true);
});

test('a guest who was notified may join again when the property closes', async () => {
  await join({});
  await open(true);
  await notifyOpenedProperties(app.ctx);
  const first = await app.queuedMail();
  await open(false);
  expect((await join({})).status).toBe(200);
  expect(await entries()).toMatchObject([{ email: 'ann@guests.example', notified_at: null }]);
  await open(true);
  await notifyOpenedProperties(app.ctx);
  expect(await app.queuedMail()).toHaveLength(first.length + 2);
});
