import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { addProperty } from '../../../../test/bookings.ts';
import { bookingsClient } from './client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ now: () => new Date('2027-05-20T17:00:00Z') });
});
afterAll(() => app.close());

test('the client goes from the calendar over the free homes to a quote, and gives refusals in the server’s words', async () => {
  const { slug } = await addProperty(app.platform.db, { nightly_cents: 1_000 });
  const client = bookingsClient((input, init) =>
    app.request(init?.method ?? 'GET', String(input), {
      body: init?.body ?? undefined,
      headers: Object.fromEntries(new Headers(init?.headers)),
    }),
  );
  const { days } = await client.calendar(slug, { from: '2027-07-05', to: '2027-07-07' });
  expect(days.map(({ price }) => price)).toEqual([1_000, 1_000]);
  const stay = { checkin: '2027-07-05', checkout: '2027-07-07' };
  const [cheapest] = await client.availability({ ...stay, guests: '2' });
  const made = await client.createQuote({ property: slug, ...stay, guests: 2, pets: 0 });
  expect(cheapest).toMatchObject({ slug, total: made.total });
  expect(await client.quote(made.id)).toEqual(made);
  const guest = { name: 'Ann Lee', email: 'ann@guests.example', phone: '+1 850 555 0100' };
  const agreed = { houseRules: true, cancellation: true } as const;
  const booking = { quoteId: made.id, ...guest, plan: 'full', agreed } as const;
  const placed = await client.book(booking, 'key-of-this-booking');
  expect(placed).toMatchObject({ status: 'held', code: expect.any(String) });
  expect(await client.book(booking, 'key-of-this-booking')).toEqual(placed);
  await expect(client.createQuote({ property: slug, ...stay, guests: 12, pets: 0 })).rejects.toThrow(
    'This home takes at most 6 guests.',
  );
});

test('the client puts an address on the list for nights that are taken', async () => {
  const requests: [string, unknown][] = [];
  const client = bookingsClient((input, init) => {
    requests.push([String(input), JSON.parse(String(init?.body))]);
    return Promise.resolve(Response.json({ success: true }, { status: 201 }));
  });
  const entry = {
    property: 'a',
    checkin: '2027-07-05',
    checkout: '2027-07-09',
    guests: 2,
    email: 'a@b.example',
  };
  await client.joinWaitlist(entry);
  expect(requests).toEqual([['/api/waitlist', entry]]);
});

test('a bare quote is for the party that it was requested for', async () => {
  const bare = { id: 'q', property: 'cove', lines: [], nights: [], plans: [], cancellation: [], total: 1 };
  const client = bookingsClient(() => Promise.resolve(Response.json(bare, { status: 201 })));
  const stay = { property: 'cove', checkin: '2027-07-05', checkout: '2027-07-07' };
  expect(await client.createQuote({ ...stay, guests: 4, pets: 1 })).toMatchObject({ guests: 4, pets: 1 });
});
