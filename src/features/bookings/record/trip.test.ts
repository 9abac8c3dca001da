import { expect, test } from 'vitest';
import { listTrips, trip } from '../trips/calls.ts';
import { formatTimeLeft, paidText, parseTrip, pathOfTrip, toAgreedTerms } from './trip.ts';

const quote = {
  id: 'q',
  property: 'the-beachcomber',
  checkin: '2027-07-05',
  checkout: '2027-07-09',
  lines: [],
  nights: [],
  plans: [],
  cancellation: [],
  total: 113_120,
  currency: 'usd',
};
const bare = { code: 'ABCD1234', status: 'confirmed', quote, payments: [{ amount: 60_000 }], refunds: [] };

test('a bare booking is completed from its quote', () => {
  const trip = parseTrip(bare);
  expect(trip).toMatchObject({
    property: { slug: 'the-beachcomber', title: 'the-beachcomber' },
    checkin: '2027-07-05',
    checkout: '2027-07-09',
    guests: 1,
    pets: 0,
    total: 113_120,
    currency: 'usd',
    name: '',
    can: [],
    holdExpiresAt: null,
    now: '',
  });
  expect(trip.quote).toMatchObject({ graceHours: 0 });
  expect([paidText(trip), trip.due, trip.dueOn]).toEqual(['$600.00 paid', 53_120, null]);
});

test('the accepted terms are listed line by line, the longest time first, without a step of 0%; an offer that is not booked has none', () => {
  const agreed = {
    houseRules: 'No smoking\r\n\nNo parties',
    cancellation: {
      name: 'Fair',
      graceHours: 24,
      steps: [
        { days_before: 7, refund_percent: 50 },
        { days_before: 30, refund_percent: 100 },
        { days_before: 0, refund_percent: 0 },
      ],
    },
    laterCharges: 'My card may be charged for what I order later',
    at: '2027-05-20T17:00:00.000Z',
  };
  expect(toAgreedTerms(parseTrip({ ...bare, agreed }).agreed)).toEqual({
    houseRules: ['No smoking', 'No parties'],
    policy: 'Fair',
    graceHours: 24,
    laterCharges: agreed.laterCharges,
    at: agreed.at,
    steps: [
      { daysBefore: 30, refundPercent: 100 },
      { daysBefore: 7, refundPercent: 50 },
    ],
  });
  expect(toAgreedTerms(parseTrip({ ...bare, agreed: {} }).agreed)).toBeNull();
});

test.each([
  [[], '$600.00 paid'],
  [[{ amount: 5_000, status: 'done' }], '$600.00 paid, $50.00 refunded'],
  [[{ amount: 5_000, status: 'pending' }], '$600.00 paid, $50.00 on its way back'],
  [
    [{ amount: 5_000, status: 'done' }, { amount: 1_000, status: 'pending' }, { amount: 2_000 }],
    '$600.00 paid, $70.00 refunded, $10.00 on its way back',
  ],
])('refunds as %j read "%s": what the card provider has not confirmed is on its way', (refunds, text) => {
  expect(paidText(parseTrip({ ...bare, refunds }))).toBe(text);
});

test('a home is named by its title, which a booking keeps when the home is listed no longer', () => {
  const property = { slug: 'the-beachcomber', title: 'The Beachcomber' };
  expect(parseTrip({ ...bare, property }).property).toEqual(property);
  expect(parseTrip(bare).property.title).toBe('the-beachcomber');
  expect(parseTrip({ ...bare, property: 'sunset-villa' }).property.title).toBe('sunset-villa');
});

test('a booking without a code or status is rejected', () => {
  expect(() => parseTrip({ ...bare, code: undefined })).toThrow(TypeError);
  expect(() => parseTrip(null)).toThrow(TypeError);
});

test.each([
  ['held', '/book/ABCD1234'],
  ['expired', '/book/ABCD1234'],
  ['confirmed', '/trips/ABCD1234'],
  ['cancelled', '/trips/ABCD1234'],
] as const)('a booking that is %s has its page at %s', (status, path) => {
  expect(pathOfTrip({ code: 'ABCD1234', status })).toBe(path);
});

test.each([
  [0, '0:00'],
  [-5_000, '0:00'],
  [61_000, '1:01'],
  [36 * 60_000, '36:00'],
  [23.5 * 3_600_000, '23 h 30 min'],
])('%i ms are shown as %s', (milliseconds, text) => {
  expect(formatTimeLeft(milliseconds)).toBe(text);
});

const code = 'A';

/** An API that responds to one call and records it. */
function answering(body: unknown, status = 200) {
  const calls: [string, RequestInit | undefined][] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    calls.push([String(url), init]);
    return Response.json(body, { status });
  };
  return { calls, fetch };
}

test('the client cancels for a figure, and rejects with the server’s messages', async () => {
  const { calls, fetch } = answering({ message: 'The refund has changed.', reason: 'price_changed' }, 409);
  await expect(trip.cancel({ code: 'AB/CD', json: { refund: 5_000 }, fetch })).rejects.toMatchObject({
    message: 'The refund has changed.',
    details: { reason: 'price_changed' },
  });
  expect(calls[0]?.[0]).toBe('/api/bookings/AB%2FCD/cancel');
  expect(calls[0]?.[1]?.body).toBe('{"refund":5000}');
});

test('the client reads payment page, refund and trips, and rejects what they cannot be', async () => {
  expect(await trip.checkout({ code, ...answering({ url: 'https://pay.example/1' }) })).toEqual({
    url: 'https://pay.example/1',
  });
  await expect(trip.checkout({ code, ...answering({}) })).rejects.toThrow(
    'The payment page could not be opened',
  );
  expect(await trip.cancellation({ code, ...answering({ refund: 100, reason: 'Half' }) })).toEqual({
    refund: 100,
    why: 'Half',
  });
  await expect(trip.cancellation({ code, ...answering({}) })).rejects.toThrow('Failed to fetch the refund');
  expect(await listTrips(answering([bare]).fetch)).toHaveLength(1);
  expect((await trip.read({ code, ...answering(bare) })).code).toBe('ABCD1234');
  await trip.release({ code, ...answering(null) });
});
