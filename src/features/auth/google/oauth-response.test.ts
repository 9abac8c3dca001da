import { expect, test } from 'vitest';
import { parseResponse, parseStoredResponse, responseFromUrl } from './oauth-response.ts';

const code = { type: 'google-sign-in', flow: 'f1', code: 'c1' };

test('parseResponse accepts exactly a code or an error', () => {
  expect(parseResponse(code)).toEqual(code);
  const error = { type: 'google-sign-in', flow: 'f1', error: 'access_denied' };
  expect(parseResponse(error)).toEqual(error);
});

test('parseResponse rejects any other shape', () => {
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

test('parseResponse runs no getters', () => {
  let calls = 0;
  const trap = {
    type: 'google-sign-in',
    flow: 'f1',
    get code() {
      calls += 1;
      return 'c1';
    },
  };
  expect(parseResponse(trap)).toBeNull();
  expect(calls).toBe(0);
});

test('parseStoredResponse rejects anything but a response', () => {
  expect(parseStoredResponse(JSON.stringify(code))).toEqual(code);
  for (const text of [null, '', '{', '"x"', JSON.stringify({ ...code, code: 'x'.repeat(5_000) })])
    expect(parseStoredResponse(text)).toBeNull();
});

test('responseFromUrl reads a code, an error or neither', () => {
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
