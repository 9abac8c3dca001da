import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addDays } from '../../../shared/nights.ts';
import { loadFirstMonths, loadMonthsAndPrice } from './first-months.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-11-20T17:00:00Z') }));
afterEach(() => void vi.useRealTimers());

/** An API in which a home is free from a day on, for stays of three nights at least where nothing else is given. */
const freeFrom =
  (firstFree: Record<string, string>, minNights: Record<string, number> = {}): typeof fetch =>
  async (input) => {
    const { pathname, searchParams } = new URL(String(input), 'http://localhost');
    const slug = pathname.split('/')[3] ?? '';
    const [from, to] = ['from', 'to'].map((name) => searchParams.get(name) ?? '');
    const days = [];
    for (let date = from ?? ''; date < (to ?? ''); date = addDays(date, 1)) {
      const isFree = date >= (firstFree[slug] ?? '9999-12-31');
      days.push({
        date,
        isFree,
        canArrive: isFree,
        canDepart: true,
        minNights: minNights[slug] ?? 3,
        price: 20_000,
      });
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

test('only near months are read if they contain the first stay', async () => {
  const reads: string[] = [];
  const api = freeFrom({ early: '2027-12-05' });
  const fetch: typeof globalThis.fetch = async (input) => {
    reads.push(new URL(String(input), 'http://localhost').searchParams.get('to') ?? '');
    return api(input);
  };
  const calendar = await loadFirstMonths(['early'], undefined, fetch);
  expect(calendar?.days.map(({ date }) => date).filter((date) => date.endsWith('-01'))).toEqual([
    '2027-12-01',
    '2028-01-01',
  ]);
  expect(reads).toEqual(['2028-02-01']);
});

test('a first stay in the last of the near months brings the month after it', async () => {
  expect(await span({ early: '2028-01-20' })).toEqual(['2028-01-01', '2028-02-29']);
});

test('a stay that begins earlier than another and ends beyond the near months opens the calendar', async () => {
  const openAt = { first: '2027-11-25', other: '2028-01-10' };
  const minNights = { first: 90, other: 3 };
  const calendar = await loadFirstMonths(Object.keys(openAt), undefined, freeFrom(openAt, minNights));
  expect(calendar?.days[0]?.date).toBe('2027-11-01');
});

test('a home is read once for its months and its lowest price', async () => {
  let reads = 0;
  const api = freeFrom({ home: '2028-06-10' });
  const fetch: typeof globalThis.fetch = async (input) => {
    reads += 1;
    return api(input);
  };
  const { calendar, lowestPrice } = await loadMonthsAndPrice('home', undefined, fetch);
  expect([calendar?.days[0]?.date, calendar?.days.at(-1)?.date]).toEqual(['2028-06-01', '2028-07-31']);
  expect([lowestPrice, reads]).toEqual([20_000, 1]);
});

test('a home that sells nothing within a year opens with a later stay, and has no lowest price', async () => {
  const fetch = freeFrom({ home: '2029-03-10' });
  const { calendar, lowestPrice } = await loadMonthsAndPrice('home', undefined, fetch);
  expect([calendar?.days[0]?.date, lowestPrice]).toEqual(['2029-03-01', null]);
  const dated = await loadMonthsAndPrice('home', '2028-04-02', fetch);
  expect([dated.calendar?.days[0]?.date, dated.lowestPrice]).toEqual(['2028-04-01', null]);
});

test('months and price that cannot be read are left out', async () => {
  const fetch = async () => Promise.reject(new TypeError('offline'));
  expect(await loadMonthsAndPrice('home', undefined, fetch)).toEqual({ calendar: null, lowestPrice: null });
});

test('the first months of several homes have the nights that this browser holds in one of them', async () => {
  const api = freeFrom({ taken: '9999-12-31', held: '9999-12-31' });
  const hold = { property: { slug: 'held' }, checkin: '2028-01-04', checkout: '2028-01-06' };
  const freeDays = async (holds: (typeof hold)[]) => {
    const calendar = await loadFirstMonths(['taken', 'held'], '2028-01-04', api, holds);
    return calendar?.days.filter(({ isFree }) => isFree).map(({ date }) => date);
  };
  expect(await freeDays([])).toEqual([]);
  expect(await freeDays([hold])).toEqual(['2028-01-04', '2028-01-05']);
  const { calendar } = await loadMonthsAndPrice('held', '2028-01-04', api, [hold]);
  expect(calendar?.days.filter(({ isFree }) => isFree)).toHaveLength(2);
});
