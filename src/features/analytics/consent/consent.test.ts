import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserStorage, refusingStorage } from '../../../../test/browser.ts';
import { getConsent, hasGpc, onConsentChange, saveConsent } from './consent.ts';

const dayMs = 86_400_000;

beforeEach(() => vi.stubGlobal('localStorage', browserStorage()));
afterEach(() => vi.unstubAllGlobals());

test('getConsent returns a choice for 180 days', () => {
  const at = Date.parse('2026-06-05');
  expect(getConsent(at)).toBeNull();
  saveConsent('accepted', at);
  expect(getConsent(at)).toBe('accepted');
  expect(getConsent(at + 179 * dayMs)).toBe('accepted');
  expect(getConsent(at + 180 * dayMs)).toBeNull();
  saveConsent('declined', at);
  expect(getConsent(at)).toBe('declined');
});

test('getConsent ignores a choice from the future', () => {
  const at = Date.parse('2036-01-01');
  saveConsent('accepted', at);
  expect(getConsent(at - 1)).toBeNull();
});

test('getConsent returns null for malformed storage', () => {
  for (const stored of [
    '',
    'yes',
    '{}',
    '[]',
    'null',
    '1',
    '{"choice":"maybe","at":1}',
    '{"choice":"accepted"}',
  ]) {
    localStorage.setItem('privacy-choice', stored);
    expect([stored, getConsent(2)]).toEqual([stored, null]);
  }
});

test('getConsent and saveConsent do not throw without storage', () => {
  vi.stubGlobal('localStorage', refusingStorage);
  saveConsent('accepted');
  expect(getConsent()).toBeNull();
});

test('hasGpc is true only for globalPrivacyControl === true', () => {
  for (const [signal, expected] of [
    [true, true],
    [false, false],
    [undefined, false],
    ['1', false],
  ] as const) {
    vi.stubGlobal('navigator', { globalPrivacyControl: signal });
    expect(hasGpc()).toBe(expected);
  }
});

test('onConsentChange calls when a page returns from the back/forward cache', () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  const onChange = vi.fn();
  const end = onConsentChange(onChange);
  const show = (persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  show(false);
  expect(onChange).not.toHaveBeenCalled();
  show(true);
  expect(onChange).toHaveBeenCalledTimes(1);
  end();
  show(true);
  expect(onChange).toHaveBeenCalledTimes(1);
});
