import { expect, test } from 'vitest';
import { acceptRequest, offerRequest } from './contract.server.ts';
import { offerState } from './offer.ts';

const parseAcceptRequest = acceptRequest.parse;
const parseOfferRequest = offerRequest.parse;

const now = new Date('2027-06-01T12:00:00Z');
const [earlier, later] = [new Date('2027-06-01T11:59:59Z'), new Date('2027-06-01T12:00:01Z')];
const offer = { withdrawnAt: null, expiresAt: later, booking: null };
const held = (hold_expires_at: Date, email = '') => ({ status: 'held' as const, hold_expires_at, email });

test.each([
  ['is open while its nights are free', {}, true, 'open'],
  ['is taken when its nights are gone', {}, false, 'taken'],
  ['is open while it holds its nights', { booking: held(later) }, true, 'open'],
  ['is taken when the nights that it holds were sold elsewhere', { booking: held(later) }, false, 'taken'],
  ['is taken when its hold is over and its nights are gone', { booking: held(earlier) }, false, 'taken'],
  ['ends at its time', { expiresAt: now }, true, 'expired'],
  ['ends although it holds its nights', { expiresAt: earlier, booking: held(later) }, true, 'expired'],
  [
    'stays open beyond its time for a guest who is paying',
    { expiresAt: earlier, booking: held(later, 'ann@example.com') },
    true,
    'open',
  ],
  [
    'is taken for a guest who is paying, too',
    { expiresAt: earlier, booking: held(later, 'ann@example.com') },
    false,
    'taken',
  ],
  ['is withdrawn', { withdrawnAt: earlier }, true, 'withdrawn'],
  [
    'is booked although it was withdrawn since',
    { withdrawnAt: earlier, booking: { ...held(earlier), status: 'confirmed' as const } },
    true,
    'booked',
  ],
  [
    'is booked also when the stay was cancelled',
    { booking: { ...held(earlier), status: 'cancelled' as const } },
    true,
    'booked',
  ],
])('an offer %s', (_, change, areNightsFree, state) => {
  expect(offerState({ ...offer, ...change }, areNightsFree, now)).toBe(state);
});

const request = {
  property: 'gulf-breeze',
  checkin: '2027-07-09',
  checkout: '2027-07-14',
  guests: 2,
  expiresAt: '2027-06-05T12:00:00-05:00',
};

test('an offer has its end as a moment, its note trimmed, and its address in canonical form', () => {
  expect(parseOfferRequest({ ...request, note: ' Welcome ', email: 'Ann@Example.com' })).toEqual({
    ...request,
    pets: 0,
    note: 'Welcome',
    email: 'ann@example.com',
    expiresAt: new Date('2027-06-05T17:00:00Z'),
  });
});

test.each([
  ['no end', { expiresAt: undefined }, 'expiresAt'],
  ['a day as its end', { expiresAt: '2027-06-05' }, 'expiresAt'],
  ['an end without a zone', { expiresAt: '2027-06-05T12:00:00' }, 'expiresAt'],
  ['an end that cannot be', { expiresAt: '2027-13-05T12:00:00Z' }, 'expiresAt'],
  ['an inquiry that is no id', { inquiryId: '7' }, 'inquiryId'],
  ['an address that is none', { email: 'nowhere' }, 'email'],
  ['nights held by a text', { holdNights: 'yes' }, 'holdNights'],
  ['a note that is no text', { note: 7 }, 'note'],
  ['a note above 2,000 characters', { note: 'x'.repeat(2001) }, 'note'],
  ['a price of nothing', { nightly_cents: 0 }, 'nightly_cents'],
  ['a promotion code', { promoCode: 'SUN' }, 'promoCode'],
])('an offer with %s is rejected', (_, change, field) => {
  expect(() => parseOfferRequest({ ...request, ...change })).toThrow(
    expect.objectContaining({ code: 'invalid', fields: { [field]: expect.any(String) } }),
  );
});

test('taking an offer needs no quote: its price is the offer’s', () => {
  const guest = {
    name: 'Ann Guest',
    email: 'ann@example.com',
    phone: '850 555 0100',
    plan: 'full',
    agreed: { houseRules: true, cancellation: true },
  };
  expect(parseAcceptRequest(guest)).not.toHaveProperty('quoteId');
  expect(() => parseAcceptRequest({ ...guest, quoteId: 'other' })).toThrow(
    expect.objectContaining({ code: 'invalid', fields: { quoteId: expect.any(String) } }),
  );
  expect(() => parseAcceptRequest({ ...guest, source: 'agent' })).toThrow(
    expect.objectContaining({ code: 'invalid', fields: { source: expect.any(String) } }),
  );
  expect(() => parseAcceptRequest(null)).toThrow(expect.objectContaining({ code: 'invalid' }));
});
