import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { addProperty } from '../../../test/bookings.ts';
import { signedInBrowser } from '../../../test/sign-in.ts';
import { everyHomeQuery, propertiesQuery } from './queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test('hosts choose from every home, the listed ones first, while stays are sold only in those', async () => {
  const host = await signedInBrowser(app, 'host@example.com');
  vi.stubGlobal('fetch', (url: string) => host.request('GET', url));
  await addProperty(app.ctx.db, { slug: 'dune-house', title: 'Dune House', is_listed: false, position: 0 });
  const client = new QueryClient();
  const listed = (await client.fetchQuery(propertiesQuery)).map(({ slug, title }) => ({ slug, title }));
  expect(listed).toHaveLength(3);
  expect(await client.fetchQuery(everyHomeQuery)).toEqual([
    ...listed,
    { slug: 'dune-house', title: 'Dune House (not listed)' },
  ]);
});
