import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultMessage, isServiceIssue, sanitizeCheckoutMessage } from './checkout-error-message.ts';

test('a missing message becomes the default', () => {
  for (const message of [null, '', '   ', '\u202e\u0000\n']) {
    expect(sanitizeCheckoutMessage(message)).toBe(defaultMessage);
  }
});

test('an ordinary message stays as it is', () => {
  const message = 'Your card was declined — “insufficient funds”. Zoë & 山田 <3';
  expect(sanitizeCheckoutMessage(message)).toBe(message);
});

test('markup stays text', () => {
  expect(sanitizeCheckoutMessage('<b onclick="x()">Pay</b> https://evil.example')).toBe(
    '<b onclick="x()">Pay</b> https://evil.example',
  );
});

test('a message is truncated to 300 code points', () => {
  expect(sanitizeCheckoutMessage('🌊'.repeat(300))).toBe('🌊'.repeat(300));
  const cut = sanitizeCheckoutMessage('🌊'.repeat(10_000));
  expect([...cut]).toHaveLength(300);
  expect(cut.endsWith('🌊…')).toBe(true);
});

test('bidirectional and invisible characters are removed', () => {
  expect(sanitizeCheckoutMessage('a\u202eb\u2066c\u2069d\u200fe\u061cf\u200bg\ufeffh\u00adi')).toBe(
    'abcdefghi',
  );
  expect(sanitizeCheckoutMessage('\ud800lone')).toBe('lone');
});

test('terminal escapes are removed whole', () => {
  expect(
    sanitizeCheckoutMessage('\u001b[31;1mred\u001b[0m \u009b2Jgone \u001b]8;;https://evil.example\u0007link'),
  ).toBe('red gone link');
});

test('control characters and line breaks become one space', () => {
  expect(sanitizeCheckoutMessage('one\r\n\ttwo\u0000\u2028three\u0085four')).toBe('one two three four');
});

test("isServiceIssue matches the provider's messages in any case", () => {
  expect(isServiceIssue('No such STRIPE account')).toBe(true);
  expect(isServiceIssue("The Seller Hasn't Set Up payments")).toBe(true);
  expect(isServiceIssue('The seller hasn’t set up payments')).toBe(true);
  expect(isServiceIssue('Your card was declined.')).toBe(false);
  expect(isServiceIssue(defaultMessage)).toBe(false);
});

test('any message becomes one line of at most 300 visible code points, and stays the same afterwards', () => {
  const messages = fc.string({ unit: 'binary', minLength: 1, maxLength: 400 });
  fc.assert(
    fc.property(messages, (message) => {
      const text = sanitizeCheckoutMessage(message);
      expect([...text].length).toBeLessThanOrEqual(300);
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]|^\s|\s$|\s\s/u);
      expect(sanitizeCheckoutMessage(text)).toBe(text);
    }),
  );
});
