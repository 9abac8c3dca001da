import { afterAll, expect, test } from 'vitest';
import { basket, openFixture, send, stripeClient } from './test-fixture.ts';

const fixture = await openFixture();
afterAll(() => fixture.close());
const stripe = stripeClient(fixture.url);

test('a call with apiFailAfterEffect gets 500, also when its key is repeated, and has taken effect once', async () => {
  const params = basket(fixture.appUrl);
  const create = () => stripe.checkout.sessions.create(params, { idempotencyKey: 'k1' });
  await send(`${fixture.url}/stripe/switches`, { apiFailAfterEffect: true });
  await expect(create()).rejects.toMatchObject({ statusCode: 500 });
  await send(`${fixture.url}/stripe/switches`, undefined, 'DELETE');
  await expect(create()).rejects.toMatchObject({ statusCode: 500 });
  expect((await stripe.checkout.sessions.list()).data).toHaveLength(1);
});

test('the payments of a customer are listed, without those of others', async () => {
  const session = await stripe.checkout.sessions.create({
    ...basket(fixture.appUrl),
    customer_creation: 'always',
    payment_intent_data: { setup_future_usage: 'off_session' },
  });
  const other = await stripe.checkout.sessions.create(basket(fixture.appUrl));
  for (const { id } of [session, other])
    await send(`${fixture.url}/stripe/test/sessions/${id}/complete`, { email: 'ann@example.com' });
  const paid = await stripe.checkout.sessions.retrieve(session.id);
  const { data } = await stripe.paymentIntents.list({ customer: String(paid.customer) });
  expect(data.map(({ id }) => id)).toEqual([paid.payment_intent]);
});
