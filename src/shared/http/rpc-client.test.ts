import { Hono } from 'hono';
import { expect, expectTypeOf, test } from 'vitest';
import type { Fetch } from './api-error.ts';
import { typedClient } from './rpc-client.ts';

const app = new Hono()
  .get('/homes/:slug', (c) => c.json({ slug: c.req.param('slug'), asked: c.req.query('nights') ?? null }))
  .post('/forms/submit', async (c) =>
    c.json({ got: await c.req.json(), key: c.req.header('Idempotency-Key') ?? '' }),
  );
const api = new Hono().route('/api', app);

const calls: [string, string | undefined][] = [];
const viaApp: Fetch = async (input, init) => {
  calls.push([String(input), init?.method]);
  return api.request(String(input), init);
};
const client = typedClient<typeof app>(viaApp);

test('a call goes to the path that its properties spell, with its values in place', async () => {
  const response = await client.homes[':slug'].$get({ param: { slug: 'a/b c' } });
  expect(calls.at(-1)).toEqual(['/api/homes/a%2Fb%20c', 'GET']);
  expect(await response.json()).toEqual({ slug: 'a/b c', asked: null });
});

test('a question is sent in the address', async () => {
  const input = { param: { slug: 'x' }, query: { nights: '7&8' } };
  expect(await (await client.homes[':slug'].$get(input)).json()).toEqual({ slug: 'x', asked: '7&8' });
});

test('a body is sent as JSON, beside further headers', async () => {
  const response = await client.forms.submit.$post(
    { json: { name: 'Ann' } },
    { headers: { 'Idempotency-Key': 'k' } },
  );
  expect(await response.json()).toEqual({ got: { name: 'Ann' }, key: 'k' });
});

test('a call that nobody waits for any more is ended', async () => {
  const refused: Fetch = async (_, init) => {
    init?.signal?.throwIfAborted();
    return new Response();
  };
  const options = { init: { signal: AbortSignal.abort(new Error('gone')) } };
  const call = typedClient<typeof app>(refused).homes[':slug'].$get({ param: { slug: 'x' } }, options);
  await expect(call).rejects.toThrow('gone');
});

test('an answer has the type of its route', () => {
  expectTypeOf<
    Awaited<ReturnType<(typeof client.homes)[':slug']['$get']>>['json']
  >().returns.resolves.toEqualTypeOf<{
    slug: string;
    asked: string | null;
  }>();
});
