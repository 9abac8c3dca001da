import type { Page, Route } from '@playwright/test';
import { expect, test } from '../admin-fixture.ts';
import { open } from '../goto.ts';
import { holdBack } from '../hold-requests.ts';
import {
  admin,
  blog,
  countDocuments,
  enter,
  expectAlive,
  expectReadable,
  home,
  hosts,
  isSameDocument,
  markDocument,
  type Place,
  places,
  shop,
  stay,
} from '../hydration-steps.ts';
import { expectAccessible } from '../site.ts';

const hydrationMismatch = /Minified React error #(418|425)\b/;

const failedScript =
  /Failed to load resource|Failed to fetch dynamically imported module|Error loading route module/;

/** Changes the document that the server sends for a path. */
async function editDocument(page: Page, path: string, edit: (html: string) => string): Promise<void> {
  await page.route(path, async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback();
    const response = await route.fetch();
    const html = await response.text();
    const body = edit(html);
    expect(body, 'the edit changes the document').not.toBe(html);
    await route.fulfill({ response, body });
  });
}

const structuredData = 'script[type="application/ld+json"]';

test.describe('HTML changed before hydration', () => {
  test.use({ expectedNoise: [hydrationMismatch] });

  /** The changes that a browser's translation or an extension makes. */
  const edits: [string, (body: string) => string][] = [
    ['changed words', (body) => body.replaceAll(' to ', ' zu ')],
    [
      'words wrapped by a translation',
      (body) => body.replace(/>([^<>]*[a-z][^<>]*)</gi, '><font><font>$1</font></font><'),
    ],
    ['a missing node', (body) => body.replace(/<a href="#main".*?<\/a>/s, '').replace(/<p[ >].*?<\/p>/s, '')],
    ['an added node', (body) => body.replace(/<h1/, '<span>Added</span><h1')],
  ];

  /** Edits the elements of the body, which stand before its first script. */
  const inBody = (edit: (body: string) => string) => (html: string) => {
    const start = html.indexOf('>', html.indexOf('<body')) + 1;
    const end = html.indexOf('<script', start);
    return html.slice(0, start) + edit(html.slice(start, end)) + html.slice(end);
  };

  for (const [name, edit] of edits) {
    test(`renders completely and works: ${name}`, async ({ page, hostCookies }) => {
      for (const place of [home, admin]) {
        await enter(page, place, hostCookies);
        const served = await (await page.request.get(place.path)).text();
        await editDocument(page, place.path, inBody(edit));
        await open(page, place.path);
        await expectReadable(page, place);
        await expect(page.locator(structuredData)).toHaveCount(
          served.split('"application/ld+json"').length - 1,
        );
        expect(served.includes('"application/ld+json"')).toBe(!place.forHosts);
        await expectAlive(page, place);
      }
    });
  }
});

test.describe('scripts that fail to load', () => {
  test.use({ expectedNoise: [failedScript] });

  const removed = (route: Route) => route.fulfill({ status: 404 });

  const lost: [string, string, (route: Route) => Promise<void>, Place[]][] = [
    ['the entry, removed by a new version', '**/assets/entry.client-*.js', removed, [home, admin]],
    ['the framework, lost on the way', '**/assets/framework-*.js', (route) => route.abort(), [home]],
    ['those of the page', '**/assets/{property,admin}-*.js', removed, [stay, admin]],
  ];

  for (const [name, scripts, fail, affected] of lost) {
    test(`leave the page readable, with working links and menu: ${name}`, async ({ page, hostCookies }) => {
      for (const place of affected) {
        await enter(page, place, hostCookies);
        await page.route(scripts, fail);
        const documents = countDocuments(page);
        const failed = page.waitForEvent('pageerror');
        await page.goto(place.path);
        await failed;
        await expectReadable(page, place);
        expect(documents()).toBe(1);
        if (place === home)
          await expect(page.locator('#contact')).toContainText(
            'Sending the form needs JavaScript. Without it',
          );
        if (place.forHosts) {
          await page.getByRole('link', { name: 'Back to Site' }).click();
          await expectReadable(page, home);
        } else {
          await page.getByRole('button', { name: 'Open menu' }).click();
          await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Blog' }).click();
          await expectReadable(page, blog);
        }
        expect(documents()).toBe(2);
      }
    });
  }

  test('a link to a page whose chunk is missing loads the document, once', async ({ page, hostCookies }) => {
    for (const place of places) {
      await enter(page, place, hostCookies);
      await open(page, place.path);
      await markDocument(page);
      const [target, link] = place.forHosts ? [home, 'Back to Site'] : [hosts, 'Meet Our Hosts'];
      await page.route('**/assets/{home,hosts}-*.js', (route) => route.fulfill({ status: 404 }));
      const documents = countDocuments(page);
      const failed = page.waitForEvent('pageerror');
      await page.getByRole('link', { name: link }).click();
      await expect(page).toHaveURL(target.path);
      await failed;
      await expectReadable(page, target);
      expect(await isSameDocument(page)).toBe(false);
      expect(documents()).toBe(1);
    }
  });
});

