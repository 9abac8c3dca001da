import { expect, test, vi } from 'vitest';
import { isRecord } from '../is-record.ts';
import { calls, get, getFile, post, postOnly, putOnly, remove, removeOnly } from './calls.ts';

interface Home {
  slug: string;
  title: string;
}

const homes = calls('/homes', {
  list: get<Home[], { page?: string }>('', 'Failed to fetch the homes', { beyondSpec: { title: '' } }),
  csv: getFile('.csv', 'Failed to export the homes'),
});
const home = calls('/homes/:slug', {
  read: get<Home>('', 'Failed to fetch the home', { beyondSpec: { title: 'A home' } }),
  rename: post<{ title: string }, Home>('/rename', 'The home could not be renamed.'),
  hide: postOnly<undefined>('/hide', 'The home could not be hidden.'),
  price: putOnly<{ total: number }>('/price', 'The price could not be set.', { messageField: 'error' }),
  remove: removeOnly('', 'The home could not be deleted.'),
  close: remove<Home, string | null>('/sales', 'The home could not be closed.', {
    reads: 'any',
    parse: (body) => (isRecord(body) ? String(body.slug) : null),
  }),
});

const respond = (body: unknown, status = 200) =>
  vi.fn<typeof fetch>(async () => new Response(JSON.stringify(body), { status }));

test('a call encodes the parts of its path, and sends body, query and key', async () => {
  const fetch = respond({ slug: 'a', title: 'A' });
  await home.rename({ slug: 'a/b?c', json: { title: 'B' }, idempotencyKey: 'key-1', fetch });
  await homes.list({ query: { page: '2' }, fetch: respond([]) });
  const [path, init] = fetch.mock.calls[0] ?? [];
  expect([path, init?.method, init?.body]).toEqual(['/api/homes/a%2Fb%3Fc/rename', 'POST', '{"title":"B"}']);
  expect(new Headers(init?.headers).get('Idempotency-Key')).toBe('key-1');
});

test('a field that an older server leaves out has its default, in an object and in lists', async () => {
  expect(await home.read({ slug: 'a', fetch: respond({ slug: 'a' }) })).toEqual({
    slug: 'a',
    title: 'A home',
  });
  expect(await homes.list({ fetch: respond([{ slug: 'a' }, { slug: 'b', title: 'B' }]) })).toEqual([
    { slug: 'a', title: '' },
    { slug: 'b', title: 'B' },
  ]);
});

test('an error has the server’s message, else the call’s own, and is a TypeError without a response', async () => {
  await expect(home.read({ slug: 'a', fetch: respond({ message: 'Gone' }, 404) })).rejects.toMatchObject({
    status: 404,
    message: 'Gone',
  });
  await expect(home.read({ slug: 'a', fetch: respond('text') })).rejects.toMatchObject({
    status: 502,
    message: 'Failed to fetch the home',
  });
  const offline = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(home.read({ slug: 'a', fetch: offline })).rejects.toMatchObject({
    name: 'TypeError',
    message: 'Failed to fetch the home',
  });
});

test('a file is a blob, and where nothing is read any body will do', async () => {
  expect(await (await homes.csv({ fetch: respond('slug') })).text()).toBe('"slug"');
  const empty = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }));
  expect(await home.hide({ slug: 'a', fetch: empty })).toBeUndefined();
  expect(await home.price({ slug: 'a', json: { total: 1 }, fetch: empty })).toBeUndefined();
  expect(await home.remove({ slug: 'a', fetch: empty })).toBeUndefined();
  expect(empty.mock.calls.map(([, init]) => [init?.method, init?.body])).toEqual([
    ['POST', '{}'],
    ['PUT', '{"total":1}'],
    ['DELETE', undefined],
  ]);
});

test('an error’s message is read from the field that the call names', async () => {
  const price = (body: object) => home.price({ slug: 'a', json: { total: 1 }, fetch: respond(body, 400) });
  await expect(price({ error: 'Too low', message: 'Other' })).rejects.toThrow('Too low');
  await expect(price({ message: 'Other' })).rejects.toThrow('The price could not be set.');
});

test('a call that accepts any body parses invalid JSON as null', async () => {
  const close = (body: string | null) => home.close({ slug: 'a', fetch: async () => new Response(body) });
  expect(await close('{"slug":"a"}')).toBe('a');
  for (const body of [null, '', 'null', '<html>']) expect(await close(body)).toBeNull();
});
