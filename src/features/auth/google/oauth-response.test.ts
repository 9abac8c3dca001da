import { expect, test } from 'vitest';
import { parseResponse, readStoredAnswer, responseFromUrl } from './oauth-response.ts';

const code = { type: 'google-sign-in', flow: 'f1', code: 'c1' };

test('an answer is read when it is exactly one', () => {
  expect(parseResponse(code)).toEqual(code);
  const refused = { type: 'google-sign-in', flow: 'f1', error: 'access_denied' };
  expect(parseResponse(refused)).toEqual(refused);
});

test('anything else is not an answer', () => {
  const others = [
    null,
    'google-sign-in',
    [code],
    { ...code, more: 1 },
    { ...code, type: 'other' },
    { ...code, flow: 7 },
    { ...code, code: '' },
    { ...code, code: 'x'.repeat(1_000_000) },
    { type: 'google-sign-in', flow: 'f1' },
    { type: 'google-sign-in', flow: 'f1', code: { toString: () => 'c1' } },
  ];
  for (const other of others) expect(parseResponse(other)).toBeNull();
});

test('a getter in a message never runs', () => {
  let runs = 0;
  const trap = {
    type: 'google-sign-in',
    flow: 'f1',
    get code() {
      runs += 1;
      return 'c1';
    },
  };
  expect(parseResponse(trap)).toBeNull();
  expect(runs).toBe(0);
});

test('what lies in local storage is read only when it is an answer', () => {
  expect(readStoredAnswer(JSON.stringify(code))).toEqual(code);
  for (const text of [null, '', '{', '"x"', JSON.stringify({ ...code, code: 'x'.repeat(5_000) })])
    expect(readStoredAnswer(text)).toBeNull();
});

test('the address of the callback page holds a code, an error or neither', () => {
  expect(responseFromUrl(new URLSearchParams('code=c1&state=f1&scope=openid'))).toEqual(code);
  expect(responseFromUrl(new URLSearchParams('error=access_denied&state=f1'))).toMatchObject({
    error: 'access_denied',
  });
  expect(responseFromUrl(new URLSearchParams('error=&state=f1'))).toMatchObject({
    error: 'OAuth authorization failed',
  });
  expect(responseFromUrl(new URLSearchParams('state=f1'))).toBeNull();
  expect(responseFromUrl(new URLSearchParams('code='))).toBeNull();
});
