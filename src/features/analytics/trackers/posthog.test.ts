import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserStorage, refusingStorage } from '../../../../test/browser.ts';
import { createPostHog } from './posthog.ts';

const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response());
const service = { key: 'phc_1', host: 'https://eu.i.posthog.com' };
const page = 'https://stay.example/shop';
const lastBody = () => JSON.parse(String(fetched.mock.lastCall?.[1].body));

beforeEach(() => {
  fetched.mockClear();
  vi.stubGlobal('localStorage', browserStorage());
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

test('a view is sent without cookies or a profile, and outlives its page', () => {
  createPostHog(service).send({ name: 'PageView', path: '/shop', page, referrer: 'https://mail.example/' });
  expect(fetched.mock.lastCall).toMatchObject([
    'https://eu.i.posthog.com/i/v0/e/',
    { method: 'POST', credentials: 'omit', keepalive: true, referrerPolicy: 'origin' },
  ]);
  expect(lastBody()).toEqual({
    api_key: 'phc_1',
    event: '$pageview',
    distinct_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    properties: {
      $current_url: page,
      $referrer: 'https://mail.example/',
      $process_person_profile: false,
      $lib: 'site',
    },
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
});

test('a purchase is sent with its order and basket', () => {
  const items = [{ id: 'p1', name: 'A week', quantity: 1, price: 12.5 }];
  const basket = { value: 12.5, currency: 'USD', items };
  createPostHog(service).send({ name: 'Purchase', orderId: 'order-1', ...basket, page, referrer: '' });
  expect(lastBody()).toMatchObject({ event: 'Purchase', properties: { order_id: 'order-1', ...basket } });
});

test('the random id of a browser is the same on every page, until consent is withdrawn', () => {
  const view = { name: 'PageView', path: '/shop', page, referrer: '' } as const;
  const sendAs = () => {
    const tracker = createPostHog(service);
    tracker.send(view);
    return { tracker, id: lastBody().distinct_id as string };
  };
  const first = sendAs();
  const second = sendAs();
  expect(second.id).toBe(first.id);
  second.tracker.stop();
  expect(sendAs().id).not.toBe(first.id);
});

test('events are sent where the browser stores nothing', () => {
  vi.stubGlobal('localStorage', refusingStorage);
  const tracker = createPostHog(service);
  tracker.send({ name: 'Inquiry', page, referrer: '' });
  expect(lastBody()).toMatchObject({ event: 'Inquiry', properties: { $referrer: '$direct' } });
  expect(() => tracker.stop()).not.toThrow();
});
