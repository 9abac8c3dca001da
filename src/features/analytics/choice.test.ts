import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAnalytics } from './analytics.ts';
import { browserSaysNo, choiceNow, keepChoice, onChoiceElsewhere } from './choice.ts';
import { isFirstTold, orderOf } from './orders.ts';

const dayMs = 86_400_000;

/** A browser's storage, for which a map is enough. */
function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

beforeEach(() => vi.stubGlobal('localStorage', storage()));
afterEach(() => vi.unstubAllGlobals());

const refuse = () => {
  throw new Error('storage is off');
};

test('an answer counts for half a year', () => {
  const at = Date.parse('2026-06-05');
  expect(choiceNow(at)).toBeNull();
  keepChoice('accepted', at);
  expect(choiceNow(at)).toBe('accepted');
  expect(choiceNow(at + 179 * dayMs)).toBe('accepted');
  expect(choiceNow(at + 180 * dayMs)).toBeNull();
  keepChoice('declined', at);
  expect(choiceNow(at)).toBe('declined');
});

test('a clock that was set back makes no answer last longer', () => {
  const at = Date.parse('2036-01-01');
  keepChoice('accepted', at);
  expect(choiceNow(at - 1)).toBeNull();
});

test('what is no answer is none', () => {
  for (const kept of [
    '',
    'yes',
    '{}',
    '[]',
    'null',
    '1',
    '{"choice":"maybe","at":1}',
    '{"choice":"accepted"}',
  ]) {
    localStorage.setItem('privacy-choice', kept);
    expect([kept, choiceNow(2)]).toEqual([kept, null]);
  }
});

test('a browser that keeps nothing has no answer, and fails at nothing', () => {
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  keepChoice('accepted');
  expect(choiceNow()).toBeNull();
});

test('only a browser that says so says no', () => {
  for (const [says, no] of [
    [true, true],
    [false, false],
    [undefined, false],
    ['1', false],
  ] as const) {
    vi.stubGlobal('navigator', { globalPrivacyControl: says });
    expect(browserSaysNo()).toBe(no);
  }
});

test('an order is told once, also after the page is loaded anew', () => {
  expect(isFirstTold('order-1')).toBe(true);
  expect(isFirstTold('order-1')).toBe(false);
  localStorage.setItem('measured-orders', JSON.stringify(['order-2']));
  expect(isFirstTold('order-2')).toBe(false);
  expect(isFirstTold('order-3')).toBe(true);
  expect(JSON.parse(localStorage.getItem('measured-orders') ?? '')).toEqual(['order-2', 'order-3']);
});

test('the list of told orders stays short, and one that was spoilt begins anew', () => {
  for (let at = 0; at < 60; at += 1) expect(isFirstTold(`many-${at}`)).toBe(true);
  expect(JSON.parse(localStorage.getItem('measured-orders') ?? '')).toHaveLength(50);
  localStorage.setItem('measured-orders', '{"length":3}');
  expect(isFirstTold('after')).toBe(true);
  expect(JSON.parse(localStorage.getItem('measured-orders') ?? '')).toEqual(['after']);
});

test('without storage an order is told once a page', () => {
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  expect(isFirstTold('unkept')).toBe(true);
  expect(isFirstTold('unkept')).toBe(false);
});

test('the name made for an order is always the same, and holds nothing of its address', async () => {
  const address = 'https://stay.example/checkout/success?sessionId=cs_live_abc';
  const name = await orderOf(address);
  expect(name).toMatch(/^[0-9a-f]{32}$/);
  expect(await orderOf(address)).toBe(name);
  expect(await orderOf(`${address}d`)).not.toBe(name);
});

test('a page that comes back from the browser’s cache learns what was answered meanwhile', () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  const looked = vi.fn();
  const end = onChoiceElsewhere(looked);
  const shown = (persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  shown(false);
  expect(looked).not.toHaveBeenCalled();
  shown(true);
  expect(looked).toHaveBeenCalledTimes(1);
  end();
  shown(true);
  expect(looked).toHaveBeenCalledTimes(1);
});

test('a purchase that no service could be told of is not marked as told', async () => {
  vi.stubGlobal('location', {
    origin: 'https://stay.example',
    href: 'https://stay.example/checkout/success',
  });
  vi.stubGlobal('document', { referrer: '' });
  const analytics = createAnalytics({ posthog: null, metaPixelId: null, gtmId: null, pinterestTagId: null });
  await analytics.begin();
  analytics.hear({ name: 'Purchase', orderId: 'unheard', value: 0, currency: 'USD', items: [] });
  expect(isFirstTold('unheard')).toBe(true);
});
