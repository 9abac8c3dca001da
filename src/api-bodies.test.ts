import { expect, test } from 'vitest';
import { testAppForFile } from '../test/app.ts';
import { callsWithBodies, guardedCallsWithoutBodies, type Paths } from '../test/described-calls.ts';
import { signedInBrowser } from '../test/sign-in.ts';

/* Whatever a call takes: what is no JSON, or more of it than anybody sends, is rejected before it is looked at. */

const app = await testAppForFile();
const { pool } = app.platform;
const { paths } = (await (await app.request('GET', '/api/openapi.json')).json()) as { paths: Paths };
const host = await signedInBrowser(app, 'host@example.com');
// Visits answer nothing to what they cannot read.
const calls = callsWithBodies(paths)
  .filter(({ path }) => path !== '/api/visits')
  .map(({ method, path, operation }) => ({ method, path, operation }));

const withIds = (path: string) => path.replaceAll(/\{\w+\}/g, '018f0000-0000-7000-8000-000000000000');

const json = 'application/json';
const tooLarge = JSON.stringify({ text: 'x'.repeat(1_000_000) });
const tooDeep = `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`;
const bodies: [string, string | Uint8Array<ArrayBuffer>, string, number][] = [
  ['another type', '{}', 'text/plain', 415],
  ['a form', 'a=1', 'application/x-www-form-urlencoded', 415],
  ['no type', '{}', '', 415],
  ['half of a document', '{"a":', json, 400],
  ['nothing', '', json, 400],
  ['two documents', '{}{}', json, 400],
  ['a byte order mark', '\ufeff{}', json, 400],
  ['bytes that are no text', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), json, 400],
  ['what is nested too deeply', tooDeep, json, 400],
  ['more than 1 MB', tooLarge, json, 413],
];

test.each(calls)(
  '$method $path rejects what is no JSON, and too much of it',
  async ({ method, path, operation }) => {
    for (const [what, body, type, status] of bodies) {
      const response = await host.request(method, withIds(path), {
        body,
        headers: { 'Idempotency-Key': crypto.randomUUID(), 'Content-Type': type },
      });
      const answer = await response.json();
      await pool.query('truncate rate_limits');
      expect([what, response.status, typeof answer.message], JSON.stringify(answer)).toEqual([
        what,
        status,
        'string',
      ]);
      expect(Object.keys(operation.responses), what).toContain(String(status));
    }
  },
);

/** They have always taken any body, and read none. */
const others = ['DELETE /api/users/me', 'DELETE /api/blog/{key}'];

test.each(
  guardedCallsWithoutBodies(paths).filter(({ method, path }) => !others.includes(`${method} ${path}`)),
)('$method $path names a field that it was sent', async ({ method, path, operation }) => {
  const send = (body: string) =>
    host.request(method, withIds(path), { body, headers: { 'Content-Type': json } });
  const response = await send('{"surprise":1}');
  expect([response.status, await response.json()]).toEqual([
    400,
    expect.objectContaining({ fields: { surprise: 'There is no such field' } }),
  ]);
  expect(Object.keys(operation.responses)).toContain('400');
  expect((await send(tooLarge)).status).toBe(413);
  expect(Object.keys(operation.responses)).toContain('413');
});
