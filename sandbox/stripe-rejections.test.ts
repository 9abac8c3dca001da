import { afterAll, expect, test } from 'vitest';
import { openFixture, send } from './test-fixture.ts';

/* The stand-in rejects what Stripe rejects, with Stripe's code and parameter: a looser one would hide faults of the site. */

const fixture = await openFixture();
afterAll(() => fixture.close());
const headers = { Authorization: 'Bearer sk_test_standin' };

type Params = Record<string, string>;
// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
type Answer = { http: number } & Record<string, any>;

const call = async (path: string, params?: Params, more: Params = {}): Promise<Answer> => {
  const body = params && new URLSearchParams(params);
  const method = params ? 'POST' : 'GET';
  const response = await fetch(`${fixture.url}/v1/${path}`, {
    method,
    body,
    headers: { ...headers, ...more },
  });
  return { http: response.status, ...((await response.json()) as object) };
};

const price = 'line_items[0][price_data]';
const payment: Params = {
  mode: 'payment',
  success_url: `${fixture.appUrl}/done`,
  'line_items[0][quantity]': '1',
  [`${price}[currency]`]: 'usd',
  [`${price}[unit_amount]`]: '5000',
  [`${price}[product_data][name]`]: 'Beach week',
};
const recurring = { [`${price}[recurring][interval]`]: 'week' };
const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(payment).filter(([name]) => !names.some((one) => name.startsWith(one))));
const inSeconds = (seconds: number) => String(Math.floor(Date.now() / 1_000) + seconds);
const many = (count: number, name: (at: number) => string, value: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [name(at), value]));
const item = (at: number, currency = 'usd'): Params => ({
  [`line_items[${at}][quantity]`]: '1',
  [`line_items[${at}][price_data][currency]`]: currency,
  [`line_items[${at}][price_data][unit_amount]`]: '5000',
  [`line_items[${at}][price_data][product_data][name]`]: 'x',
});
const images = (at: number) => `${price}[product_data][images][${at}]`;

const invalid: [string, Params, object][] = [
  ['no mode', without('mode'), { code: 'parameter_missing', param: 'mode' }],
  ['another mode', { ...payment, mode: 'setup' }, { param: 'mode' }],
  ['no address to return to', without('success_url'), { code: 'parameter_missing', param: 'success_url' }],
  ['an address of another kind', { ...payment, success_url: 'ftp://a.example' }, { code: 'url_invalid' }],
  ['a way back that is no address', { ...payment, cancel_url: '/cancel' }, { param: 'cancel_url' }],
  ['a subscription at a single price', { ...payment, mode: 'subscription' }, {}],
  ['a payment at a recurring price', { ...payment, ...recurring }, {}],
  [
    'data of a payment in a subscription',
    { ...payment, ...recurring, mode: 'subscription', 'payment_intent_data[description]': 'x' },
    { param: 'payment_intent_data' },
  ],
  ['an item that is a text', { ...without('line_items'), 'line_items[0]': 'x' }, { param: 'line_items[0]' }],
  ['a price of a catalogue', { ...payment, 'line_items[0][price]': 'price_1' }, { code: 'resource_missing' }],
  ['an item without a price', without(price), { code: 'parameter_missing', param: 'line_items[0]' }],
  [
    'an item without a quantity',
    without('line_items[0][quantity]'),
    { param: 'line_items[0][quantity]', code: 'parameter_missing' },
  ],
  ['none of an item', { ...payment, 'line_items[0][quantity]': '0' }, { param: 'line_items[0][quantity]' }],
  [
    'more than a hundred items',
    Object.assign({ ...payment }, ...Array.from({ length: 101 }, (_, at) => item(at))),
    { param: 'line_items' },
  ],
  ['two currencies', { ...payment, ...item(1, 'eur') }, { param: 'line_items' }],
  [
    'a currency of four letters',
    { ...payment, [`${price}[currency]`]: 'usdx' },
    { param: `${price}[currency]` },
  ],
  [
    'an amount in words',
    { ...payment, [`${price}[unit_amount]`]: '1e3' },
    { code: 'parameter_invalid_integer' },
  ],
  [
    'a total below half a dollar',
    { ...payment, [`${price}[unit_amount]`]: '49' },
    { code: 'amount_too_small' },
  ],
  ['a product without data', without(`${price}[product_data]`), { code: 'parameter_missing' }],
  [
    'a name of 251 characters',
    { ...payment, [`${price}[product_data][name]`]: 'x'.repeat(251) },
    { code: 'parameter_invalid_string_max' },
  ],
  ['nine images', { ...payment, ...many(9, images, `${fixture.appUrl}/a.jpg`) }, { message: /maximum 8/ }],
  ['an image without an address', { ...payment, [images(0)]: 'a.jpg' }, { code: 'url_invalid' }],
  ['a period without a length', { ...payment, [`${price}[recurring][interval_count]`]: '2' }, {}],
  ['another period', { ...payment, [`${price}[recurring][interval]`]: 'decade' }, {}],
  ['a reference too long', { ...payment, client_reference_id: 'x'.repeat(201) }, {}],
  ['51 notes', { ...payment, ...many(51, (at) => `metadata[k${at}]`, 'v') }, { param: 'metadata' }],
  ['a note with a long name', { ...payment, [`metadata[${'k'.repeat(41)}]`]: 'v' }, { param: 'metadata' }],
  ['a note too long', { ...payment, 'metadata[k]': 'v'.repeat(501) }, { param: 'metadata' }],
  ['a note within a note', { ...payment, 'metadata[k][l]': 'v' }, { param: 'metadata' }],
  ['notes that are a text', { ...payment, metadata: 'v' }, { param: 'metadata' }],
  ['an end too early', { ...payment, expires_at: inSeconds(1_700) }, { param: 'expires_at' }],
  ['an end too late', { ...payment, expires_at: inSeconds(86_400 + 3_600) }, { param: 'expires_at' }],
];

