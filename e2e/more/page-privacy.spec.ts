import http from 'node:http';
import { query } from '../database.ts';
import { codeFor, newPerson } from '../sign-in.ts';
import { expect, test } from '../site.ts';

/** Every page that the page cache could hold. */
const pages = [
  '/',
  '/shop',
  '/hosts',
  '/blog',
  '/stays/sunset-villa',
  '/login',
  '/account',
  '/admin',
  '/blog/new',
  '/checkout/success',
  '/checkout/error',
  '/auth/callback',
  '/notify/leave',
];
const baseURL = `http://localhost:${process.env.E2E_PORT}`;
/** Cached until content changes. */
const sentinel = '/checkout/cancel';

/** Every other spelling has its test beside the page cache. */
const cookieVariants = (token: string): string[][] => [
  [`session=${token}`],
  [`session\t=${token}`],
  ['a=1', `session =${token}`],
];

/** Sends exactly these headers, which a browser would normalize. */
function get(path: string, cookies: string[] = []): Promise<{ page: string; cached: boolean }> {
  return new Promise((resolve, reject) => {
    const headers = cookies.flatMap((value) => ['Cookie', value]);
    http
      .get(
        new URL(path, baseURL),
        { headers: ['Host', new URL(baseURL).host, ...headers] },
        async (response) => {
          let page = '';
          for await (const chunk of response) page += chunk;
          resolve({ page, cached: response.headers['cache-control']?.startsWith('public') ?? false });
        },
      )
      .on('error', reject);
  });
}

test('T-52: no page of a signed-in user reaches another visitor, over three spellings of the cookie', async ({
  request,
}) => {
  const email = newPerson();
  const headers = { 'X-Forwarded-For': '198.51.100.52' };
  expect((await request.post('/api/send-otp', { data: { email }, headers })).status()).toBe(200);
  const otp = await codeFor(email);
  expect((await request.post('/api/verify-otp', { data: { email, otp }, headers })).status()).toBe(200);
  const { cookies } = await request.storageState();
  const token = cookies.find(({ name }) => name === 'session')?.value ?? '';
  const posts = (await query('select slug from blog_posts limit 1', [])) as { slug: string }[];
  const paths = [...pages, ...posts.map(({ slug }) => `/blog/${slug}`)];
  expect(paths).toHaveLength(14);

  const leaks: string[] = [];
  let ownPages = 0;
  for (const variant of cookieVariants(token)) {
    await expect.poll(async () => (await get(sentinel)).cached).toBe(true);
    await query('update site_settings set video_url = video_url', []);
    await expect.poll(async () => (await get(sentinel)).cached, { intervals: [5] }).toBe(false);
    for (const path of paths) {
      const signedIn = await get(path, variant);
      if (signedIn.page.includes(email)) ownPages += 1;
      expect(signedIn.cached, `${path} with ${variant}`).toBe(false);
      for (const anonymous of [await get(path), await get(path)])
        if (anonymous.page.includes(email)) leaks.push(`${path} with ${variant}`);
    }
  }
  expect(leaks).toEqual([]);
  // The test proves something only with enough pages.
  expect(ownPages).toBeGreaterThan(15);
});
