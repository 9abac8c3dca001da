import { beforeEach, expect, test } from 'vitest';
import { newId } from '../src/shared/uuid.server.ts';
import { addProperty } from './bookings.ts';
import { inDays, openStaysForFile } from './paid-stays.ts';

const stays = await openStaysForFile();
const { db } = stays;
const opening = await addProperty(db, { is_coming_soon: true });
const open = await addProperty(db);
const dates = { checkin: inDays(60), checkout: inDays(63) };
const placed = await stays.confirmed(open.slug);
const others = await Promise.all([100, 110, 120, 130].map((from) => stays.confirmed(open.slug, {}, from)));
const [{ title }] = (await db
  .selectFrom('properties')
  .select('title')
  .where('slug', '=', open.slug)
  .execute()) as [{ title: string }];
beforeEach(() => stays.platform.pool.query('truncate rate_limits'));

const later = 'Please try again later, or call us.';
const email = (count: number) => `guest-${count}@guests.example`;
const inquiry = (count: number, more: object = {}) => ({
  formId: 'booking_inquiry',
  elapsedMs: 60_000,
  name: 'Ann Lee',
  email: email(count),
  guests: 2,
  property: title,
  ...dates,
  message: `A question with the number ${count}?`,
  ...more,
});
const message = ({ code, key }: { code: string; key: string }, count: number) => ({
  path: `/api/bookings/${code}/messages`,
  json: { text: `Message ${count}` },
  headers: { 'X-Booking-Key': key },
});

interface Sent {
  path: string;
  json?: object;
  headers?: Record<string, string>;
}
/** Each row has the counted action, its limit, and the message after that. */
const limits: [string, number, string, (count: number) => Sent][] = [
  [
    'prices',
    120,
    'You have asked for many prices in a short time. Please try again later, or call us to book.',
    () => ({ path: '/api/quotes', json: { property: open.slug, ...dates, guests: 99 } }),
  ],
  [
    'messages about one booking',
    10,
    `You have sent many messages within an hour. ${later}`,
    (count) => message(placed, count),
  ],
  [
    'messages from one network',
    30,
    `Many messages came from your network within an hour. ${later}`,
    (count) => message(others[count % others.length] ?? placed, count),
  ],
  [
    'inquiries',
    10,
    `You have sent many inquiries within an hour. ${later}`,
    (count) => ({ path: '/api/forms/submit', json: inquiry(count) }),
  ],
  [
    'inquiries of a robot',
    5,
    `We could not take your inquiry. ${later}`,
    (count) => ({ path: '/api/forms/submit', json: inquiry(count, { website: 'https://spam.example' }) }),
  ],
  [
    'inquiries with links',
    5,
    `You have sent many inquiries with links within an hour. ${later}`,
    (count) => ({
      path: '/api/forms/submit',
      json: inquiry(count, { message: `See https://a.example/${count}` }),
    }),
  ],
  [
    'inquiries with one text',
    5,
    `You have sent the same message many times within an hour. ${later}`,
    (count) => ({
      path: '/api/forms/submit',
      json: inquiry(count, {
        message: 'Is it free in the summer? We are four, and we would bring a small dog along with us.',
      }),
    }),
  ],
  [
    'entries on lists',
    10,
    `You have joined many lists within an hour. ${later}`,
    (count) => ({
      path: '/api/notify',
      json: { propertyId: opening.id, email: email(count), elapsedMs: 60_000 },
    }),
  ],
  [
    'entries on the lists of nights',
    10,
    `You have joined many lists within an hour. ${later}`,
    (count) => ({
      path: '/api/waitlist',
      json: { property: open.slug, ...dates, guests: 2, email: email(count) },
    }),
  ],
  [
    'attempts to join no list',
    30,
    `This did not work many times within an hour. ${later}`,
    () => ({
      path: '/api/notify',
      json: { propertyId: newId(), email: 'a@guests.example', elapsedMs: 60_000 },
    }),
  ],
  [
    'attempts to leave a list',
    60,
    'You have left many lists within an hour. Please try again later.',
    () => ({ path: '/api/notify/leave?token=none' }),
  ],
];

test.each(limits)('%s: %i in an hour, then a message and a time to wait', async (_, points, words, call) => {
  const send = (count: number, from = '203.0.113.9') => {
    const { path, ...options } = call(count);
    return stays.request('POST', path, { ...options, from });
  };
  const statuses = new Set<number>();
  for (let count = 0; count < points; count += 1) statuses.add((await send(count)).status);
  expect([...statuses]).not.toContain(429);
  const limited = await send(points);
  expect([limited.status, (await limited.json()).message]).toEqual([429, words]);
  const wait = Number(limited.headers.get('Retry-After'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(3600);
});

test('a limit is that of one client address: others go on, and lists share theirs', async () => {
  const join = (path: string, json: object, from: string) =>
    stays.request('POST', path, { json, from }).then(({ status }) => status);
  const nights = (count: number, from: string) =>
    join('/api/waitlist', { property: open.slug, ...dates, guests: 2, email: email(count) }, from);
  for (let count = 0; count < 10; count += 1) expect(await nights(count, '203.0.113.10')).toBe(201);
  const entry = { propertyId: opening.id, email: 'new@guests.example', elapsedMs: 60_000 };
  expect(await join('/api/notify', entry, '203.0.113.10')).toBe(429);
  expect(await join('/api/notify', entry, '203.0.113.11')).toBe(200);
});

test('an action over its limit is not carried out', async () => {
  const addresses = async () =>
    (await db.selectFrom('waitlist_entries').select('email').execute()).map((row) => row.email);
  for (let count = 0; count < 11; count += 1) {
    const json = { property: open.slug, ...dates, guests: 2, email: `late-${count}@guests.example` };
    await stays.request('POST', '/api/waitlist', { json, from: '203.0.113.12' });
  }
  expect(await addresses()).toContain('late-9@guests.example');
  expect(await addresses()).not.toContain('late-10@guests.example');
});
