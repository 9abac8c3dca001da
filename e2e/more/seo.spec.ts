import type { APIRequestContext } from '@playwright/test';
import { query } from '../database.ts';
import { open } from '../goto.ts';
import { expect, test } from '../site.ts';

// A page is left as soon as it is read: cancelled requests are logged on the console.
test.use({ expectedNoise: [/Failed to load resource/] });

const attribute = (tag: string, name: string): string =>
  (new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'");

const urlAttributes = ['href', 'src', 'poster'];

const imageSetAttributes = ['srcSet', 'srcset', 'imageSrcSet'];

/** The URLs of a page's links, images, scripts, styles, forms and feeds; not what programs POST to. */
function addressesIn(html: string): string[] {
  const tags = html.match(/<(a|link|img|source|script|form|iframe|video)\b[^>]*>/g) ?? [];
  return tags
    .filter((tag) => attribute(tag, 'rel') !== 'service')
    .flatMap((tag) => [
      ...urlAttributes.map((name) => attribute(tag, name)),
      ...(/^<form/.test(tag) && !/method="post"/.test(tag) ? [attribute(tag, 'action')] : []),
      ...imageSetAttributes.flatMap((name) =>
        attribute(tag, name)
          .split(',')
          .map((part) => part.trim().split(/\s+/)[0] ?? ''),
      ),
    ])
    .filter((address) => address !== '' && !/^(data|mailto|tel|blob):/.test(address));
}

const idsIn = (html: string): Set<string> =>
  new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id ?? ''));

async function sitemapPaths(request: APIRequestContext): Promise<string[]> {
  const text = await (await request.get('/sitemap.xml')).text();
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => new URL(loc ?? '').pathname);
}

test('no link, image, script or anchor of the site is broken', async ({ request, baseURL }) => {
  test.setTimeout(180_000);
  const origin = new URL(baseURL ?? '').origin;
  const pages = new Map<string, string>();
  const problems: string[] = [];
  const anchors: [page: string, path: string, id: string][] = [];
  const seen = new Set<string>();
  const waiting: [address: string, from: string][] = [
    ['/', 'the start'],
    ...(await sitemapPaths(request)).map((path) => [path, 'the sitemap'] as [string, string]),
  ];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [address, from] = next;
    const url = new URL(address, origin + (from.startsWith('/') ? from : '/'));
    if (url.origin !== origin || url.pathname.startsWith('/api/logout')) continue;
    if (url.hash) anchors.push([from, url.pathname, decodeURIComponent(url.hash.slice(1))]);
    const place = url.pathname + url.search;
    if (seen.has(place)) continue;
    seen.add(place);
    const response = await request.get(place);
    if (response.status() !== 200) problems.push(`${place} answers ${response.status()}, named by ${from}`);
    if (!response.headers()['content-type']?.startsWith('text/html')) continue;
    const html = await response.text();
    pages.set(url.pathname, html);
    for (const link of addressesIn(html)) waiting.push([link, url.pathname]);
  }
  for (const [from, path, id] of anchors) {
    if (!idsIn(pages.get(path) ?? '').has(id)) problems.push(`${path}#${id} is no anchor, named by ${from}`);
  }
  expect(problems).toEqual([]);
  expect(pages.size).toBeGreaterThan(10);
});

