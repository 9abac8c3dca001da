import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { addBooking, addProperty } from '../../../test/bookings.ts';
import { type Answer, sendCsv, sender } from '../../../test/rows.ts';
import { type Browser, signedInBrowser } from '../../../test/sign-in.ts';

let app: TestApp;
let host: Browser;
let send: ReturnType<typeof sender>;
let home: { id: string; slug: string };
beforeAll(async () => {
  app = await testApp();
  host = await signedInBrowser(app, 'host@example.com');
  send = sender(host);
  home = await addProperty(app.platform.db);
});
afterAll(() => app.close());

const create = (table: string, row: object): Promise<Answer> => send('POST', `/api/tables/${table}`, row);

test.each([
  ['rates', { name: 'Summer', first_night: '2027-06-01', nightly_cents: 30_000, arrival_days: ['sat'] }],
  ['discounts', { kind: 'early', days_before: 60, percent: 7.125, property_id: null }],
  ['fees', { label: 'Cleaning', kind: 'per_stay', amount_cents: 15_000, property_id: null }],
  ['taxes', { label: 'State', jurisdiction: 'Florida', percent: 6, step: 2, property_id: null }],
  ['promo_codes', { code: 'Beach11', percent: 10, property_id: null }],
  ['blocks', { first_night: '2027-07-01', last_night: '2027-07-03' }],
  ['calendar_feeds', { channel: 'airbnb', url: 'https://feeds.example/1.ics' }],
])('hosts add rows to %s with the columns that matter; all others have defaults', async (table, row) => {
  const added = await create(table, { property_id: home.id, ...row });
  expect(added).toMatchObject({ status: 201, ...row });
});

test.each([
  ['discounts', { kind: 'length_of_stay', percent: 5 }],
  ['fees', { label: 'Pets', kind: 'per_pet_per_stay', percent: 5 }],
  ['promo_codes', { code: 'BOTH', percent: 10, amount_cents: 500 }],
  ['promo_codes', { code: 'beach11', percent: 10 }],
  ['rates', { first_night: '2027-06-02', last_night: '2027-06-01' }],
  ['rates', { arrival_days: ['caturday'] }],
  ['blocks', { first_night: '2027-06-02', last_night: '2027-06-01' }],
  ['calendar_feeds', { channel: 'airbnb', url: '/feeds/1.ics' }],
])('%s rejects %j with a message', async (table, row) => {
  const answer = await create(table, { property_id: home.id, ...row });
  expect(answer.status).toBe(400);
  expect(answer.message).toMatch(/\w+ .*\w/);
});

test.each([
  ['webcal://p1-caldav.icloud.com/published/2/Abc', 'https://p1-caldav.icloud.com/published/2/Abc'],
  ['WebCals://feeds.example/a.ics?s=X', 'https://feeds.example/a.ics?s=X'],
  ['HTTPS://Feeds.example/a.ics', 'https://Feeds.example/a.ics'],
  ['HTTP://feeds.example/a.ics', 'http://feeds.example/a.ics'],
])('the calendar address %s is stored as %s', async (url, stored) => {
  const feed = { property_id: home.id, channel: 'other' };
  const added = await create('calendar_feeds', { ...feed, url });
  expect(added).toMatchObject({ status: 201, url: stored });
  const path = `/api/tables/calendar_feeds/${added.id}`;
  expect(await send('PUT', path, { url: 'https://feeds.example/b.ics' })).toMatchObject({ status: 200 });
  expect(await send('PUT', path, { url })).toMatchObject({ status: 200, url: stored });
});

test.each([
  'webcal:/feeds/1.ics',
  'ftp://feeds.example/1.ics',
  'webcal://ann:secret@feeds.example/1.ics',
  'webcal://',
])('the calendar address %s is rejected', async (url) => {
  const added = await create('calendar_feeds', { property_id: home.id, channel: 'other', url });
  expect(added).toMatchObject({ status: 400, fields: { url: 'Address is not valid' } });
});

