import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AppError } from '../../../shared/errors.ts';
import { passkeyResponse } from './contract.server.ts';
import { isBase64url, passkeyName } from './passkey.ts';

const id = 'A-b_0123456789xyz';
const right = {
  id,
  rawId: id,
  type: 'public-key',
  clientExtensionResults: { credProps: { rk: true } },
  response: { clientDataJSON: 'e30', signature: 'c2ln', transports: ['internal'] },
};

const parse = (response: unknown) => passkeyResponse.parse({ response }).response;
const isRejected = (response: unknown) => {
  try {
    parse(response);
    return false;
  } catch (error) {
    expect((error as AppError).fields).toEqual({ response: 'This is not the answer of a passkey.' });
    return true;
  }
};

test('a device’s response is read with all that its verification needs, and nothing beside', () => {
  expect(parse({ ...right, authenticatorAttachment: 'platform' })).toEqual(right);
  const { clientExtensionResults: _, ...bare } = right;
  expect(parse(bare)).toEqual({ ...bare, clientExtensionResults: {} });
});

test.each<[string, unknown]>([
  ['nothing', null],
  ['a text', 'public-key'],
  ['a list', [right]],
  ['no response', { ...right, response: undefined }],
  ['a response that is a list', { ...right, response: [] }],
  ['an id that is a number', { ...right, id: 7, rawId: 7 }],
  ['two ids', { ...right, rawId: `${id}A` }],
  ['an id with padding', { ...right, id: `${id}==`, rawId: `${id}==` }],
  ['an id in base64', { ...right, id: `${id}+/`, rawId: `${id}+/` }],
  ['an id with a line break', { ...right, id: `${id}\n`, rawId: `${id}\n` }],
  ['an id that is too short', { ...right, id: 'a'.repeat(15), rawId: 'a'.repeat(15) }],
  ['an id that is too long', { ...right, id: 'a'.repeat(1_401), rawId: 'a'.repeat(1_401) }],
  ['another type', { ...right, type: 'password' }],
  ['no client data', { ...right, response: { signature: 'c2ln' } }],
  ['client data that is no text', { ...right, response: { clientDataJSON: { challenge: 'x' } } }],
  ['extensions that are a list', { ...right, clientExtensionResults: [] }],
  ['extensions that are null', { ...right, clientExtensionResults: null }],
])('%s is no response of a passkey', (_, input) => {
  expect(isRejected(input)).toBe(true);
});

test.each([16, 1_400])('an id of %i characters is read', (length) => {
  const edge = 'a'.repeat(length);
  expect(parse({ ...right, id: edge, rawId: edge }).id).toBe(edge);
});

test('any input of a browser is parsed or rejected, and never an internal error', () => {
  fc.assert(
    fc.property(fc.anything(), (input) => {
      const device = { ...right, response: input };
      if (!isRejected(device)) expect(typeof parse(device).response.clientDataJSON).toBe('string');
    }),
  );
});

test('base64url is accepted exactly as the standard defines it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
      expect(isBase64url(Buffer.from(bytes).toString('base64url'))).toBe(true);
    }),
  );
  for (const text of ['', 'a b', 'a=', 'a+b', 'a/b', 'ä', 'a\u0000']) expect(isBase64url(text)).toBe(false);
});

test.each([
  [' Ann’s  phone ', 'Ann’s  phone'],
  ['Ann\r\nBcc: eve@evil.example', 'Ann Bcc: eve@evil.example'],
  ['\u202ephone\u2028desk', 'phone desk'],
  ['', 'Passkey'],
  ['\u0000\u200e', 'Passkey'],
  [7, 'Passkey'],
  [undefined, 'Passkey'],
  ['x'.repeat(101), 'x'.repeat(100)],
  [`${'x'.repeat(99)}  y`, 'x'.repeat(99)],
  [`x${'🏖'.repeat(60)}`, `x${'🏖'.repeat(49)}`],
])('the name %j is stored as %j', (input, name) => {
  expect(passkeyName(input)).toBe(name);
});

test('a name is stored as one line of at most 100 characters, for any input', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (input) => {
      const name = passkeyName(input);
      expect(name).toMatch(/^\P{Cc}{1,100}$/su);
      expect(name.isWellFormed()).toBe(true);
    }),
  );
});
