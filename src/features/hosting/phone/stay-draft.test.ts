import { expect, test } from 'vitest';
import { parseAmount, toAmountText } from '../../../shared/amount.ts';
import { isNightlyValid, readInquiry, toDraft, toStay } from './stay-draft.ts';

const typed = { property: 'the-beachcomber', checkin: '2027-07-09', checkout: '2027-07-14', guests: '4' };

test('a stay is priced once home, dates and party are there', () => {
  expect(toStay(toDraft(typed))).toEqual({ ...typed, guests: 4, pets: 0 });
  for (const missing of [
    { property: '' },
    { checkin: '2027-02-30' },
    { checkout: '' },
    { guests: '0' },
    { guests: '2.5' },
    { pets: '-1' },
    { nightly: 'a lot' },
  ])
    expect(toStay({ ...toDraft(typed), ...missing }), JSON.stringify(missing)).toBeNull();
});

test('a nightly price is typed in dollars and sent in cents, a code without its blanks', () => {
  expect(toStay(toDraft({ ...typed, nightly: '$180.5', promoCode: ' BEACH ' }))).toMatchObject({
    nightly_cents: 18_050,
    promoCode: 'BEACH',
  });
  expect(isNightlyValid(toDraft({ nightly: '0' }))).toBe(false);
  expect(isNightlyValid(toDraft({ nightly: ' ' }))).toBe(true);
});

test('an inquiry fills in its home by its title, its dates and its guests', () => {
  const homes = [{ slug: 'gulf-breeze', title: 'Gulf Breeze' }];
  const row = {
    name: 'Ann',
    email: 'ann@guests.example',
    property_title: 'Gulf Breeze',
    guests: 5,
    check_in: '2027-07-09',
    check_out: '2027-07-14T00:00:00.000Z',
  };
  const { draft, ...who } = readInquiry(row, homes);
  expect(who).toEqual({ name: 'Ann', email: 'ann@guests.example' });
  expect(toStay(toDraft(draft))).toEqual({
    property: 'gulf-breeze',
    checkin: '2027-07-09',
    checkout: '2027-07-14',
    guests: 5,
    pets: 0,
  });
  expect(toDraft(readInquiry({ property_title: 'Any home' }, homes).draft)).toMatchObject({
    property: '',
    guests: '2',
  });
});

test.each([
  ['1,131.20', 113_120],
  ['$50', 5_000],
  ['50.5', 5_050],
  ['5.123', null],
  ['-5', null],
  ['', null],
])('%s dollars are %s cents', (text, cents) => {
  expect(parseAmount(text)).toBe(cents);
  if (cents !== null) expect(parseAmount(toAmountText(cents))).toBe(cents);
});
