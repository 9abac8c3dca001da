import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Fetch } from './api-error.ts';
import { request, requestOk } from './request.ts';

const api = new Hono()
  .get('/api/homes/:slug', (c) =>
    c.json({ slug: c.req.param('slug'), nights: c.req.query('nights') ?? null }),
  )
  .post('/api/forms/submit', async (c) =>
    c.json({
      received: await c.req.json(),
      type: c.req.header('Content-Type'),
      key: c.req.header('Idempotency-Key'),
    }),
  )
  .put('/api/posts/1', (c) =>
    c.json({ message: 'Changed', error: 'Not saved', fields: { title: 'Old' }, current: { id: 1 } }, 409),
  )
  .get('/api/text', (c) => c.text('no JSON'))
  .delete('/api/homes/1', (c) => c.body(null, 204));

const calls: [string, string | undefined][] = [];
const viaApi: Fetch = async (input, init) => {
  calls.push([String(input), init?.method]);
  return api.request(String(input), init);
};

test('request sends path and query and returns the JSON', async () => {
  const query = { nights: '7&8' };
  expect(await request(viaApi, '/api/homes/a%2Fb', 'Failed', { query })).toEqual({
    slug: 'a/b',
    nights: '7&8',
  });
  expect(calls.at(-1)).toEqual(['/api/homes/a%2Fb?nights=7%268', undefined]);
});

test('request sends a JSON body beside further headers', async () => {
  const options = { method: 'POST', json: { name: 'Ann' }, headers: { 'Idempotency-Key': 'k' } };
  expect(await request(viaApi, '/api/forms/submit', 'Failed', options)).toEqual({
    received: { name: 'Ann' },
    type: 'application/json',
    key: 'k',
  });
});

test('request returns what `parse` makes of the body', async () => {
  const parse = (body: unknown) => Object.keys(body as object);
  expect(await request(viaApi, '/api/homes/x', 'Failed', { parse })).toEqual(['slug', 'nights']);
});

test('request turns an error response into an ApiError with message, fields and details', async () => {
  const call = request(viaApi, '/api/posts/1', 'Failed', { method: 'PUT', json: {} });
  await expect(call).rejects.toMatchObject({
    name: 'ApiError',
    status: 409,
    message: 'Changed',
    fields: { title: 'Old' },
    details: { current: { id: 1 } },
  });
  const other = request(viaApi, '/api/posts/1', 'Failed', { method: 'PUT', messageField: 'error' });
  await expect(other).rejects.toThrow('Not saved');
});

test.each([
  ['an error without a message', '/api/none', 404],
  ['a body that is no JSON', '/api/text', 502],
])('request uses the fallback message for %s', async (_, path, status) => {
  await expect(request(viaApi, path, 'Failed to load')).rejects.toMatchObject({
    status,
    message: 'Failed to load',
  });
});

test('requestOk returns a response without a body', async () => {
  expect((await requestOk(viaApi, '/api/homes/1', 'Failed', { method: 'DELETE' })).status).toBe(204);
});

test('request passes a signal and rejects as it is aborted', async () => {
  const refusing: Fetch = async (_, init) => {
    init?.signal?.throwIfAborted();
    return new Response();
  };
  const call = request(refusing, '/api/homes/x', 'Failed', { signal: AbortSignal.abort(new Error('gone')) });
  await expect(call).rejects.toThrow('gone');
});
