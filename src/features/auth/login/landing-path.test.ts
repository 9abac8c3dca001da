import { afterEach, expect, test, vi } from 'vitest';
import { landingPath } from './landing-path.ts';

afterEach(() => vi.unstubAllGlobals());

const answering = (respond: () => Promise<Response>) => {
  const fetch = vi.fn(respond);
  vi.stubGlobal('fetch', fetch);
  return fetch;
};

test('a host who came from nowhere in particular lands on the day', async () => {
  answering(async () => Response.json({ isAdmin: true }));
  expect(await landingPath('/')).toBe('/admin/today');
});

test('a host who came from a page goes back there, without another call', async () => {
  const fetch = answering(async () => Response.json({ isAdmin: true }));
  expect(await landingPath('/admin?table=media')).toBe('/admin?table=media');
  expect(fetch).not.toHaveBeenCalled();
});

test.each([
  ['a guest', async () => Response.json({ isAdmin: false })],
  ['anybody while the check fails', async () => Response.json({ message: 'Down' }, { status: 503 })],
  ['anybody without a network', () => Promise.reject(new TypeError('Failed to fetch'))],
])('%s goes home', async (_, respond) => {
  answering(respond);
  expect(await landingPath('/')).toBe('/');
});
