import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MonthTables, startOfMonth, weeksOfMonth } from './month-tables.tsx';

test.each([
  ['2027-07-19', 0, '2027-07-01'],
  ['2027-12-31', 1, '2028-01-01'],
  ['2027-01-15', 12, '2028-01-01'],
])('the month of %s, %i later, begins on %s', (date, later, first) => {
  expect(startOfMonth(date, later)).toBe(first);
});

test('weeks begin on Sundays and hold only the days of their month', () => {
  const weeks = weeksOfMonth('2027-08-01');
  expect(weeks).toHaveLength(5);
  expect(weeks[0]).toEqual([1, 2, 3, 4, 5, 6, 7].map((day) => `2027-08-0${day}`));
  expect(weeks[4]).toEqual(['2027-08-29', '2027-08-30', '2027-08-31', null, null, null, null]);
  expect(weeksOfMonth('2027-07-01')[0]).toEqual([
    null,
    null,
    null,
    null,
    '2027-07-01',
    '2027-07-02',
    '2027-07-03',
  ]);
});

test('the server draws months with prices, and says of each day what it is', () => {
  const day = { canArrive: true, canDepart: true, minNights: 2, price: 20_900 };
  const calendar = {
    timeZone: 'America/Chicago',
    currency: 'usd',
    calendarsCheckedAt: null,
    days: [
      { date: '2027-07-01', isFree: true, ...day },
      { date: '2027-07-02', isFree: false, ...day, canArrive: false, why: 'booked' as const },
    ],
  };
  const html = renderToStaticMarkup(<MonthTables calendar={calendar} months={2} stay={null} />);
  const text = html.replace(/<[^>]*>/g, '');
  expect(html.match(/<table/g)).toHaveLength(2);
  expect(text).toContain('July 2027');
  expect(text).toContain('July 1, 2027, $209 a night');
  expect(text).toContain('July 2, 2027, booked, check-out only');
  expect(html).not.toContain('style=');
});

test('the server marks the nights of a stay that can be had', () => {
  const day = { isFree: true, canArrive: true, canDepart: true, minNights: 2, price: 20_900 };
  const days = ['2027-07-01', '2027-07-02', '2027-07-03', '2027-07-04'].map((date) => ({ date, ...day }));
  const calendar = { timeZone: 'America/Chicago', currency: 'usd', calendarsCheckedAt: null, days };
  const textWith = (checkout: string) =>
    renderToStaticMarkup(
      <MonthTables calendar={calendar} months={1} stay={{ checkin: '2027-07-01', checkout }} />,
    ).replace(/<[^>]*>/g, '');
  expect(textWith('2027-07-03').match(/July \d, 2027, \$209 a night, chosen/g)).toHaveLength(3);
  expect(textWith('2027-07-02')).not.toContain('chosen');
});
