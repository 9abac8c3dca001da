import { describe, expect, test } from 'vitest';
import { addDays } from '../../../shared/nights.ts';
import { describeSegment, isConflict, shortPrice, toEntries, toSegments } from './entries.ts';
import type { CalendarProperty, HostDay } from './host-calendar.ts';
import { bookingsIn, clampNight, describeSelection, toSpan } from './selection.ts';

const day = (date: string, more: Partial<HostDay> = {}): HostDay => ({
  date,
  isFree: true,
  canArrive: true,
  canDepart: true,
  minNights: 1,
  price: 20_000,
  arrivalDays: [],
  season: null,
  ...more,
});

const days = Array.from({ length: 10 }, (_, index) => day(addDays('2027-07-01', index)));

const property: CalendarProperty = {
  id: 'p',
  slug: 'gull',
  title: 'Gull',
  isListed: true,
  bookingMode: 'instant',
  days,
  bookings: [
    {
      code: '7K3M9PQR',
      status: 'confirmed',
      name: 'Ann Lee',
      guests: 2,
      checkin: '2027-06-28',
      checkout: '2027-07-04',
      holdExpiresAt: null,
    },
    {
      code: 'H0LD0000',
      status: 'held',
      name: 'Bo',
      guests: 1,
      checkin: '2027-07-06',
      checkout: '2027-07-07',
      holdExpiresAt: '2027-05-01T17:30:00.000Z',
    },
  ],
  blocks: [{ id: 'b', first_night: '2027-07-06', last_night: '2027-07-08', note: 'Painting' }],
  feedEvents: [
    {
      id: 'f',
      kind: 'reservation',
      channel: 'booking_com',
      feed: '',
      checkin: '2027-07-03',
      checkout: '2027-07-05',
    },
  ],
};

describe('a row of the calendar', () => {
  const segments = toSegments(days, toEntries(property));

  test('is cut into bars and free nights, the stronger entry above the weaker', () => {
    expect(segments.map(({ first, length, entry }) => [first.slice(8), length, entry?.text])).toEqual([
      ['01', 3, 'Ann Lee · 7K3M9PQR'],
      ['04', 1, 'Booking.com'],
      ['05', 1, undefined],
      ['06', 1, 'Hold: Bo · H0LD0000'],
      ['07', 2, 'Closed: Painting'],
      ['09', 1, undefined],
      ['10', 1, undefined],
    ]);
    expect(segments.reduce((sum, { length }) => sum + length, 0)).toBe(days.length);
  });

  test('marks a booking under another channel’s reservation as a conflict, and reads both out', () => {
    expect(segments.map(isConflict)).toEqual([true, ...Array(6).fill(false)]);
    expect(segments[0] && describeSegment(segments[0], 'usd')).toBe(
      'Booking: Ann Lee · 7K3M9PQR, 2 guests, June 28, 2027 to July 4, 2027. Also: Reservation on Booking.com, July 3, 2027 to July 5, 2027. Conflict!',
    );
    expect(segments[3] && describeSegment(segments[3], 'usd')).toBe(
      'Hold: Bo · H0LD0000, 1 guest, July 6, 2027 to July 7, 2027, until May 1, 2027, 12:30 PM CDT. Also: Closed: Painting, July 6, 2027 to July 8, 2027',
    );
  });

  test.each([
    [day('2027-07-05'), 'July 5, 2027, free, $200'],
    [day('2027-07-05', { minNights: 3, season: 'Summer' }), 'July 5, 2027, free, $200 3+ nights, Summer'],
    [day('2027-07-05', { isFree: false, why: 'turnover' }), 'July 5, 2027, kept free between stays, $200'],
    [day('2027-07-05', { isFree: false, why: 'not_open', price: 0 }), 'July 5, 2027, not sold by the night'],
  ])('reads a night without an entry out', (one, text) => {
    const [segment] = toSegments([one], []);
    expect(segment && describeSegment(segment, 'usd')).toBe(text);
  });
});

test('shortPrice leaves cents out where there are none', () => {
  expect([20_000, 19_950].map((cents) => shortPrice(cents, 'usd'))).toEqual(['$200', '$199.50']);
});

describe('a selection', () => {
  test('is the same nights whichever end it began at', () => {
    const span = { first: '2027-07-05', last: '2027-07-07' };
    expect(toSpan({ slug: 'gull', anchor: '2027-07-05', end: '2027-07-07' })).toEqual(span);
    expect(toSpan({ slug: 'gull', anchor: '2027-07-07', end: '2027-07-05' })).toEqual(span);
  });

  test('names its nights and prices, and the bookings that cannot be closed over', () => {
    const dear = { ...property, days: [...days.slice(0, 5), day('2027-07-06', { price: 31_000 })] };
    const one = { first: '2027-07-05', last: '2027-07-05' };
    const two = { first: '2027-07-05', last: '2027-07-06' };
    expect(describeSelection(dear, one, 'usd')).toBe('July 5, 2027: 1 night, $200.00');
    expect(describeSelection(dear, two, 'usd')).toBe(
      'July 5, 2027 to July 6, 2027: 2 nights, $200.00 to $310.00',
    );
    expect(bookingsIn(property, one)).toEqual([]);
    expect(bookingsIn(property, two).map(({ code }) => code)).toEqual(['H0LD0000']);
    // The night of departure is free.
    expect(bookingsIn(property, { first: '2027-07-04', last: '2027-07-05' })).toEqual([]);
  });

  test('stays within the days that are shown', () => {
    const clamp = (night: string) => clampNight(night, '2027-07-01', '2027-07-10');
    expect(['2027-06-30', '2027-07-05', '2027-07-11'].map(clamp)).toEqual([
      '2027-07-01',
      '2027-07-05',
      '2027-07-10',
    ]);
  });
});
