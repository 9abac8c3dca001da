import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basket, type Fixture, openFixture, send, stripeClient, submit } from './test-fixture.ts';

let fixture: Fixture;
let stripe: Stripe;
beforeAll(async () => {
  fixture = await openFixture();
  stripe = stripeClient(fixture.url);
});
afterAll(() => fixture.close());

async function opened(changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const { id, url } = await stripe.checkout.sessions.create({ ...basket(fixture.appUrl), ...changes });
  return { id, url: url ?? '', success: `${fixture.appUrl}/checkout/success?sessionId=${id}` };
}

const status = async (id: string) => (await stripe.checkout.sessions.retrieve(id)).status;

test('the page shows what is bought, the way back and that it is not real, and may not be framed', async () => {
  const { url } = await opened({ customer_email: 'ann@example.com' });
  const response = await fetch(url);
  const text = await response.text();
  for (const part of [
    '$251.00',
    'Beach week × 2',
    'value="ann@example.com"',
    '>Pay</button>',
    '>Back</a>',
    '/checkout/cancel"',
    'No real money',
  ]) {
    expect(text).toContain(part);
  }
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

test('a good card pays and leads to the success address, also when the button is pressed twice', async () => {
  const { id, url, success } = await opened();
  for (const press of [1, 2]) {
    const response = await submit(`${url}/pay`, {
      email: 'ann@example.com',
      name: 'Ann',
      card: '4242 4242 4242 4242',
    });
    expect([press, response.status, response.headers.get('location')]).toEqual([press, 303, success]);
  }
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
    payment_status: 'paid',
    customer_details: { name: 'Ann' },
  });
});

test('a declined card stays on the page and keeps what was typed', async () => {
  const { id, url } = await opened();
  const response = await submit(`${url}/pay`, {
    email: 'ann@example.com',
    name: '<Ann>',
    card: '4000000000000002',
  });
  const text = await response.text();
  expect(text).toContain('Your card was declined.');
  expect(text).toContain('value="ann@example.com"');
  expect(text).toContain('value="&lt;Ann&gt;"');
  expect(await status(id)).toBe('open');
});

test('without an e-mail address nothing is paid', async () => {
  const { id, url } = await opened();
  expect(await (await submit(`${url}/pay`, { email: '', card: '4242424242424242' })).text()).toContain(
    'Enter your email address.',
  );
  expect(await status(id)).toBe('open');
});

test('a card that asks for authentication pays only after that step', async () => {
  const { id, url, success } = await opened();
  const first = await submit(`${url}/pay`, { email: 'ann@example.com', card: '4000002500003155' });
  expect([first.status, await status(id)]).toEqual([303, 'open']);
  const step = `${fixture.url}${first.headers.get('location')}`;
  expect(await (await fetch(step)).text()).toContain('>Complete authentication</button>');
  expect(await (await submit(step, { outcome: 'fail' })).text()).toContain(
    'We are unable to authenticate your payment method.',
  );
  expect(await status(id)).toBe('open');
  const done = await submit(step, { outcome: 'complete' });
  expect([done.status, done.headers.get('location'), await status(id)]).toEqual([303, success, 'complete']);
});

test('a session that is over shows a plain page and takes no payment', async () => {
  const { id, url } = await opened();
  await send(`${fixture.url}/stripe/test/sessions/${id}/expire`);
  expect(await (await fetch(url)).text()).toContain('no longer available');
  expect((await submit(`${url}/pay`, { email: 'ann@example.com', card: '4242424242424242' })).status).toBe(
    200,
  );
  expect(await status(id)).toBe('expired');
  expect((await fetch(`${fixture.url}/stripe/pay/cs_test_nope`)).status).toBe(404);
});