test.describe('history navigation before hydration', () => {
  /** Stands on a page that was reloaded, reached from the hosts' page, with its scripts still on their way. */
  async function reloadWithoutScripts(page: Page, place: Place): Promise<() => void> {
    await open(page, hosts.path);
    await page.evaluate((to) => history.pushState({ idx: 1, key: 'here' }, '', to), place.path);
    const release = await holdBack(page, '**/assets/*.js');
    await page.reload({ waitUntil: 'domcontentloaded' });
    await expectReadable(page, place);
    return release;
  }

  test('shows the page of the URL, back and forward', async ({ page, hostCookies }) => {
    for (const place of places) {
      await enter(page, place, hostCookies);
      const release = await reloadWithoutScripts(page, place);
      await page.goBack({ waitUntil: 'commit' });
      await expect(page).toHaveURL(hosts.path);
      release();
      await expectReadable(page, hosts);
      await expectAlive(page, hosts);
    }
    await enter(page, home, hostCookies);
    const release = await reloadWithoutScripts(page, home);
    await page.goBack({ waitUntil: 'commit' });
    await page.goForward({ waitUntil: 'commit' });
    release();
    await expectReadable(page, home);
    await expectAlive(page, home);
  });
});

test.describe('older HTML with newer scripts', () => {
  // Its scripts carry a nonce, so that a test may change them.
  const path = '/shop?from=mail';

  const tryAgain = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Try Again' });

  test.use({
    expectedNoise: [/manifest version mismatch|TypeError: Cannot|SyntaxError|The page failed before/],
  });

  test('loads the new version with the next page', async ({ page, hostCookies }) => {
    await enter(page, shop, hostCookies);
    await editDocument(page, path, (html) => html.replace(/"version": "\w+"/, '"version": "older"'));
    await open(page, path);
    await markDocument(page);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Beach Blog' }).click();
    await expect(page).toHaveURL(blog.path);
    await expectReadable(page, blog);
    expect(await isSameDocument(page)).toBe(false);
    await expectAlive(page, blog);
  });

  test('shows the error page for unreadable data, and navigates on from there', async ({
    page,
    hostCookies,
  }) => {
    await enter(page, shop, hostCookies);
    await editDocument(page, path, (html) => html.replace('\\"products\\"', '\\"wares\\"'));
    const report = page.waitForResponse('**/api/client-errors');
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Something went wrong');
    await expect(page.getByRole('banner')).toBeVisible();
    expect((await report).status()).toBe(204);
    await page.unrouteAll();
    await tryAgain(page).click();
    await expectReadable(page, shop);
    await expectAlive(page, shop);
  });

  test('shows an error page without the layout when the layout fails', async ({ page, hostCookies }) => {
    await enter(page, shop, hostCookies);
    await editDocument(page, path, (html) => html.replace('\\"properties\\"', '\\"houses\\"'));
    const report = page.waitForRequest('**/api/client-errors');
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Something went wrong');
    await expect(page).toHaveTitle('Oops! Something went wrong | PCB Beach Rentals');
    expect((await report).postDataJSON()).toMatchObject({ kind: 'caught', path: '/shop' });
    await expectAccessible(page);
    await page.unrouteAll();
    await tryAgain(page).click();
    await expectReadable(page, shop);
    await expectAlive(page, shop);
  });

  test('keeps the server-rendered page when hydration fails', async ({ page, hostCookies }) => {
    await enter(page, shop, hostCookies);
    await editDocument(page, path, (html) => html.replace(/\.enqueue\("\[/, '.enqueue("?'));
    const report = page.waitForRequest('**/api/client-errors');
    const stays = page.waitForEvent('pageerror', ({ message }) => message.includes('stays as the server'));
    const documents = countDocuments(page);
    await page.goto(path);
    expect((await report).postDataJSON()).toMatchObject({ kind: 'uncaught', path: '/shop' });
    await stays;
    await expectReadable(page, shop);
    expect(documents()).toBe(2);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Meet Our Hosts' }).click();
    await expectReadable(page, hosts);
    await expectAlive(page, hosts);
  });
});
