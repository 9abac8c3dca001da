import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserStorage, refusingStorage } from '../../../../test/browser.ts';
import { getConsent, hasGpc, onConsentChange, saveConsent } from './consent.ts';

const dayMs = 86_400_000;

beforeEach(() => vi.stubGlobal('localStorage', browserStorage()));
afterEach(() => vi.unstubAllGlobals());

test('an answer counts for half a year', () => {
  const at = Date.parse('2026-06-05');
  expect(getConsent(at)).toBeNull();
  saveConsent('accepted', at);
  expect(getConsent(at)).toBe('accepted');
  expect(getConsent(at + 179 * dayMs)).toBe('accepted');
  expect(getConsent(at + 180 * dayMs)).toBeNull();
  saveConsent('declined', at);
  expect(getConsent(at)).toBe('declined');
});

test('a clock that was set back makes no answer last longer', () => {
  const at = Date.parse('2036-01-01');
  saveConsent('accepted', at);
  expect(getConsent(at - 1)).toBeNull();
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
    expect([kept, getConsent(2)]).toEqual([kept, null]);
  }
});

test('a browser that keeps nothing has no answer, and fails at nothing', () => {
  vi.stubGlobal('localStorage', refusingStorage);
  saveConsent('accepted');
  expect(getConsent()).toBeNull();
});

test('only a browser that says so says no', () => {
  for (const [says, no] of [
    [true, true],
    [false, false],
    [undefined, false],
    ['1', false],
  ] as const) {
    vi.stubGlobal('navigator', { globalPrivacyControl: says });
    expect(hasGpc()).toBe(no);
  }
});

test('a page that comes back from the browser’s cache learns what was answered meanwhile', () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  const looked = vi.fn();
  const end = onConsentChange(looked);
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
