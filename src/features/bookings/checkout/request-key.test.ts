import { expect, test } from 'vitest';
import type { BookingRequest } from './contract.server.ts';
import { requestKey } from './request-key.ts';

const request: BookingRequest = {
  quoteId: '0190c2a4-0000-7000-8000-000000000001',
  name: 'Ada Guest',
  email: 'ada@example.com',
  phone: '8505550142',
  plan: 'full',
  agreed: { houseRules: true, cancellation: true },
};

test('the same details have the same key, corrected ones another', () => {
  expect(requestKey({ ...request })).toBe(requestKey(request));
  expect(requestKey({ ...request, email: 'ada@example.org' })).not.toBe(requestKey(request));
  expect(requestKey({ ...request, quoteId: 'other' })).not.toBe(requestKey(request));
  expect(requestKey(request)).toMatch(/^[\w-]{8,255}$/);
});
