import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { createRedirects, type FindRedirect } from './redirects.server.ts';

let app: TestApp;
let find: FindRedirect;
beforeAll(async () => {
  app = await testApp();
  find = createRedirects(app.platform, { 'X-Content-Type-Options': 'nosniff' });
});
beforeEach(() => app.platform.pool.query('truncate redirects'));
afterAll(() => app.close());

const add = (from_path: string, to_path: string, status: '301' | '308' = '301') =>
  app.platform.db.insertInto('redirects').values({ id: newId(), from_path, to_path, status }).execute();

const leadsTo = async (path: string, search = '') => {
  const response = await find(path, search);
  return response && [response.status, response.headers.get('Location')];
};

test('a redirect keeps the query', async () => {
  await add('/cottage', '/stays/the-beachcomber');
  await add('/old/map', '/#location', '308');
  await add('/deal', '/shop?from=deal');
  await expect.poll(() => leadsTo('/cottage')).toEqual([301, '/stays/the-beachcomber']);
  expect(await leadsTo('/cottage/', '?guests=4')).toEqual([301, '/stays/the-beachcomber?guests=4']);
  expect(await leadsTo('/old/map', '?x=1')).toEqual([308, '/?x=1#location']);
  expect(await leadsTo('/deal', '?x=1')).toEqual([301, '/shop?from=deal']);
  expect(await leadsTo('/unknown')).toBeNull();
  expect((await find('/cottage', ''))?.headers.get('X-Content-Type-Options')).toBe('nosniff');
});

test.each([
  ['another site', '/a', 'https://evil.example/'],
  ['another site without its scheme', '/a', '//evil.example'],
  ['another site behind a backslash', '/a', '/\\evil.example'],
  ['a script', '/a', 'javascript:alert(1)'],
  ['a second header', '/a', '/b\r\nSet-Cookie: x=1'],
  ['itself', '/a', '/a'],
  ['itself behind a query', '/a', '/a?x=1'],
  ['the API as the old address', '/api/users', '/b'],
  ['an old address with a query', '/a?b', '/c'],
])('the database rejects %s', async (_, from, to) => {
  await expect(add(from, to)).rejects.toThrow(/check constraint|lead back/);
});

test('the database rejects a loop of several redirects in any order', async () => {
  await add('/a', '/b');
  await add('/b', '/c#part');
  await expect(add('/c', '/a?x=1')).rejects.toThrow('lead back');
  await expect(
    app.platform.db.updateTable('redirects').set({ to_path: '/a' }).where('from_path', '=', '/b').execute(),
  ).rejects.toThrow('lead back');
});

test('a property is found at all its former slugs, also after moving back', async () => {
  const rename = (from: string, slug: string) =>
    app.platform.db.updateTable('properties').set({ slug }).where('slug', '=', from).execute();
  await add('/cottage', '/stays/the-beachcomber');
  await rename('the-beachcomber', 'comber');
  await rename('comber', 'dune-cottage');
  await expect.poll(() => leadsTo('/stays/comber')).toEqual([301, '/stays/dune-cottage']);
  expect(await leadsTo('/stays/the-beachcomber')).toEqual([301, '/stays/dune-cottage']);
  expect(await leadsTo('/cottage')).toEqual([301, '/stays/dune-cottage']);
  await rename('dune-cottage', 'the-beachcomber');
  await expect.poll(() => leadsTo('/stays/dune-cottage')).toEqual([301, '/stays/the-beachcomber']);
  expect(await leadsTo('/stays/comber')).toEqual([301, '/stays/the-beachcomber']);
  expect(await leadsTo('/stays/the-beachcomber')).toBeNull();
});

test('concurrent writes cannot close a redirect loop', async () => {
  const outcomes = await Promise.allSettled([add('/a', '/b'), add('/b', '/a')]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('redirects that loop behind a trailing slash are ignored', async () => {
  await add('/old', '/old/');
  await add('/a', '/b/?x=1');
  await add('/b', '/a');
  await add('/from', '/to/');
  await add('/to', '/shop');
  await expect.poll(() => leadsTo('/from')).toEqual([301, '/to/']);
  expect(await leadsTo('/to/')).toEqual([301, '/shop']);
  for (const path of ['/old', '/old/', '/a', '/b', '/b/'])
    expect([path, await leadsTo(path)]).toEqual([path, null]);
});

test('redirects match and send non-ASCII paths percent-encoded', async () => {
  await add('/café', '/blog/日本?q=ü#ö');
  await expect
    .poll(() => leadsTo(new URL('http://x/café').pathname))
    .toEqual([301, '/blog/%E6%97%A5%E6%9C%AC?q=%C3%BC#%C3%B6']);
});

test('the redirects table rejects invalid rows with messages', async () => {
  const host = await signedInBrowser(app, 'host@example.com');
  const post = (from_path: string, to_path: string) =>
    host.request('POST', '/api/tables/redirects', { json: { from_path, to_path } });
  expect((await post('/old', '/shop')).status).toBe(201);
  await expect.poll(() => leadsTo('/old')).toEqual([301, '/shop']);
  const foreign = await post('/x', '//evil.example');
  expect([foreign.status, await foreign.json()]).toMatchObject([
    400,
    { fields: { to_path: expect.any(String) } },
  ]);
  const loop = await post('/shop', '/old');
  expect([loop.status, await loop.json()]).toMatchObject([400, { code: 'invalid' }]);
});
