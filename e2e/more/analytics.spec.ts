import type { Page } from '@playwright/test';
import { open } from '../goto.ts';
import { expectAccessible, expectNoSidewaysScrolling } from '../site.ts';
import { accept, expect, notice, type Sent, settle, storeConsent, test } from '../tracked-site.ts';

const choices = (page: Page) =>
  page.getByRole('contentinfo').getByRole('button', { name: 'Privacy choices' });

const tagFrame = (page: Page) => page.locator('iframe[src="/embed/tags"]');

const services = (sent: Sent[]) => [...new Set(sent.map(({ service }) => service))].sort();

const goToHosts = async (page: Page) => {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Meet Our Hosts', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meet Your Hosts');
  await settle(page);
};

/** Waits until all events of this many loaded pages are recorded, so that none is counted later. */
const allSent = (sent: Sent[], pages: number) =>
  expect
    .poll(() => sent.map(({ service }) => service).sort())
    .toEqual(
      ['gtm', 'gtm tags', 'gtm tags', 'meta', 'pinterest', 'posthog'].flatMap((service) =>
        Array.from({ length: pages }, () => service),
      ),
    );

test('nothing is sent without a choice, nor after declining', async ({ page, sent }) => {
  await open(page, '/notify/leave?left=1');
  await settle(page);
  await expect(notice(page)).toHaveCount(0);
  await choices(page).click();
  await expect(notice(page)).toBeVisible();
  for (const path of ['/checkout/cancel', '/login']) {
    await open(page, path);
    await expect(notice(page)).toBeVisible();
    await settle(page);
  }
  await goToHosts(page);
  await notice(page).getByRole('button', { name: 'Decline' }).click();
  await expect(notice(page)).toHaveCount(0);
  await page.getByRole('contentinfo').getByRole('link', { name: 'View All Rentals' }).click();
  await settle(page);
  await open(page, '/hosts');
  await settle(page);
  await expect(notice(page)).toHaveCount(0);
  expect(sent).toEqual([]);
});

test('the banner has equal buttons, leaves the focus and covers nothing for good', async ({ page }) => {
  await open(page, '/hosts');
  await expect(notice(page)).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  await expectAccessible(page);
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScrolling(page);
    const [decline, agree] = await notice(page)
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons.map((button) => {
          const { width, height } = button.getBoundingClientRect();
          return { width, height, looks: button.className };
        }),
      );
    expect(Math.abs((decline?.width ?? 0) - (agree?.width ?? 0))).toBeLessThan(8);
    expect(decline).toMatchObject({ height: agree?.height, looks: agree?.looks });

    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const footerBelowStrip = () =>
      page.evaluate(() => {
        const edge = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
        return (edge('footer')?.bottom ?? Number.NaN) - (edge('.privacy-notice')?.top ?? Number.NaN);
      });
    await expect.poll(footerBelowStrip).toBeLessThanOrEqual(1);
  }
});

test('the banner is first in tab order and never covers the focused element', async ({ page }) => {
  await open(page, '/shop');
  await expect(notice(page)).toBeVisible();
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  for (const name of ['Skip to content', 'Decline', 'Accept']) {
    await page.keyboard.press('Tab');
    await expect.poll(focused).toBe(name);
  }
  const hidden = () =>
    page.evaluate(() => {
      const strip = document.querySelector('.privacy-notice');
      if (!strip || strip.contains(document.activeElement)) return false;
      const box = document.activeElement?.getBoundingClientRect();
      return box !== undefined && box.top >= strip.getBoundingClientRect().top;
    });
  for (let step = 0; step < 15; step += 1) {
    await page.keyboard.press('Tab');
    await expect.poll(hidden, `${await focused()} is behind the question`).toBe(false);
  }
});

test('the footer changes the choice, and withdrawing consent stops everything at once', async ({
  page,
  sent,
}) => {
  await open(page, '/shop');
  await accept(page);
  await expect(tagFrame(page)).toHaveCount(1);
  await allSent(sent, 1);
  await settle(page);

  await choices(page).focus();
  await page.keyboard.press('Enter');
  await expect(notice(page)).toContainText('You have accepted.');
  await expect(notice(page).getByRole('heading')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(notice(page)).toHaveCount(0);
  await expect(choices(page)).toBeFocused();
  await expect(tagFrame(page)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('posthog-visitor'))).toBeNull();

  const before = sent.length;
  await page.getByRole('button', { name: 'Book Now' }).first().focus();
  await goToHosts(page);
  await open(page, '/shop');
  await settle(page);
  expect(sent).toHaveLength(before);

  await choices(page).click();
  await expect(notice(page)).toContainText('You have declined.');
  await accept(page);
  await expect.poll(() => sent.length).toBeGreaterThan(before);
});

test('withdrawing consent in one tab stops the others', async ({ page, context, sent }) => {
  await open(page, '/shop');
  await accept(page);
  await settle(page);
  const other = await context.newPage();
  await open(other, '/hosts');
  await allSent(sent, 2);
  await settle(other);
  await choices(other).click();
  await notice(other).getByRole('button', { name: 'Decline' }).click();
  await expect(tagFrame(page)).toHaveCount(0);
  const before = sent.length;
  await goToHosts(page);
  expect(sent).toHaveLength(before);
});

test('Global Privacy Control outweighs earlier consent and shows no banner', async ({
  page,
  context,
  sent,
}) => {
  await context.setExtraHTTPHeaders({ 'Sec-GPC': '1', 'X-Forwarded-For': '198.51.100.40' });
  await storeConsent(page, 'accepted');
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true });
  });
  await open(page, '/shop');
  await settle(page);
  await expect(notice(page)).toHaveCount(0);
  await choices(page).click();
  await expect(notice(page)).toContainText('Global Privacy Control');
  await expect(notice(page).getByRole('button', { name: 'Accept' })).toHaveCount(0);
  await notice(page).getByRole('button', { name: 'Close' }).click();
  expect(sent).toEqual([]);
});

test('without storage the choice holds until the page is left', async ({ page, sent }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await open(page, '/shop');
  await accept(page);
  await expect.poll(() => services(sent)).toContain('posthog');
  await expect(notice(page)).toHaveCount(0);
  await open(page, '/hosts');
  await expect(notice(page)).toBeVisible();
});
