import { gzipSync } from 'node:zlib';
import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openShopForFile, signed } from '../../../test/shop.ts';

let sessionId: string;
let event: Stripe.Event;
const shop = await openShopForFile();
beforeEach(async () => {
  sessionId = await shop.pay();
  event = (await shop.events()).at(-1) as Stripe.Event;
});

afterEach(() => vi.useRealTimers());

const purchases = async () => (await shop.purchases()).filter((row) => row.stripe_session_id === sessionId);
const send = (body: BodyInit, headers: Record<string, string>) =>
  shop.request('POST', '/api/webhooks/stripe', { body, headers });

async function expectRejected(response: Response): Promise<void> {
  expect(response.status).toBe(400);
  expect(await purchases()).toEqual([]);
  const seen = await shop.platform.db.selectFrom('webhook_events').select('id').execute();
  expect(seen.map(({ id }) => id)).not.toContain(event.id);
}

test('an event signed with another key is rejected', async () => {
  const body = JSON.stringify(event);
  await expectRejected(await send(body, signed(shop.stripe, body, { secret: 'whsec_guessed' })));
});

test('an event with an altered byte is rejected', async () => {
  const body = JSON.stringify(event);
  await expectRejected(
    await send(body.replace('"livemode":false', '"livemode":true '), signed(shop.stripe, body)),
  );
});

test('an event 301 seconds old is rejected, one of 299 is not', async () => {
  const body = JSON.stringify(event);
  // No second passes between the signature and its check.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  await expectRejected(await send(body, signed(shop.stripe, body, { secondsAgo: 301 })));
  expect((await send(body, signed(shop.stripe, body, { secondsAgo: 299 }))).status).toBe(200);
});

test('the same JSON in another spelling is rejected', async () => {
  await expectRejected(
    await send(JSON.stringify(event, null, 2), signed(shop.stripe, JSON.stringify(event))),
  );
});

test('a compressed event is rejected', async () => {
  const body = JSON.stringify(event);
  await expectRejected(
    await send(gzipSync(body), { ...signed(shop.stripe, body), 'Content-Encoding': 'gzip' }),
  );
});

test('a body of 2 MB is rejected, even correctly signed', async () => {
  const body = JSON.stringify({ ...event, padding: 'x'.repeat(2_000_000) });
  await expectRejected(await send(body, signed(shop.stripe, body)));
});

test.each(['', 't=1', 'v1=abc', 't=now,v1=abc', 'nonsense'])(
  'the signature %j is rejected',
  async (signature) => {
    await expectRejected(await send(JSON.stringify(event), { 'Stripe-Signature': signature }));
  },
);

test('an event without a signature is rejected, and so is one with two wrong ones', async () => {
  const body = JSON.stringify(event);
  await expectRejected(await send(body, {}));
  const [time] = (signed(shop.stripe, body)['Stripe-Signature'] ?? '').split(',');
  const wrong = `v1=${'a'.repeat(64)}`;
  await expectRejected(await send(body, { 'Stripe-Signature': `${time},${wrong},${wrong}` }));
});

test('signed text that is not JSON is rejected', async () => {
  await expectRejected(await send('not json', signed(shop.stripe, 'not json')));
});

test('during a key rotation one correct signature of two is enough', async () => {
  const body = JSON.stringify(event);
  const header = `${signed(shop.stripe, body)['Stripe-Signature']},v1=${'a'.repeat(64)}`;
  expect((await send(body, { 'Stripe-Signature': header })).status).toBe(200);
});

test('the object of an event is not trusted: the provider is called', async () => {
  const open = await shop.open();
  const lie = {
    ...event,
    id: 'evt_lie',
    data: { object: { ...event.data.object, id: open, payment_status: 'paid' } },
  };
  expect((await shop.deliver(lie)).status).toBe(200);
  expect((await shop.purchases()).map((row) => row.stripe_session_id)).not.toContain(open);
});

test('an event of another shop or of another type is accepted and changes nothing', async () => {
  const other = await shop.payAnotherShop();
  const foreign = (await shop.events()).at(-1);
  expect((await shop.deliver(foreign ?? {})).status).toBe(200);
  expect((await shop.deliver({ ...event, id: 'evt_2', type: 'payout.paid' })).status).toBe(200);
  expect((await shop.purchases()).map((row) => row.stripe_session_id)).not.toContain(other);
  expect(await purchases()).toEqual([]);
});

test('an event seen before gets 200 without a call to the provider', async () => {
  expect((await shop.deliver(event)).status).toBe(200);
  await shop.faults({ apiStatus: 500 });
  expect((await shop.deliver(event)).status).toBe(200);
  await shop.faults({ apiStatus: null });
  expect(await purchases()).toHaveLength(1);
});

test('a session at another price than ours never becomes a purchase', async () => {
  await shop.platform.db
    .updateTable('checkouts')
    .set({ unit_amount_cents: 999_999 })
    .where('stripe_session_id', '=', sessionId)
    .execute();
  expect((await shop.deliver(event)).status).toBe(200);
  expect(await purchases()).toEqual([]);
  expect((await shop.detail(sessionId)).status).toBe(404);
});
