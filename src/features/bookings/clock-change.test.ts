import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { addProperty } from '../../../test/bookings.ts';
import { anyAddress } from '../../../test/shop.ts';
import { addDays } from '../../shared/nights.ts';
import { isBalanceDue } from './balance/balance.server.ts';
import { isAccessDue } from './record/access.server.ts';

/** The midnights around both clock changes at the homes: the day that begins, and the moment. */
const midnights = [
  { today: '2027-03-14', at: '2027-03-14T06:00:00Z' },
  { today: '2027-03-15', at: '2027-03-15T05:00:00Z' },
  { today: '2027-11-07', at: '2027-11-07T05:00:00Z' },
  { today: '2027-11-08', at: '2027-11-08T06:00:00Z' },
];
const minuteMs = 60_000;

let now: Date;
let app: TestApp;
let slug: string;
beforeAll(async () => {
  app = await testApp({ now: () => now });
  slug = (await addProperty(app.platform.db, { nightly_cents: 10_000, weekend_cents: 15_000 })).slug;
});
afterAll(() => app.close());

const quote = async (checkin: string, nights: number) => {
  const json = { property: slug, checkin, checkout: addDays(checkin, nights), guests: 2, pets: 0 };
  const response = await app.request('POST', '/api/quotes', { json, from: anyAddress() });
  return { status: response.status, body: await response.json() };
};
const calendar = async (from: string) => {
  const path = `/api/properties/${slug}/calendar?from=${from}&to=${addDays(from, 2)}`;
  return (await (await app.request('GET', path)).json()).days;
};
const isFree = (date: string) => expect.objectContaining({ date, isFree: true });
const isOver = (date: string) => expect.objectContaining({ date, isFree: false, why: 'too_soon' });

const processZone = process.env.TZ;

describe.each(['UTC', 'Pacific/Honolulu', 'Pacific/Kiritimati'])('on a machine in %s', (zone) => {
  beforeAll(() => {
    process.env.TZ = zone;
  });
  afterAll(() => {
    if (processZone === undefined) delete process.env.TZ;
    else process.env.TZ = processZone;
  });

  test.each(midnights)(
    'a night is sold until 23:59 at the homes, and over at 00:01 of $today',
    async ({ today, at }) => {
      const yesterday = addDays(today, -1);
      now = new Date(Date.parse(at) - minuteMs);
      expect(await calendar(yesterday)).toEqual([isFree(yesterday), isFree(today)]);
      expect((await quote(yesterday, 1)).status).toBe(201);
      now = new Date(Date.parse(at) + minuteMs);
      expect(await calendar(yesterday)).toEqual([isOver(yesterday), isFree(today)]);
      expect(await quote(yesterday, 1)).toMatchObject({ status: 400, body: { reason: 'too_soon' } });
      expect((await quote(today, 1)).status).toBe(201);
    },
  );

  test.each([
    ['2027-03-12', [15_000, 15_000, 10_000, 10_000]],
    ['2027-11-05', [15_000, 15_000, 10_000, 10_000]],
  ])(
    'a stay from Friday %s across a clock change has its four nights, each at its own price',
    async (checkin, prices) => {
      now = new Date('2027-02-01T12:00:00Z');
      const { body } = await quote(checkin, 4);
      const dates = prices.map((_, night) => addDays(checkin, night));
      expect(body.nights.map(({ date }: { date: string }) => date)).toEqual(dates);
      expect(body.nights.map(({ price }: { price: number }) => price)).toEqual(prices);
    },
  );

  test.each([
    ['2027-03-14', '2027-03-14T15:00:00Z'],
    ['2027-11-07', '2027-11-07T16:00:00Z'],
  ])('a balance is charged from 10:00 of %s on, by the clock of the homes', (day, at) => {
    const booking = {
      balance_due_on: day,
      balance_declines: 0,
      next_charge_at: null,
      stripe_customer_id: 'cus',
      stripe_payment_method_id: 'pm',
    };
    expect(isBalanceDue(booking, new Date(Date.parse(at) - minuteMs))).toBe(false);
    expect(isBalanceDue(booking, new Date(Date.parse(at) + minuteMs))).toBe(true);
  });

  test.each(midnights)(
    'address and access are due from the midnight at the homes three days before arrival: $today',
    ({ today, at }) => {
      const booking = {
        status: 'confirmed' as const,
        checkin: addDays(today, 3),
        checkout: addDays(today, 6),
      };
      expect(isAccessDue(booking, new Date(Date.parse(at) - minuteMs))).toBe(false);
      expect(isAccessDue(booking, new Date(Date.parse(at) + minuteMs))).toBe(true);
    },
  );
});
