import type { Page } from '@playwright/test';
import { formatDate } from '../src/shared/dates.ts';
import { expect, test, wide } from './admin-fixture.ts';
import { query } from './database.ts';
import { cell, day, openTimeline, slug, title } from './host-calendar-steps.ts';
import { keepMessages } from './keep-messages.ts';
import { expectAccessible } from './site.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Selected nights' });

const effect = (page: Page) => page.getByRole('region', { name: 'Effect' });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.afterAll(async () => {
  for (const table of ['blocks', 'rates'])
    await query(
      `delete from ${table} where first_night between $1 and $2 and property_id = (select id from properties where slug = $3)`,
      [day(0), day(60), slug],
    );
  await query("update bookings set status = 'released' where name = 'Calla Endar'", []);
});

test('prices are changed by keyboard with the effect shown first, and undone', async ({ page }) => {
  await keepMessages(page);
  await page.setViewportSize(wide);
  await openTimeline(page);
  await expect(cell(page, day(1))).toBeVisible();
  const before = (await cell(page, day(1)).textContent()) ?? '';
  await cell(page, day(0)).focus();
  await page.keyboard.press('ArrowRight');
  await expect(cell(page, day(1))).toBeFocused();
  await expect(cell(page, day(1))).toHaveCSS('outline-style', 'solid');
  for (let night = 0; night < 2; night += 1) await page.keyboard.press('Shift+ArrowRight');
  const nights = `${formatDate(day(1))} to ${formatDate(day(3))}: 3 nights`;
  await expect(bar(page)).toContainText(nights);
  await expect(page.getByText(`Selected: ${await title()}, ${nights}`)).toBeAttached();
  await expect(cell(page, day(2))).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Change price and rules')).toBeFocused();
  await button(page, 'Clear').click();
  // The next key may come at once, and is the button's.
  const focused = await cell(page, day(2)).evaluate((night) => {
    night.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    return document.activeElement?.textContent;
  });
  expect(focused).toBe('Change price and rules');
  await button(page, 'Clear').click();
  await cell(page, day(1)).focus();
  for (let night = 0; night < 2; night += 1) await page.keyboard.press('Shift+ArrowRight');
  await expect(bar(page)).toContainText(nights);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Save')).toBeDisabled();
  await page.getByLabel('Price of a night ($)').fill('432');
  await page.getByLabel('Fewest nights').fill('0');
  await expect(page.getByText('Type a number of nights from 1 to 365')).toBeVisible();
  await expect(effect(page)).toHaveText(/Please mend first: fewest nights\.$/);
  await page.getByLabel('Fewest nights').fill('300');
  await expect(effect(page)).toContainText('3 nights; all of them change.');
  await expect(effect(page)).toContainText('Price after$432.00');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(cell(page, day(1))).toContainText('$432');
  await expect(cell(page, day(1))).toContainText('300+');
  await expect(cell(page, day(4))).not.toContainText('$432');
  await button(page, 'Undo').click();
  await expect(page.getByText('Undone: everything is as it was.')).toBeVisible();
  await expect(cell(page, day(1))).toHaveText(before);
});
