import { expect, test } from 'vitest';
import { codeSignIn, loginCodes } from './calls.ts';
import { codeErrorMessage } from './code-error.ts';
import { invalidAddress, invalidCode } from './code-policy.ts';

const json = { email: 'ann@guests.example', otp: '123456' };

type Fetch = typeof fetch;
const calls: [message: string, call: (fetch: Fetch) => Promise<void>][] = [
  [invalidAddress, (fetch) => loginCodes.send({ json, fetch })],
  [invalidCode, (fetch) => codeSignIn.verify({ json, fetch })],
];

test.each(calls)(
  'the login page shows "%s" for every error except the message of a limit',
  async (message, call) => {
    const messageFor = (status: number, body: string) =>
      call(async () => new Response(body, { status })).then(
        () => null,
        (error: unknown) => codeErrorMessage(error, message),
      );
    for (const [status, body] of [
      [200, '{"error":"No."}'],
      [400, '{"error":"No.","message":"No."}'],
      [400, '{"message":"No."}'],
      [500, ''],
      [429, ''],
      [429, '{"message":"No."}'],
    ] as const)
      expect(await messageFor(status, body), `${status} ${body}`).toBe(message);
    expect(await messageFor(429, '{"error":"Please wait 5 minutes."}')).toBe('Please wait 5 minutes.');
    expect(codeErrorMessage(new TypeError('Failed to fetch'), message)).toBe(message);
  },
);
