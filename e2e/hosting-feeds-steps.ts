import type { Page } from '@playwright/test';
import { expect } from './admin-fixture.ts';
import { runJob } from './database.ts';
import { open } from './goto.ts';
import { confirmed } from './paid-stay.ts';
import { putCalendar } from './put-calendar.ts';
import { expectAccessible, expectNoSidewaysScrolling, mailTo, standIns } from './site.ts';

export const resolveDoubleBooking =
  (width: number) =>
  async ({ page }: { page: Page }) => {
    await page.setViewportSize({ width, height: 900 });
    const email = `twice-${width}@example.com`;
    const stay = await confirmed(page, email, `Ruth ${width}`);
    const url = await putCalendar(`twice-${width}`, { ...stay, summary: 'Reserved - Sarah' });

    await open(page, '/admin/feeds');
    await page.getByRole('button', { name: 'Add a calendar' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Site').selectOption('Vrbo');
    await dialog.getByLabel('Address of its calendar').fill('ftp://nowhere');
    await dialog.getByRole('button', { name: 'Add and read it' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Please paste the whole address, from https:// on.');
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    await dialog.getByLabel('Address of its calendar').fill(url);
    await dialog.getByRole('button', { name: 'Add and read it' }).click();
    await expect(dialog).toBeHidden();

    const item = page
      .getByRole('listitem')
      .filter({ hasText: new URL(standIns).host })
      .last();
    await expect(item).toContainText('Read well');
    await item.getByRole('button', { name: 'Read now' }).click();
    await expect(item).toContainText('a stay, unchanged');

    const twice = page.getByRole('region', { name: 'Booked twice' }).getByRole('listitem');
    await runJob('watch_channels');
    await expect
      .poll(async () => (await page.request.get('/api/admin/conflicts')).text())
      .toContain(`Ruth ${width}`);
    await page.reload();
    await expect(twice.filter({ hasText: `Ruth ${width}` })).toBeVisible();
    await expect
      .poll(async () => (await mailTo('host@example.com')).some(({ subject }) => subject.includes(stay.code)))
      .toBe(true);
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    await page.screenshot({ path: `test-results/feeds-${width}.png`, fullPage: true });

    await twice
      .filter({ hasText: `Ruth ${width}` })
      .getByRole('button', { name: 'Choose what to do' })
      .click();
    await expect(dialog.getByRole('radio').first()).toBeChecked();
    await expect(dialog.getByRole('region', { name: 'The mail' })).toContainText('at no extra cost');
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    await page.screenshot({ path: `test-results/conflict-${width}.png` });
    await dialog.getByRole('radio', { name: 'Offer other dates' }).check();
    await expect(dialog.getByRole('region', { name: 'The mail' })).toContainText('other dates');
    await dialog.getByRole('radio', { name: /^Move to/ }).check();
    await dialog.getByRole('button', { name: 'Move the guest and send this mail' }).click();
    await expect(page.getByText(`Ruth ${width} has moved to`)).toBeVisible();
    await expect(twice.filter({ hasText: `Ruth ${width}` })).toHaveCount(0);
    await expect(page.locator(':focus')).toContainText(`Ruth ${width} has moved to`);
    await expect
      .poll(async () => (await mailTo(email)).some(({ subject }) => subject.startsWith('Moved: ')))
      .toBe(true);

    await page.getByRole('button', { name: 'New address for Airbnb' }).first().click();
    const before = await page.getByLabel('Our calendar for Airbnb').first().inputValue();
    await page.getByRole('button', { name: 'Make a new address' }).click();
    await expect(page.getByLabel('Our calendar for Airbnb').first()).not.toHaveValue(before);
    expect((await page.request.get(before)).status()).toBe(404);
  };
