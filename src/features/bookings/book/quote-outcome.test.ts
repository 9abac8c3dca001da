import { expect, test } from 'vitest';
import type { Quote } from '../quotes/contract.server.ts';
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

test('a rejection has the server’s message, its reason, and what is free instead', async () => {
  const nearest = [{ checkin: '2027-07-08', checkout: '2027-07-11', total: 60_000 }];
  const otherProperties = [{ slug: 'dune', title: 'Dune', total: 50_000 }];
  const body = {
    message: 'These nights are taken.',
    reason: 'dates_taken',
    nearest,
    otherProperties,
    currency: 'usd',
  };
  expect(await outcome(body, 409)).toEqual({
    message: 'These nights are taken.',
    reason: 'dates_taken',
    nearest,
    otherProperties,
    currency: 'usd',
  });
});

test('a rejection without a reason, or with lists that are none, has only its message', async () => {
  const none = { nearest: [], otherProperties: [], currency: 'usd' };
  expect(await outcome({ message: 'Please wait.' }, 429)).toEqual({ message: 'Please wait.', ...none });
  expect(await outcome({ message: 'No.', nearest: 'x', otherProperties: [null, 7], reason: 7 }, 400)).toEqual(
    {
      message: 'No.',
      ...none,
    },
  );
});

test('a response that is none of the API is shown as a price that cannot be loaded', () => {
  expect(toRejection(new TypeError('x is undefined')).message).toBe(
    'The price cannot be shown just now. Please try again.',
  );
});

test('a network that is down is a rejection, not a failure of the page', async () => {
  const result = await loadQuote(request, async () => Promise.reject(new TypeError('fetch failed')));
  expect(result).toMatchObject({
    rejection: { nearest: [], otherProperties: [], message: expect.stringMatching(/\w/) },
  });
});

/** Responds to each request by its code; without one there is a price. */
const answerCodes = (refused: Record<string, object>, sent: unknown[] = []): typeof fetch => {
  return async (_, init) => {
    const { promoCode } = JSON.parse(String(init?.body)) as { promoCode?: string };
    sent.push(promoCode);
    return promoCode === undefined
      ? Response.json({ id: 'without-code', total: 60_000 }, { status: 201 })
      : Response.json(refused[promoCode], { status: 400 });
  };
};

test.each(['promo_unknown', 'promo_not_valid'])(
  'a code that is %s leaves the price without it',
  async (reason) => {
    const message = 'This code does not hold.';
    const fetch = answerCodes({ SUN: { message, reason } });
    const result = await loadQuote({ ...request, promoCode: 'SUN' }, fetch);
    expect(result).toMatchObject({ quote: { id: 'without-code' }, promoProblem: message });
  },
);

test('the shown price stays while an invalid code is tried', async () => {
  const sent: unknown[] = [];
  const fetch = answerCodes({ SUN: { message: 'Unknown.', reason: 'promo_unknown' } }, sent);
  const current = { id: 'shown' } as Quote;
  const result = await loadQuote({ ...request, promoCode: 'SUN' }, fetch, current);
  expect(result).toEqual({ quote: current, promoProblem: 'Unknown.' });
  expect(sent).toEqual(['SUN']);
});

test('nights that are taken are rejected with a code, too', async () => {
  const result = await loadQuote(
    { ...request, promoCode: 'SUN' },
    answerCodes({ SUN: { message: 'These nights are taken.', reason: 'dates_taken' } }),
  );
  expect(result).toMatchObject({ rejection: { reason: 'dates_taken' } });
});

test('a search becomes the request of a price, with its code where it has one', () => {
  const { property, ...stay } = request;
  expect(toQuoteRequest(stay, property)).toEqual(request);
  expect(toQuoteRequest({ ...stay, promoCode: 'SUN', property: 'other' }, property)).toEqual({
    ...request,
    promoCode: 'SUN',
  });
});

const cart = { id: 'cart', label: 'Cart', description: '', amount: 1, taxes: 0, maxQuantity: 2, chosen: 0 };

test('a selected extra that is not offered is left out of the price, with a message', async () => {
  const sent: unknown[] = [];
  const fetch: typeof globalThis.fetch = async (_, init) => {
    const { extras } = JSON.parse(String(init?.body)) as { extras?: { id: string; quantity: number }[] };
    sent.push(extras);
    if (extras?.some(({ id, quantity }) => id !== 'cart' || quantity > 2))
      return Response.json({ message: 'There is no such extra for this stay.' }, { status: 404 });
    return Response.json({ id: extras ? 'with' : 'without', extras: [cart], lines: [] }, { status: 201 });
  };
  const choose = (...extras: { id: string; quantity: number }[]) => loadQuote({ ...request, extras }, fetch);
  expect(await choose({ id: 'cart', quantity: 5 }, { id: 'gone', quantity: 1 })).toMatchObject({
    quote: { id: 'with' },
    extrasProblem: expect.stringContaining('left out'),
  });
  expect(sent.at(-1)).toEqual([{ id: 'cart', quantity: 2 }]);
  expect(await choose({ id: 'gone', quantity: 1 })).toMatchObject({
    quote: { id: 'without' },
    extrasProblem: expect.stringContaining('left out'),
  });
  expect(await choose({ id: 'cart', quantity: 1 })).not.toHaveProperty('extrasProblem');
});

test('an unknown home stays an error with any choice', async () => {
  const fetch = answering({ message: 'There is no home at this address.' }, 404);
  const result = await loadQuote({ ...request, extras: [{ id: 'cart', quantity: 1 }] }, fetch);
  expect(result).toMatchObject({ rejection: { message: 'There is no home at this address.' } });
});
