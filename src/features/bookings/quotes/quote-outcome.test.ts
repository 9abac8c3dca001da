import { expect, test } from 'vitest';
import { loadQuote, toQuoteRequest, toRejection } from './quote-outcome.ts';

const request = {
  property: 'gulf-breeze',
  checkin: '2027-07-05',
  checkout: '2027-07-08',
  guests: 2,
  pets: 0,
};
const answering =
  (body: unknown, status: number): typeof fetch =>
  async () =>
    Response.json(body, { status });
const outcome = async (body: unknown, status: number) => {
  const result = await loadQuote(request, answering(body, status));
  return 'rejection' in result ? result.rejection : result.quote;
};

test('a rejection keeps the server’s words, its reason, and what is free instead', async () => {
  const nearest = [{ checkin: '2027-07-08', checkout: '2027-07-11', total: 60_000 }];
  const otherHomes = [{ slug: 'dune', title: 'Dune', total: 50_000 }];
  const body = {
    message: 'These nights are taken.',
    reason: 'dates_taken',
    nearest,
    otherHomes,
    currency: 'usd',
  };
  expect(await outcome(body, 409)).toEqual({
    message: 'These nights are taken.',
    reason: 'dates_taken',
    nearest,
    otherHomes,
    currency: 'usd',
  });
});

test('a rejection without a reason, or with lists that are none, has its words alone', async () => {
  const none = { nearest: [], otherHomes: [], currency: 'usd' };
  expect(await outcome({ message: 'Please wait.' }, 429)).toEqual({ message: 'Please wait.', ...none });
  expect(await outcome({ message: 'No.', nearest: 'x', otherHomes: [null, 7], reason: 7 }, 400)).toEqual({
    message: 'No.',
    ...none,
  });
});

test('what is no answer of the API is told as a price that cannot be shown', () => {
  expect(toRejection(new TypeError('x is undefined')).message).toBe(
    'The price cannot be shown just now. Please try again.',
  );
});

test('a network that is down is a rejection, not a failure of the page', async () => {
  const result = await loadQuote(request, async () => Promise.reject(new TypeError('fetch failed')));
  expect(result).toMatchObject({
    rejection: { nearest: [], otherHomes: [], message: expect.stringMatching(/\w/) },
  });
});

test('a search becomes the request of a price, with its code where it has one', () => {
  const { property, ...stay } = request;
  expect(toQuoteRequest(stay, property)).toEqual(request);
  expect(toQuoteRequest({ ...stay, promoCode: 'SUN', property: 'other' }, property)).toEqual({
    ...request,
    promoCode: 'SUN',
  });
});
