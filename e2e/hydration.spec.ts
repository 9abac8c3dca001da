import type { Page } from '@playwright/test';
import { expect, test } from './admin-fixture.ts';
import { open } from './goto.ts';
import {
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
} from './hydration-steps.ts';

const failedScript =
  /Failed to load resource|Failed to fetch dynamically imported module|Error loading route module/;

test.describe('history navigation before hydration', () => {
  /** Stands on a page that was reloaded, reached from the hosts' page, with its scripts still on their way. */
  async function reloadWithoutScripts(page: Page, place: Place): Promise<() => void> {
    await open(page, hosts.path);
    await page.evaluate((to) => history.pushState({ idx: 1, key: 'here' }, '', to), place.path);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
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

test.describe('scripts that fail to load', () => {
  test.use({ expectedNoise: [failedScript] });

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
