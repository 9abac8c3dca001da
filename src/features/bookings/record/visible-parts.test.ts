import { expect, test } from 'vitest';
import type { BookingStatus } from '../../../db/schema/bookings.ts';
import { type StayPart, visibleParts } from './visible-parts.server.ts';

const stay = { checkin: '2027-07-09', checkout: '2027-07-14' };
const seen = (
  visitor: 'guest' | 'companion',
  day: string,
  status: BookingStatus = 'confirmed',
): ReadonlySet<StayPart> =>
  visibleParts({ visitor, stay: { ...stay, status } }, new Date(`${day}T17:00:00Z`));
const access: StayPart[] = ['arrivalGuide', 'address', 'accessNotes', 'accessCode', 'wifi'];

test('a companion sees dates, rules and guide, and how to get in while it is shown; never money, messages or a contact', () => {
  const before = ['dates', 'partySize', 'names', 'houseRules', 'publicGuide', 'bookedGuide'];
  expect([...seen('companion', '2027-07-01')]).toEqual(before);
  expect([...seen('companion', '2027-07-06')].sort()).toEqual([...before, ...access].sort());
  expect([...seen('companion', '2027-07-14')].sort()).toEqual([...before, ...access].sort());
});

test('a companion sees nothing from the day after the check-out, nor of a stay that is not confirmed', () => {
  expect([...seen('companion', '2027-07-15')]).toEqual([]);
  for (const status of ['held', 'requested', 'cancelled', 'expired'] as const)
    expect([...seen('companion', '2027-07-10', status)]).toEqual([]);
});

test('a guest sees money and messages at any time, and how to get in only while it is shown', () => {
  for (const day of ['2027-07-01', '2027-07-15']) {
    const parts = seen('guest', day);
    expect([parts.has('money'), parts.has('messages'), parts.has('bookedGuide')]).toEqual([true, true, true]);
    for (const part of access) expect(parts.has(part)).toBe(false);
  }
  for (const part of access) expect(seen('guest', '2027-07-10').has(part)).toBe(true);
  expect(seen('guest', '2027-07-10').has('checkList')).toBe(false);
});

test('a cleaner sees how to get in on the days on which guests leave and come, and never who they are', () => {
  const on = (day: string) =>
    visibleParts(
      { visitor: 'cleaner', turnover: { departsOn: '2027-07-14', arrivesOn: '2027-07-16' } },
      new Date(`${day}T17:00:00Z`),
    );
  const always = ['dates', 'partySize', 'address', 'checkList'];
  expect([...on('2027-07-13')]).toEqual(always);
  expect([...on('2027-07-15')]).toEqual(always);
  for (const day of ['2027-07-14', '2027-07-16'])
    expect([...on(day)].sort()).toEqual([...always, 'accessNotes'].sort());
});
