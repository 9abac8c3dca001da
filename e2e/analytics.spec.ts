import type { Page } from '@playwright/test';
import { allSent, goToHosts } from './analytics-steps.ts';
import { open } from './goto.ts';
import { expectAccessible } from './site.ts';
import { accept, expect, notice, settle, test } from './tracked-site.ts';

const choices = (page: Page) =>
  page.getByRole('contentinfo').getByRole('button', { name: 'Privacy choices' });

const tagFrame = (page: Page) => page.locator('iframe[src="/embed/tags"]');

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
