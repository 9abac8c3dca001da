import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { addProperty } from '../../../../test/bookings.ts';
import { availability, bookings, nightsWaitlist, propertyCalendar, quote, quotes } from './calls.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ now: () => new Date('2027-05-20T17:00:00Z') });
});
afterAll(() => app.close());

test('the client goes from the calendar over the free homes to a quote, and rejects with the server’s messages', async () => {
  const { slug } = await addProperty(app.platform.db, { nightly_cents: 1_000 });
  const fetch: typeof globalThis.fetch = (input, init) =>
    app.request(init?.method ?? 'GET', String(input), {
      body: init?.body ?? undefined,
      headers: Object.fromEntries(new Headers(init?.headers)),
    });
  const { days } = await propertyCalendar.read({
    slug,
    query: { from: '2027-07-05', to: '2027-07-07' },
    fetch,
  });
  expect(days.map(({ price }) => price)).toEqual([1_000, 1_000]);
  const stay = { checkin: '2027-07-05', checkout: '2027-07-07' };
  const [cheapest] = await availability.search({ query: { ...stay, guests: '2' }, fetch });
  const made = await quotes.create({ json: { property: slug, ...stay, guests: 2, pets: 0 }, fetch });
  expect(cheapest).toMatchObject({ slug, total: made.total });
  expect(await quote.read({ id: made.id, fetch })).toEqual(made);
  const guest = { name: 'Ann Lee', email: 'ann@guests.example', phone: '+1 850 555 0100' };
  const agreed = { houseRules: true, cancellation: true } as const;
  const booking = { quoteId: made.id, ...guest, plan: 'full', agreed } as const;
  const call = { json: booking, idempotencyKey: 'key-of-this-booking', fetch };
  const placed = await bookings.book(call);
  expect(placed).toMatchObject({ status: 'held', code: expect.any(String) });
  expect(await bookings.book(call)).toEqual(placed);
  await expect(
    quotes.create({ json: { property: slug, ...stay, guests: 12, pets: 0 }, fetch }),
  ).rejects.toThrow('This home takes at most 6 guests.');
});

test('the client puts an address on the list for nights that are taken', async () => {
  const requests: [string, unknown][] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    requests.push([String(input), JSON.parse(String(init?.body))]);
    return Promise.resolve(Response.json({ success: true }, { status: 201 }));
  };
  const entry = {
    property: 'a',
    checkin: '2027-07-05',
    checkout: '2027-07-09',
    guests: 2,
    email: 'a@b.example',
  };
  await nightsWaitlist.join({ json: entry, fetch });
  expect(requests).toEqual([['/api/waitlist', entry]]);
});

test('a bare quote is for the party that it was requested for', async () => {
  const bare = { id: 'q', property: 'cove', lines: [], nights: [], plans: [], cancellation: [], total: 1 };
  const fetch = () => Promise.resolve(Response.json(bare, { status: 201 }));
  const stay = { property: 'cove', checkin: '2027-07-05', checkout: '2027-07-07' };
  expect(await quotes.create({ json: { ...stay, guests: 4, pets: 1 }, fetch })).toMatchObject({
    guests: 4,
    pets: 1,
  });
});
