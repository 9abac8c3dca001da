import { beforeEach, expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';

/* What the form takes to the last character, and what it rejects after that. */

const app = await testAppForFile({ now: () => new Date('2026-03-01T18:00:00Z') });
beforeEach(() =>
  app.platform.pool.query('truncate inquiries, rate_limits, graphile_worker._private_jobs cascade'),
);
const good = {
  formId: 'booking_inquiry',
  name: 'Ann Lee',
  email: 'ann@guests.example',
  phone: '',
  property: 'Sunset Villa',
  checkin: '2026-06-10',
  checkout: '2026-06-17',
  guests: 2,
  message: '',
};
const send = async (more: object) => {
  const response = await app.request('POST', '/api/forms/submit', { json: { ...good, ...more } });
  return { http: response.status, ...(await response.json()) };
};
const stored = () => app.platform.db.selectFrom('inquiries').selectAll().execute();

test.each<[string, object, object]>([
  ['a name of two letters', { name: 'Al' }, { name: 'Al' }],
  ['a name of 100 letters', { name: 'n'.repeat(100) }, { name: 'n'.repeat(100) }],
  ['a name of 100 characters of two halves', { name: '🏖'.repeat(100) }, { name: '🏖'.repeat(100) }],
  ['a phone of 40 characters', { phone: '1'.repeat(40) }, { phone: '1'.repeat(40) }],
  ['a message of 5000 characters', { message: 'm'.repeat(5000) }, { message: 'm'.repeat(5000) }],
  ['a message of several lines', { message: 'One\n\nTwo' }, { message: 'One\n\nTwo' }],
  ['one guest', { guests: 1 }, { guests: 1 }],
  ['twelve guests', { guests: 12 }, { guests: 12 }],
  ['one night', { checkout: '2026-06-11' }, { check_out: '2026-06-11' }],
  ['today', { checkin: '2026-03-01' }, { check_in: '2026-03-01' }],
  ['an address in capitals', { email: ' Ann@GUESTS.example ' }, { email: 'ann@guests.example' }],
  ['no phone and no message', { phone: undefined, message: null }, { phone: '', message: '' }],
])('%s is stored as it is meant', async (_, more, row) => {
  expect(await send(more)).toMatchObject({ http: 200, success: true });
  expect(await stored()).toMatchObject([row]);
});

test.each<[object, Record<string, string>]>([
  [{ name: 'A' }, { name: 'Name must be at least 2 characters' }],
  [{ name: 'n'.repeat(101) }, { name: 'Name cannot exceed 100 characters' }],
  [{ phone: '1'.repeat(41) }, { phone: 'Phone cannot exceed 40 characters' }],
  [{ message: 'm'.repeat(5001) }, { message: 'Message cannot exceed 5000 characters' }],
  [{ guests: 0 }, { guests: 'Guests cannot be less than 1' }],
  [{ guests: 13 }, { guests: 'Guests cannot be greater than 12' }],
  [{ guests: 1.5 }, { guests: 'Guests must be an integer' }],
  [{ checkin: '2026-02-28' }, { checkin: 'Check-in cannot be in the past' }],
  [{ checkout: '2026-06-10' }, { checkout: 'Check-out must be after check-in' }],
  [{ property: 'Any' }, { property: 'Property must be one of the valid options' }],
])('%j is rejected with its message and stores nothing', async (more, fields) => {
  const rejected = await send(more);
  expect(rejected).toMatchObject({ http: 400, code: 'invalid' });
  expect(rejected.fields).toEqual(fields);
  expect(await stored()).toEqual([]);
  expect(await app.queuedMail()).toEqual([]);
});

test.each([
  { message: 'a\0b' },
  { message: 'a\ud800' },
  { name: 'Ann\nLee' },
  { phone: '1\r\n2' },
  { name: 'Ann\u0000' },
])('%j, which cannot be stored or mailed, names its field', async (more) => {
  const rejected = await send(more);
  expect([rejected.http, Object.keys(rejected.fields)]).toEqual([400, Object.keys(more)]);
  expect(await stored()).toEqual([]);
});

test('a form that there is not is said to be none', async () => {
  const message = 'There is no form with this name.';
  const form = await app.request('GET', '/api/forms/newsletter');
  expect([form.status, (await form.json()).message]).toEqual([404, message]);
  expect(await send({ formId: 'newsletter' })).toMatchObject({ http: 404, message });
});

test.each([null, [], 'text', 7, true])('%j is no form', async (json) => {
  const response = await app.request('POST', '/api/forms/submit', { json });
  expect([response.status, (await response.json()).message]).toEqual([
    400,
    'Please send the form as a JSON object.',
  ]);
});

test('keys of other kinds are ignored: a guest sets neither state nor time of an inquiry', async () => {
  const more = { status: 'answered', id: 'x', created_at: '2020-01-01', property_title: 'Other' };
  expect((await send(more)).http).toBe(200);
  const [inquiry] = await stored();
  expect(inquiry).toMatchObject({ status: 'new', property_title: 'Sunset Villa' });
  expect(inquiry?.created_at.toISOString()).toBe('2026-03-01T18:00:00.000Z');
});

test.each([
  ['exactly two seconds', { elapsedMs: 2_000 }, 200],
  ['a moment less', { elapsedMs: 1_999 }, 400],
  ['two links', { message: 'http://a.example http://b.example' }, 200],
  ['three links', { message: 'http://a.example http://b.example www.c.example' }, 400],
  ['signals of another type', { elapsedMs: '5', website: 7 }, 200],
  ['a trap of white space', { website: ' \n ' }, 200],
])('an inquiry with %s', async (_, more, http) => {
  expect((await send(more)).http).toBe(http);
  expect(await stored()).toHaveLength(http === 200 ? 1 : 0);
});