test('the steps of a policy are records: added, changed, filtered by none, exported and imported', async () => {
  const steps = [
    { days_before: 60, refund_percent: 100 },
    { days_before: 30, refund_percent: 50 },
  ];
  const policy = await create('cancellation_policies', { name: 'Strict', steps });
  expect(policy).toMatchObject({ status: 201, steps, grace_hours: 0 });
  const path = `/api/tables/cancellation_policies/${policy.id}`;
  expect(await send('PUT', path, { steps: steps.slice(1) })).toMatchObject({ steps: steps.slice(1) });
  expect(await send('PUT', path, { steps: [] })).toMatchObject({ status: 200, steps: [] });
  expect(await send('PUT', path, { steps })).toMatchObject({ status: 200, steps });

  for (const wrong of [
    [{ days_before: 1 }],
    [{ ...steps[0], more: 1 }],
    [3],
    [{ ...steps[0], days_before: -1 }],
  ]) {
    expect(await send('PUT', path, { steps: wrong })).toMatchObject({
      status: 400,
      fields: { steps: 'Steps contains invalid options' },
    });
  }
  const filters = encodeURIComponent(JSON.stringify({ steps: { contains: 'x' } }));
  expect(await send('GET', `/api/tables/cancellation_policies?filters=${filters}`)).toMatchObject({
    status: 400,
  });

  const exported = await host.request('GET', '/api/tables/cancellation_policies/export');
  const csv = await exported.text();
  expect(csv).toContain('""days_before"": 60');
  const copy = `name,steps\r\nCopied,"[{""days_before"":7,""refund_percent"":80}]"\r\n`;
  expect(await sendCsv(host, 'cancellation_policies', copy, true)).toMatchObject({ status: 200, creates: 1 });
  const { data } = await send('GET', '/api/tables/cancellation_policies?search=Copied');
  expect(data[0]).toMatchObject({ name: 'Copied', steps: [{ days_before: 7, refund_percent: 80 }] });
});

test('closing booked nights is rejected with a message, and bookings and payments cannot be written', async () => {
  const span = { property_id: home.id, checkin: '2027-09-10', checkout: '2027-09-12' };
  const { id } = await addBooking(app.platform.db, span);
  const block = { property_id: home.id, first_night: '2027-09-11', last_night: '2027-09-11' };
  expect(await create('blocks', block)).toMatchObject({
    status: 409,
    message: 'Some of these nights are booked.',
  });
  for (const table of ['bookings', 'payments']) {
    expect((await create(table, {})).status).toBe(403);
    expect((await send('DELETE', `/api/tables/${table}/${id}`)).status).toBe(403);
  }
  const { data } = await send('GET', `/api/tables/bookings?search=ann`);
  expect(data[0]).toMatchObject({ id, status: 'confirmed', checkin: '2027-09-10' });
  expect(Object.keys(data[0])).not.toContain('key_hash');
  expect(await send('DELETE', `/api/tables/properties/${home.id}`)).toMatchObject({ status: 409 });
});

test('a home that goes to the trash takes its rates along, and a fee only for it never becomes one for all', async () => {
  const other = await addProperty(app.platform.db);
  const fee = await create('fees', {
    property_id: other.id,
    label: 'Linen',
    kind: 'per_stay',
    amount_cents: 1,
  });
  const gone = await send('DELETE', `/api/tables/properties/${other.id}`);
  expect(gone.status).toBe(200);
  expect((await send('GET', `/api/tables/fees/${fee.id}`)).status).toBe(404);
  const restored = await send('POST', `/api/admin/trash/${gone.trashId}/restore`);
  expect(restored.status).toBe(200);
  expect(await send('GET', `/api/tables/fees/${fee.id}`)).toMatchObject({ property_id: other.id });
});

test('facts that only arriving guests may read are in no public response', async () => {
  const secret = { access_notes: 'Door code 4711', street_address: '12 Hidden Lane' };
  await app.platform.db.updateTable('properties').set(secret).where('id', '=', home.id).execute();
  for (const path of ['/api/properties', `/api/properties/${home.slug}`]) {
    const body = await (await app.request('GET', path)).text();
    expect(body).toContain(home.slug);
    expect(body).not.toMatch(/4711|Hidden|access_notes|street_address/);
  }
});
