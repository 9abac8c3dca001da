import { expect, test } from 'vitest';
import { bookings } from '../checkout/calls.ts';
import { requestKey } from '../checkout/request-key.ts';
import { redirectToPayment, submitDetails } from './submit-details.ts';

const typed: Record<string, string> = {
  quoteId: 'q-1',
  name: ' Ann Lee ',
  email: 'ann@guests.example',
  phone: '850 555 0100',
  plan: 'deposit',
  agreed: 'on',
};

/** Sends the form of the details page to an API with one response. */
async function submit(
  fields: Record<string, string>,
  answer: () => Response | Promise<Response>,
  address = '/book?property=sunset-villa',
) {
  const calls: { path: string; key: string | null; json: Record<string, unknown> }[] = [];
  const api: typeof fetch = async (input, init) => {
    const key = new Headers(init?.headers).get('Idempotency-Key');
    calls.push({ path: String(input), key, json: JSON.parse(String(init?.body)) });
    return answer();
  };
  const body = new URLSearchParams(fields);
  const request = new Request(`http://localhost${address}`, { method: 'POST', body });
  const result = await submitDetails(request, api, (fetch, details) =>
    bookings.book({ json: details, idempotencyKey: requestKey(details), fetch }),
  );
  return { calls, result };
}
const placed = (cookie?: string) =>
  Response.json(
    { code: 'ABCD1234', key: 'k', status: 'held' },
    { status: 201, headers: cookie ? { 'Set-Cookie': cookie } : {} },
  );
const toResponse = (result: unknown): Response => {
  if (result instanceof Response) return result;
  throw new Error(`no response: ${JSON.stringify(result)}`);
};

test('a form without scripts books with a key of its own and leads to the hold, with the cookie that opens it', async () => {
  const { calls, result } = await submit(typed, () => placed('booking=t0ken; HttpOnly; SameSite=Lax'));
  const { status, headers } = toResponse(result);
  expect([status, headers.get('Location'), headers.get('Set-Cookie')]).toEqual([
    303,
    '/book/ABCD1234',
    'booking=t0ken; HttpOnly; SameSite=Lax',
  ]);
  expect(calls).toHaveLength(1);
  expect(calls[0]?.json).toEqual({
    quoteId: 'q-1',
    name: 'Ann Lee',
    email: 'ann@guests.example',
    phone: '850 555 0100',
    plan: 'deposit',
    agreed: { houseRules: true, cancellation: true, laterCharges: false },
  });
});

test('a form opened by the link of an agent sends that origin', async () => {
  const { calls } = await submit({ ...typed, source: 'agent' }, () => placed());
  expect(calls[0]?.json).toMatchObject({ source: 'agent' });
});

test('a form that is sent twice has one key, a corrected one another', async () => {
  const toKey = async (fields: Record<string, string>) =>
    (await submit(fields, () => placed())).calls[0]?.key;
  expect(await toKey(typed)).toBe(await toKey({ ...typed }));
  expect(await toKey({ ...typed, phone: '850 555 0101' })).not.toBe(await toKey(typed));
});

test('a box that is not ticked is sent as not agreed, and an unknown plan as the whole price', async () => {
  const { agreed: _, ...others } = typed;
  const { calls } = await submit({ ...others, plan: 'free' }, () => placed());
  expect(calls[0]?.json).toMatchObject({
    plan: 'full',
    agreed: { houseRules: false, cancellation: false },
  });
});

test.each([
  [400, { message: 'Email is not a valid email', fields: { email: 'Email is not a valid email' } }],
  [409, { message: 'Sunset Villa is booked from July 8.', reason: 'dates_taken' }],
  [429, { message: 'You are holding several stays already.' }],
  [503, { message: 'The database is away.' }],
])('a rejection with %i returns its message and what was typed, and books nothing', async (status, body) => {
  const { result } = await submit(typed, () => Response.json(body, { status }));
  expect(result).toMatchObject({
    data: {
      problems: { form: body.message, ...('fields' in body ? body.fields : {}) },
      typed: { name: 'Ann Lee', email: 'ann@guests.example', plan: 'deposit' },
    },
    init: { status },
  });
});

test('a response that is none of the API has a message, too', async () => {
  const { result } = await submit(typed, () => new Response('<html>', { status: 502 }));
  expect(result).toMatchObject({
    data: { problems: { form: 'Your booking could not be made. Please try again.' } },
    init: { status: 502 },
  });
});

test('a form that only takes the details along books nothing, and moves its search into the address once', async () => {
  const carried = {
    ...typed,
    intent: 'carry',
    checkin: '2027-07-05',
    checkout: '2027-07-10',
    promoCode: 'A&B',
  };
  const first = await submit(carried, () => placed(), '/book');
  const { status, headers } = toResponse(first.result);
  // 307: the browser sends the same details to the new address.
  expect([status, headers.get('Location')]).toEqual([
    307,
    '/book?checkin=2027-07-05&checkout=2027-07-10&promoCode=A%26B',
  ]);
  const second = await submit(carried, () => placed(), headers.get('Location') ?? '');
  expect(second.result).toMatchObject({ data: { problems: {}, typed: { name: 'Ann Lee' } } });
  expect([...first.calls, ...second.calls]).toEqual([]);
});

test('a payment page on another site is opened by a refresh, which no policy for forms blocks', () => {
  const { data, init } = redirectToPayment('https://pay.example/cs_1');
  expect(data).toEqual({ paymentUrl: 'https://pay.example/cs_1' });
  expect(init?.headers).toEqual({ Refresh: '0; url=https://pay.example/cs_1' });
});