test.each(invalid)('a session with %s is rejected, and none is made', async (_, params, error) => {
  const before = (await call('checkout/sessions?limit=100')).data.length;
  const answer = await call('checkout/sessions', params);
  const { message, ...exact } = error as { message?: RegExp };
  expect(answer).toMatchObject({ http: 400, error: { type: 'invalid_request_error', ...exact } });
  if (message) expect(answer.error.message).toMatch(message);
  expect((await call('checkout/sessions?limit=100')).data).toHaveLength(before);
});

const allowed: [string, Params][] = [
  ['half an hour', { ...payment, expires_at: inSeconds(1_800) }],
  ['a hundred items', Object.assign({ ...payment }, ...Array.from({ length: 100 }, (_, at) => item(at)))],
  ['eight images', { ...payment, ...many(8, images, `${fixture.appUrl}/a.jpg`) }],
  ['fifty notes', { ...payment, ...many(50, (at) => `metadata[k${at}]`, 'v'.repeat(500)) }],
  ['half a dollar', { ...payment, [`${price}[unit_amount]`]: '50' }],
];
test.each(allowed)('a session with %s is made', async (_, params) => {
  expect(await call('checkout/sessions', params)).toMatchObject({ http: 200, object: 'checkout.session' });
});

test('unknown expansions, and those of five levels, are rejected', async () => {
  const { id } = await call('checkout/sessions', payment);
  const expanded = (path: string) => call(`checkout/sessions/${id}?expand[]=${path}`);
  expect((await expanded('colour')).error).toMatchObject({ code: 'property_cannot_be_expanded' });
  expect((await expanded('a.b.c.d.e')).error.message).toMatch(/more than 4 levels/);
});

test.each([
  ['checkout/sessions', 'checkout.session'],
  ['refunds', 'refund'],
  ['payment_intents', 'payment_intent'],
  ['charges', 'charge'],
  ['subscriptions', 'subscription'],
  ['invoices', 'invoice'],
  ['disputes', 'dispute'],
  ['events', 'event'],
])('%s that do not exist are missing', async (path, noun) => {
  const answer = await call(`${path}/none_such`);
  expect(answer).toMatchObject({ http: 404, error: { code: 'resource_missing' } });
  expect(answer.error.message).toBe(`No such ${noun}: 'none_such'`);
});

test('other addresses, a missing key and a wrong one are rejected before anything is read', async () => {
  expect((await call('customers')).error.message).toBe('Unrecognized request URL (GET: /v1/customers).');
  expect((await call('refunds', {}, { Authorization: '' })).error.message).toMatch(
    /did not provide an API key/,
  );
  const wrong = await call('refunds', {}, { Authorization: 'Bearer sk_test_somebody_else' });
  expect(wrong).toMatchObject({ http: 401, error: { message: expect.stringMatching(/^Invalid API Key/) } });
  expect(wrong.error.message).not.toContain('somebody');
});

