import { Resolver } from 'node:dns/promises';
import { afterAll, expect, test } from 'vitest';
import { basket, openFixture, stripeClient } from './test-fixture.ts';

const fixture = await openFixture();
afterAll(() => fixture.close());
const stripe = stripeClient(fixture.url);

const put = async (path: string, json: unknown) => {
  const response = await fetch(fixture.url + path, {
    method: 'PUT',
    body: JSON.stringify(json),
    headers: { 'Content-Type': 'application/json' },
  });
  return { status: response.status, ...((await response.json()) as object) };
};

test('the account begins in test mode, and its switches change it', async () => {
  const first = { livemode: false, charges_enabled: true, payouts_enabled: true };
  expect(await stripe.accounts.retrieveCurrent()).toMatchObject(first);
  expect(await put('/stripe/test/account', { livemode: true, payouts_enabled: false })).toMatchObject({
    status: 200,
  });
  expect(await stripe.accounts.retrieveCurrent()).toMatchObject({
    livemode: true,
    charges_enabled: true,
    payouts_enabled: false,
  });
  expect((await put('/stripe/test/account', { other: true })).status).toBe(400);
  expect((await put('/stripe/test/account', { livemode: 1 })).status).toBe(400);
});

test('there is no webhook endpoint until one is set', async () => {
  expect((await stripe.webhookEndpoints.list()).data).toEqual([]);
  const endpoint = { url: 'https://a.example/api/webhooks/stripe', enabled_events: ['*'], status: 'enabled' };
  expect((await put('/stripe/test/webhook_endpoints', [endpoint])).status).toBe(200);
  expect((await stripe.webhookEndpoints.list()).data).toMatchObject([endpoint]);
  expect((await put('/stripe/test/webhook_endpoints', { url: 'x' })).status).toBe(400);
});

test('a page cannot be expired while the switch rejects it', async () => {
  const { id } = await stripe.checkout.sessions.create(basket(fixture.appUrl));
  await put('/stripe/test/expire', { refuse: true });
  await expect(stripe.checkout.sessions.expire(id)).rejects.toThrow(/cannot be expired/);
  await put('/stripe/test/expire', { refuse: false });
  expect((await stripe.checkout.sessions.expire(id)).status).toBe('expired');
  expect((await put('/stripe/test/expire', { refuse: 'yes' })).status).toBe(400);
});

test('names have the TXT records that were set, and no others', async () => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  resolver.setServers([fixture.dnsServer]);
  await expect(resolver.resolveTxt('beach.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  const long = `v=spf1 ${'include:a.example '.repeat(30)}-all`;
  expect((await put('/dns/Beach.example', { txt: [long, 'other'] })).status).toBe(200);
  expect((await resolver.resolveTxt('beach.example')).map((parts) => parts.join(''))).toEqual([
    long,
    'other',
  ]);
  await fetch(`${fixture.url}/dns/beach.example`, { method: 'DELETE' });
  await expect(resolver.resolveTxt('beach.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  expect((await put('/dns/beach.example', { txt: 'x' })).status).toBe(400);
});
