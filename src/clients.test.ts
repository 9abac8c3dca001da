import { expect, test } from 'vitest';
import { testAppForFile } from '../test/app.ts';
import type { Paths } from '../test/described-calls.ts';
import { bookingsClient } from './features/bookings/checkout/client.ts';
import { tripsClient } from './features/bookings/trips/client.ts';
import { responseTimeClient } from './features/inbox/client.ts';

/* What the screens call is what the API describes, and a call that fails has words for the person who made it. */

const app = await testAppForFile();
const { paths } = (await (await app.request('GET', '/api/openapi.json')).json()) as { paths: Paths };
const described = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({
    name: `${method.toUpperCase()} ${path}`,
    pattern: new RegExp(
      `^${method.toUpperCase()} ${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`,
    ),
  })),
);

// An id or code that would lead elsewhere if it were not encoded.
const id = 'a/b?c#d';
const stay = { property: 'gull', checkin: '2027-06-01', checkout: '2027-06-04', guests: 2, pets: 0 };
const dates = { checkin: stay.checkin, checkout: stay.checkout };
const days = { from: '2027-06-01', to: '2027-06-04' };
const guest = { name: 'Ann Lee', email: 'ann@guests.example', phone: '+1 850 555 0100', note: '' };
const booking = {
  ...guest,
  quoteId: id,
  plan: 'full' as const,
  agreed: { houseRules: true, cancellation: true } as const,
};

type Call = (fetch: typeof globalThis.fetch) => Promise<unknown>;
const calls: [string, Call][] = [
  ['calendar', (fetch) => bookingsClient(fetch).calendar(id, days)],
  ['availability', (fetch) => bookingsClient(fetch).availability({ ...dates, guests: '2' })],
  ['createQuote', (fetch) => bookingsClient(fetch).createQuote(stay)],
  ['quote', (fetch) => bookingsClient(fetch).quote(id)],
  ['book', (fetch) => bookingsClient(fetch).book(booking, 'key')],
  ['trip', (fetch) => tripsClient(fetch).trip(id)],
  ['trips', (fetch) => tripsClient(fetch).trips()],
  ['checkout', (fetch) => tripsClient(fetch).checkout(id)],
  ['release', (fetch) => tripsClient(fetch).release(id)],
  ['cancellation', (fetch) => tripsClient(fetch).cancellation(id)],
  ['cancel', (fetch) => tripsClient(fetch).cancel(id, 1)],
  ['messages', (fetch) => tripsClient(fetch).messages(id)],
  ['sendMessage', (fetch) => tripsClient(fetch).sendMessage(id, { text: 'Hello', kind: 'message' }, 'key')],
  [
    'joinWaitlist',
    (fetch) =>
      bookingsClient(fetch).joinWaitlist({ ...dates, property: 'gull', guests: 2, email: 'a@b.example' }),
  ],
  ['response time', (fetch) => responseTimeClient(fetch).hours()],
];

test.each(calls)(
  '%s calls what the API describes, and encodes what it puts into the address',
  async (_, call) => {
    const sent: string[] = [];
    const fetch: typeof globalThis.fetch = async (url, init) => {
      sent.push(
        `${(init?.method ?? 'GET').toUpperCase()} ${new URL(String(url), 'http://site.example').pathname}`,
      );
      return Response.json({ message: 'no' }, { status: 400 });
    };
    await call(fetch).catch(() => {});
    expect(sent).toHaveLength(1);
    expect(
      described.filter(({ pattern }) => pattern.test(sent[0] ?? '')).map(({ name }) => name),
    ).not.toEqual([]);
  },
);

test.each(calls)(
  '%s gives the server’s words, and its own where there are none or no server',
  async (_, call) => {
    const answering = (body: BodyInit, status: number) => call(async () => new Response(body, { status }));
    await expect(answering(JSON.stringify({ message: 'Please wait.' }), 429)).rejects.toMatchObject({
      name: 'ApiError',
      status: 429,
      message: 'Please wait.',
    });
    for (const body of ['{}', '<h1>Bad gateway</h1>', ''])
      await expect(answering(body, 502)).rejects.toMatchObject({
        name: 'ApiError',
        status: 502,
        message: expect.stringMatching(/^[A-Z].{15,}/),
      });
    await expect(call(async () => Promise.reject(new TypeError('fetch failed')))).rejects.toThrow();
  },
);
