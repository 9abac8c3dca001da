import { expect, test } from 'vitest';
import { AppError } from '../../../shared/errors.ts';
import { hostedQuoteRequest, phoneBookingRequest } from './contract.server.ts';

const parseHostedQuoteRequest = hostedQuoteRequest.parse;
const parsePhoneBookingRequest = phoneBookingRequest.parse;

const stay = { property: 'gulf-breeze', checkin: '2027-07-09', checkout: '2027-07-14', guests: 2 };
const guest = { name: 'Ann Guest', email: 'Ann@Example.com', phone: '850 555 0100' };
const elsewhere = { kind: 'elsewhere', how: ' check ', amount: 50_000 };
const booking = { ...stay, ...guest, payment: elsewhere };

function fieldsOf(call: () => unknown): Record<string, unknown> {
  try {
    call();
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid') return error.fields ?? {};
    throw error;
  }
  return {};
}

test('a quote for hosts takes no pets and no code unless they are named, and trims the code', () => {
  expect(parseHostedQuoteRequest(stay)).toEqual({ ...stay, pets: 0, promoCode: undefined });
  expect(parseHostedQuoteRequest({ ...stay, pets: 1, promoCode: ' SUN ' })).toMatchObject({
    pets: 1,
    promoCode: 'SUN',
  });
  expect(parseHostedQuoteRequest({ ...stay, promoCode: '  ' }).promoCode).toBeUndefined();
});

test.each([
  ['no home', { property: '' }, 'property'],
  ['a home that is no text', { property: 7 }, 'property'],
  ['a check-in that is no date', { checkin: '2027-02-30' }, 'checkin'],
  ['half a guest', { guests: 1.5 }, 'guests'],
  ['a code above 40 characters', { promoCode: 'x'.repeat(41) }, 'promoCode'],
  ['a code that is no text', { promoCode: 5 }, 'promoCode'],
  ['a night for nothing', { nightly_cents: 0 }, 'nightly_cents'],
  ['part of a cent', { nightly_cents: 100.5 }, 'nightly_cents'],
  ['a night above $100,000', { nightly_cents: 10_000_001 }, 'nightly_cents'],
  ['an unknown field', { discount: 5 }, 'discount'],
])('a quote for hosts with %s is rejected', (_, change, field) => {
  expect(Object.keys(fieldsOf(() => parseHostedQuoteRequest({ ...stay, ...change })))).toEqual([field]);
});

test.each([null, 'a text', [], undefined])('a quote for hosts from %j names every missing field', (input) => {
  expect(Object.keys(fieldsOf(() => parseHostedQuoteRequest(input))).sort()).toEqual([
    'checkin',
    'checkout',
    'guests',
    'property',
  ]);
});

test('a booking by phone has the canonical address, a trimmed way of payment, and no box ticked', () => {
  const request = parsePhoneBookingRequest({ ...booking, plan: 'full', agreed: { houseRules: true } });
  expect(request).toMatchObject({
    email: 'ann@example.com',
    payment: { ...elsewhere, how: 'check' },
    pets: 0,
  });
  expect(request).not.toHaveProperty('plan');
  expect(request).not.toHaveProperty('agreed');
});

test.each([
  ['no payment', undefined, 'payment'],
  ['an unknown payment', { kind: 'card' }, 'payment'],
  ['a payment that does not say how', { ...elsewhere, how: ' ' }, 'how'],
  ['a payment that says too much', { ...elsewhere, how: 'x'.repeat(101) }, 'how'],
  ['a payment of nothing', { ...elsewhere, amount: 0 }, 'amount'],
  ['a payment of part of a cent', { ...elsewhere, amount: 1.5 }, 'amount'],
  ['an unknown field of the payment', { ...elsewhere, currency: 'usd' }, 'currency'],
  ['a link with an amount', { kind: 'link', amount: 50_000 }, 'amount'],
])('a booking by phone with %s is rejected', (_, payment, field) => {
  expect(Object.keys(fieldsOf(() => parsePhoneBookingRequest({ ...booking, payment })))).toEqual([field]);
});

test('a booking by phone needs a guest who can be reached', () => {
  const unreachable = { ...booking, name: 'A', email: 'nowhere', phone: '12' };
  expect(Object.keys(fieldsOf(() => parsePhoneBookingRequest(unreachable))).sort()).toEqual([
    'email',
    'name',
    'phone',
  ]);
});
