import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../shared/http/api-error.ts';
import type { HostedStay } from './contract.server.ts';
import { priceQuery } from './queries.ts';
import { stayTotal } from './stay-total.ts';

const stay = (checkout: string): HostedStay => ({
  property: 'the-beachcomber',
  checkin: '2027-07-09',
  checkout,
  guests: 2,
  pets: 0,
});

/** A server whose responses the test sends one by one. */
function pendingResponses() {
  const pending: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => pending.push(resolve)));
  return (status: number, body: object) => pending.shift()?.(Response.json(body, { status }));
}

test('a stay has a total only once its own price is there, and none where it cannot be booked', async () => {
  const respond = pendingResponses();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  const observer = new QueryObserver(client, priceQuery(stay('2027-07-14')));
  const unsubscribe = observer.subscribe(() => {});
  const total = () => stayTotal(observer.getCurrentResult());
  try {
    expect(total()).toBeNull();
    respond(200, { total: 60_000 });
    await vi.waitFor(() => expect(total()).toBe(60_000));
    observer.setOptions(priceQuery(stay('2027-07-16')));
    expect(observer.getCurrentResult().data?.total).toBe(60_000);
    expect(total()).toBeNull();
    respond(200, { total: 84_000 });
    await vi.waitFor(() => expect(total()).toBe(84_000));
    observer.setOptions(priceQuery(stay('2027-07-18')));
    respond(409, { message: 'These nights are taken.', code: 'conflict' });
    await vi.waitFor(() => expect(total()).toBeUndefined());
  } finally {
    unsubscribe();
  }
});

test.each([
  [new ApiError(409, 'These nights are taken.'), undefined],
  [new ApiError(502, 'Bad gateway'), null],
  [new TypeError('Failed to load the price'), null],
])('a price that fails with %s has the total %s, even after one was loaded', (error, total) => {
  expect(stayTotal({ data: { total: 60_000 }, error, isPlaceholderData: false })).toBe(total);
});
