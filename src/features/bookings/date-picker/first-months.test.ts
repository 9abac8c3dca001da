import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addDays } from '../../../shared/nights.ts';
import { loadFirstMonths } from './first-months.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-11-20T17:00:00Z') }));
afterEach(() => void vi.useRealTimers());

/** An API in which a home is free from a day on, for stays of three nights at least. */
const freeFrom =
  (firstFree: Record<string, string>): typeof fetch =>
  async (input) => {
    const { pathname, searchParams } = new URL(String(input), 'http://localhost');
    const slug = pathname.split('/')[3] ?? '';
    const [from, to] = ['from', 'to'].map((name) => searchParams.get(name) ?? '');
    const days = [];
    for (let date = from ?? ''; date < (to ?? ''); date = addDays(date, 1)) {
      const isFree = date >= (firstFree[slug] ?? '9999-12-31');
      days.push({ date, isFree, canArrive: isFree, canDepart: true, minNights: 3, price: 20_000 });
    }
    return Response.json({ currency: 'usd', days, calendarsCheckedAt: '2027-11-20T16:00:00Z' });
  };

const span = async (firstFree: Record<string, string>, checkin?: string) => {
  const calendar = await loadFirstMonths(Object.keys(firstFree), checkin, freeFrom(firstFree));
  return [calendar?.days[0]?.date, calendar?.days.at(-1)?.date];
};

test('a calendar opens with the two months of the first stay that any of its homes sells', async () => {
  expect(await span({ late: '2028-05-30', early: '2028-03-31' })).toEqual(['2028-03-01', '2028-04-30']);
});

test('a calendar without a stay to sell opens with this month, one with a check-in with its month', async () => {
  expect(await span({ never: '9999-12-31' })).toEqual(['2027-11-01', '2027-12-31']);
  expect(await span({ early: '2028-03-31' }, '2028-08-10')).toEqual(['2028-08-01', '2028-09-30']);
});
