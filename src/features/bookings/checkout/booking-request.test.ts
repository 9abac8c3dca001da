import { expect, test } from 'vitest';
import { bookingRequest } from './contract.server.ts';

const parseBookingRequest = bookingRequest.parse;

const request = {
  quoteId: '018f6d3e-0000-7000-8000-000000000000',
  plan: 'full',
  name: ' Ann Guest ',
  email: 'Ann@Example.com',
  phone: '(850) 555-0100',
  agreed: { houseRules: true, cancellation: true },
};

test('a request has trimmed texts, the canonical address, and an empty note where none is sent', () => {
  expect(parseBookingRequest(request)).toEqual({
    ...request,
    name: 'Ann Guest',
    email: 'ann@example.com',
    note: '',
  });
});

test('a request opened by the link of an agent has that origin', () => {
  expect(parseBookingRequest({ ...request, source: 'agent' })).toMatchObject({ source: 'agent' });
  expect(parseBookingRequest(request)).not.toHaveProperty('source');
});

test.each([
  ['no quote', { quoteId: undefined }, 'quoteId'],
  ['a name of one letter', { name: ' A ' }, 'name'],
  ['a name above 200 characters', { name: 'x'.repeat(201) }, 'name'],
  ['an address without an at sign', { email: 'ann.example.com' }, 'email'],
  ['an address for a second recipient', { email: 'ann@example.com,bob@example.com' }, 'email'],
  ['a phone number of four digits', { phone: '1234' }, 'phone'],
  ['a phone number above 50 characters', { phone: '1'.repeat(51) }, 'phone'],
  ['an unknown plan', { plan: 'later' }, 'plan'],
  ['no agreement', { agreed: undefined }, 'agreed'],
  ['half an agreement', { agreed: { houseRules: true } }, 'agreed'],
  ['an agreement in words', { agreed: { houseRules: 'true', cancellation: 'true' } }, 'agreed'],
  ['an agreement to more', { agreed: { ...request.agreed, marketing: true } }, 'agreed'],
  ['a note that is no text', { note: 5 }, 'note'],
  ['a note above 2,000 characters', { note: 'x'.repeat(2001) }, 'note'],
  ['a note that cannot be stored', { note: '\ud83d' }, 'note'],
  ['a source that only hosts have', { source: 'hosts' }, 'source'],
  ['a source that is none', { source: null }, 'source'],
  ['an unknown field', { total: 1 }, 'total'],
])('a request with %s is rejected', (_, change, field) => {
  expect(() => parseBookingRequest({ ...request, ...change })).toThrow(
    expect.objectContaining({ code: 'invalid', fields: { [field]: expect.any(String) } }),
  );
});

test('the name of an unknown field is shortened before it is named', () => {
  expect(() => parseBookingRequest({ ...request, ['x'.repeat(500)]: 1 })).toThrow(
    expect.objectContaining({ fields: { ['x'.repeat(60)]: 'There is no such field' } }),
  );
});
