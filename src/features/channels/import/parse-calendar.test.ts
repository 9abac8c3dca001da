import { expect, test } from 'vitest';
import { FeedError } from '../feed.ts';
import { toCalendarTime } from './calendar-text.ts';
import { mergeNights } from './night-ranges.ts';
import { eventNights } from './parse-calendar.ts';

const day = (date: number, hour = 0) => new Temporal.PlainDateTime(2027, 7, date, hour);
const times = {
  zone: 'America/Chicago',
  isDate: false,
  isUtc: false,
  hasEnd: true,
  endIsLastNight: false,
};
const dates = { ...times, isDate: true };

test.each([
  [
    'dates end with the day of check-out',
    { ...dates, start: day(9), end: day(14) },
    '2027-07-09',
    '2027-07-14',
  ],
  [
    'a channel that names the last night closes it',
    { ...dates, endIsLastNight: true, start: day(9), end: day(13) },
    '2027-07-09',
    '2027-07-14',
  ],
  [
    'an event without an end is one night',
    { ...dates, start: day(9), end: day(9) },
    '2027-07-09',
    '2027-07-10',
  ],
  [
    'a morning check-out frees its night',
    { ...times, start: day(9, 16), end: day(14, 10) },
    '2027-07-09',
    '2027-07-14',
  ],
  [
    'an end in the hour before the check-in is a check-out',
    { ...times, start: day(9, 18), end: day(14, 17) },
    '2027-07-09',
    '2027-07-14',
  ],
  [
    'an end at the hour of the check-in closes that night',
    { ...times, start: day(9, 17), end: day(14, 17) },
    '2027-07-09',
    '2027-07-15',
  ],
  [
    'midnights are whole days, also of another zone',
    { ...times, zone: 'Asia/Tokyo', start: day(9), end: day(14) },
    '2027-07-09',
    '2027-07-14',
  ],
  [
    'an end in the evening closes that night',
    { ...times, start: day(9, 16), end: day(14, 18) },
    '2027-07-09',
    '2027-07-15',
  ],
  [
    'an end at six in the evening closes that night, also where check-in is later',
    { ...times, start: day(9, 20), end: day(14, 18) },
    '2027-07-09',
    '2027-07-15',
  ],
  [
    'an hour in the afternoon is one night',
    { ...times, start: day(9, 13), end: day(9, 14) },
    '2027-07-09',
    '2027-07-10',
  ],
  [
    'an end before the start closes both and what lies between',
    { ...dates, start: day(14), end: day(9) },
    '2027-07-09',
    '2027-07-15',
  ],
])('%s', (_, event, checkin, checkout) => {
  expect(eventNights(event)).toEqual({ checkin, checkout });
});

test.each([
  ['20270709', true, '20270709'],
  ['2027-07-09', true, '20270709'],
  ['20270709T160000Z', false, '20270709T160000Z'],
  ['2027-07-09t16:00:00z', false, '20270709T160000Z'],
  ['2027-07-09T16:00', false, '20270709T160000'],
  ['20270709T160000', true, '20270709'],
  ['18991231', true, '18991231'],
  ['2027-07-09 16:00:00.5+02:00', false, '20270709T140000Z'],
  ['20270709T240000', false, '20270710T000000'],
  ['20270709 in the evening', false, '20270709'],
])('%s is read in any form', (value, isDate, time) => {
  expect(toCalendarTime(value, isDate)).toBe(time);
});

test.each(['20270230', '20271301', '2027', '', 'tomorrow', '20270709T250000'])(
  '%j is no date of a calendar',
  (value) => {
    expect(() => toCalendarTime(value, true)).toThrow(FeedError);
  },
);

test('nights that overlap or touch become one span; others stay apart, in order', () => {
  const span = (checkin: number, checkout: number) => ({
    checkin: `2027-07-${String(checkin).padStart(2, '0')}`,
    checkout: `2027-07-${String(checkout).padStart(2, '0')}`,
  });
  expect(mergeNights([span(9, 12), span(1, 3), span(10, 11), span(12, 14), span(20, 21)])).toEqual([
    span(1, 3),
    span(9, 14),
    span(20, 21),
  ]);
  expect(mergeNights([])).toEqual([]);
});
