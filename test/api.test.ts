import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from './app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test('an unknown path gets 404 in the one shape of errors', async () => {
  const response = await app.request('GET', '/api/nothing-here');
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({
    message: 'There is nothing at this address.',
    error: 'There is nothing at this address.',
    code: 'notFound',
  });
});

test('GET users/me returns null to an anonymous visitor', async () => {
  const response = await app.request('GET', '/api/users/me');
  expect(response.status).toBe(200);
  expect(await response.json()).toBeNull();
});

test('GET properties lists the seeded properties as specified', async () => {
  const response = await app.request('GET', '/api/properties');
  const properties = (await response.json()) as { title: string; guests: number; isComingSoon: boolean }[];
  expect(properties.map(({ title, guests, isComingSoon }) => [title, guests, isComingSoon])).toEqual([
    ['Kid-Friendly, Steps to Beach + Pools, Sleeps 6', 6, false],
    ['The Beachcomber', 8, false],
    ['Sunset Villa', 14, true],
  ]);
});
