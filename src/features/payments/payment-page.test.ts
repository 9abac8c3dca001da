import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPaymentPage, paymentPageText } from './payment-page.ts';

const url = 'https://pay.example/session';
const assign = vi.fn();
const tab = { opener: {} as unknown, closed: false, close: vi.fn(), location: { replace: vi.fn() } };
let isFramed: boolean;
let events: string[];

beforeEach(() => {
  isFramed = true;
  events = [];
  tab.closed = false;
  vi.stubGlobal('window', {
    self: 'page',
    get top() {
      return isFramed ? 'embedding page' : 'page';
    },
    location: { assign },
    open: vi.fn((address: string) => {
      events.push(`open ${address}`);
      return tab;
    }),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const load = async (): Promise<string> => {
  events.push('load');
  return url;
};

test('outside a frame the page itself leads to the payment page', async () => {
  isFramed = false;
  expect(await openPaymentPage(load)).toEqual({ state: 'leaving' });
  expect(assign).toHaveBeenCalledExactlyOnceWith(url);
  expect(window.open).not.toHaveBeenCalled();
});

test('inside a frame a tab is opened before its URL is loaded, and has no opener', async () => {
  const opened = openPaymentPage(load);
  expect(events).toEqual(['open about:blank', 'load']);
  expect(await opened).toEqual({ state: 'in a tab', url });
  expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith(url);
  expect(tab.opener).toBeNull();
  expect(assign).not.toHaveBeenCalled();
});

test('a blocked tab leaves the URL for a link', async () => {
  vi.mocked(window.open).mockReturnValue(null);
  const page = await openPaymentPage(load);
  expect(page).toEqual({ state: 'blocked', url });
  expect(paymentPageText(page)).toBe('Your payment page is ready.');
});

test('a tab that was closed before its URL came leaves the URL for a link', async () => {
  const page = await openPaymentPage(async () => {
    tab.closed = true;
    return url;
  });
  expect(page).toEqual({ state: 'blocked', url });
  expect(tab.location.replace).not.toHaveBeenCalled();
});

test('with nothing to pay, or a failure, the empty tab is closed', async () => {
  expect(await openPaymentPage(async () => null)).toEqual({ state: 'nothing to pay' });
  expect(tab.close).toHaveBeenCalledTimes(1);
  const taken = new Error('These nights are taken.');
  await expect(openPaymentPage(() => Promise.reject(taken))).rejects.toBe(taken);
  expect(tab.close).toHaveBeenCalledTimes(2);
});
