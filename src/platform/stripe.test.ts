import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { apiVersion, createStripe } from './stripe.server.ts';

test('the provider is called in the version that the code names, not in the package’s own', async () => {
  const stripe = await createStripe('sk_test_1', 'http://localhost:1')();
  expect(stripe.getApiField('version')).toBe(apiVersion);
});

test('the version that the code names is the one that the installed library is made for', () => {
  expect(new Stripe('sk_test_1').getApiField('version')).toBe(apiVersion);
});