test('an idempotency key has at most 255 characters', async () => {
  const long = await call('checkout/sessions', payment, { 'Idempotency-Key': 'k'.repeat(256) });
  expect(long).toMatchObject({ http: 400, error: { message: expect.stringContaining('255 characters') } });
  expect((await call('checkout/sessions', payment, { 'Idempotency-Key': 'k'.repeat(255) })).http).toBe(200);
});

const advance = (id: string, step: string, body: object = {}) =>
  send(`${fixture.url}/stripe/test/sessions/${id}/${step}`, body) as Promise<{ error?: { message: string } }>;

test('a refund names what is refunded, and not what is unpaid or charged back', async () => {
  expect((await call('refunds', {})).error.message).toMatch(/payment_intent or charge/);
  const { id } = await call('checkout/sessions', payment);
  await advance(id, 'complete', { unpaid: true });
  const { payment_intent } = await call(`checkout/sessions/${id}`);
  expect(await call('refunds', { payment_intent })).toMatchObject({
    http: 400,
    error: { code: 'payment_intent_unexpected_state', param: 'payment_intent' },
  });
  await advance(id, 'async_succeed');
  for (const [params, param] of [
    [{ amount: '5001' }, 'amount'],
    [{ amount: '0' }, 'amount'],
    [{ reason: 'weather' }, 'reason'],
    [{ colour: 'blue' }, 'colour'],
  ] as const)
    expect(await call('refunds', { payment_intent, ...params })).toMatchObject({
      http: 400,
      error: { param },
    });
  await send(`${fixture.url}/stripe/test/payments/${payment_intent}/dispute`);
  expect(await call('refunds', { payment_intent })).toMatchObject({
    http: 400,
    error: { code: 'charge_disputed' },
  });
});

test('a session goes its way once: steps that do not fit are rejected', async () => {
  const open = await call('checkout/sessions', payment);
  expect((await advance(open.id, 'complete', { email: 'ann' })).error?.message).toBe(
    'Invalid email address: ann',
  );
  expect(await advance(open.id, 'refund')).toMatchObject({
    message: expect.stringContaining('no step "refund"'),
  });
  await advance(open.id, 'complete');
  for (const step of ['async_succeed', 'async_fail'])
    expect((await advance(open.id, step)).error?.message).toMatch(/is not waiting for a delayed payment/);
  for (const step of ['complete', 'expire'])
    expect((await advance(open.id, step)).error?.message).toMatch(/has a status of complete/);
  expect((await advance('cs_none', 'complete')).error?.message).toBe("No such checkout.session: 'cs_none'");
});

test('a stored card is charged only for its own customer, and only off session', async () => {
  const stored = { 'payment_intent_data[setup_future_usage]': 'off_session', customer_creation: 'always' };
  const { id } = await call('checkout/sessions', { ...payment, ...stored });
  await advance(id, 'complete');
  const session = await call(`checkout/sessions/${id}`);
  const { payment_method } = await call(`payment_intents/${session.payment_intent}`);
  const charge = {
    amount: '5000',
    currency: 'usd',
    customer: session.customer,
    payment_method,
    confirm: 'true',
    off_session: 'true',
  };
  const refused = async (changes: Params) => (await call('payment_intents', { ...charge, ...changes })).error;
  expect(await refused({ amount: '49' })).toMatchObject({ param: 'amount' });
  expect(await refused({ customer: 'cus_other' })).toMatchObject({ param: 'payment_method' });
  expect(await refused({ payment_method: 'pm_none' })).toMatchObject({ code: 'resource_missing' });
  expect(await refused({ off_session: 'false' })).toMatchObject({
    message: expect.stringContaining('off_session'),
  });
  expect(await call('payment_intents', charge)).toMatchObject({ http: 200, amount_received: 5_000 });
  const card = `payment_methods/${payment_method}`;
  expect(await call(card)).toMatchObject({ customer: session.customer });
  expect(await call(`${card}/detach`, {})).toMatchObject({ http: 200, customer: null });
  expect((await call(`${card}/detach`, {})).error?.message).toContain('not attached to a customer');
  expect(await refused({})).toMatchObject({ param: 'payment_method' });
  expect((await call('payment_methods/pm_none')).error).toMatchObject({ code: 'resource_missing' });
});