test('every public page has title, description, canonical URL and Open Graph tags', async ({
  request,
  baseURL,
}) => {
  const origin = new URL(baseURL ?? '').origin;
  const titles = new Set<string>();
  const descriptions = new Set<string>();
  const paths = await sitemapPaths(request);
  for (const path of paths) {
    const html = await (await request.get(path)).text();
    const metas = html.match(/<(meta|link)\b[^>]*>/g) ?? [];
    const content = (key: string) =>
      attribute(
        metas.find((tag) => [attribute(tag, 'property'), attribute(tag, 'name')].includes(key)) ?? '',
        'content',
      );
    titles.add(/<title>([^<]+)<\/title>/.exec(html)?.[1] ?? '');
    descriptions.add(content('description'));
    const canonical = metas.find((tag) => attribute(tag, 'rel') === 'canonical') ?? '';
    expect(attribute(canonical, 'href'), path).toBe(origin + path);
    expect(content('og:url'), path).toBe(origin + path);
    expect(content('robots'), path).not.toContain('noindex');
    for (const key of ['og:title', 'og:description', 'og:type', 'twitter:card', 'twitter:title'])
      expect(content(key), `${path} ${key}`).not.toBe('');
    const image = await request.get(content('og:image'));
    expect([image.status(), image.headers()['content-type']], path).toEqual([200, 'image/jpeg']);
    const facts = [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].map(
      ([, json]) => JSON.parse(json ?? '') as { '@context': string; '@type': string },
    );
    expect(facts.length, `${path} structured data`).toBeGreaterThan(0);
    for (const fact of facts) expect(fact['@context']).toBe('https://schema.org');
  }
  expect([titles.size, descriptions.size]).toEqual([paths.length, paths.length]);
  expect(titles).not.toContain('');
});

test('a property page has complete vacation rental JSON-LD', async ({ request }) => {
  const html = await (await request.get('/stays/sunset-villa')).text();
  const [rental] = [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].map(
    ([, json]) => JSON.parse(json ?? ''),
  );
  expect(rental).toMatchObject({
    '@type': 'VacationRental',
    identifier: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'Sunset Villa',
    latitude: expect.any(Number),
    longitude: expect.any(Number),
    containsPlace: { '@type': 'Accommodation', occupancy: { '@type': 'QuantitativeValue', value: 14 } },
  });
  expect(rental.image.length).toBeGreaterThanOrEqual(8);
  for (const url of rental.image) expect((await request.get(url)).status()).toBe(200);
  expect(JSON.stringify(rental)).not.toMatch(/rating/i);
});

test('client navigation updates the canonical URL and inserts no script', async ({ page }) => {
  await open(page, '/');
  const canonical = page.locator('head link[rel=canonical]');
  await expect(canonical).toHaveAttribute('href', /\/$/);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sunset Villa' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sunset Villa');
  await expect(canonical).toHaveCount(1);
  await expect(canonical).toHaveAttribute('href', /\/stays\/sunset-villa$/);
});

test('personal and missing pages are noindex', async ({ request }) => {
  const listed = await sitemapPaths(request);
  for (const path of [
    '/login',
    '/account',
    '/checkout/success',
    '/checkout/cancel',
    '/admin',
    '/notify/leave',
  ])
    expect(listed).not.toContain(path);
  const missing = await request.get('/no/such/page');
  expect(missing.status()).toBe(404);
});

test('T-42: a title with </script> stays text, in the page and its JSON-LD', async ({ page }) => {
  const title = 'Villa</script><script>document.title="broken"</script><!--\u2028';
  const isNamedAsEver = async () =>
    /<h1[^>]*>Sunset Villa<\/h1>/.test(await (await page.request.get('/stays/sunset-villa')).text());
  const rename = (to: string) => query("update properties set title = $1 where slug = 'sunset-villa'", [to]);
  expect(await isNamedAsEver()).toBe(true);
  await rename(title);
  try {
    await expect.poll(isNamedAsEver).toBe(false);
    await page.goto('/stays/sunset-villa');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Villa</script><script>');
    await expect(page).toHaveTitle(/Villa<\/script>/);
    const names = await page
      .locator('script[type="application/ld+json"]')
      .evaluateAll((scripts) => scripts.map((script) => JSON.parse(script.textContent ?? '').name));
    expect(names[0]).toBe(title);
  } finally {
    await rename('Sunset Villa');
    // The next test finds the page as it was.
    await expect.poll(isNamedAsEver).toBe(true);
  }
});
