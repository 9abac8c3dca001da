import type { Page } from '@playwright/test';
import { test as hostTest, makeRow, openTable, word } from '../admin-fixture.ts';
import { modal } from '../admin-form-steps.ts';
import { goWithin, open } from '../goto.ts';
import { expect, test } from '../site.ts';
import { lightbox } from '../stay-page.ts';

hostTest.use({ expectedNoise: [[/Failed to load resource/, /Form submission failed/], { scope: 'test' }] });

const beachcomber = '/stays/the-beachcomber';

/**
 * Makes React wait before each of its tasks from now on, as on a busy phone: what it does after it has drawn something comes
 * much later than what it has drawn.
 */
const slowDown = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      setTimeout(() => post.call(this, message), 700);
    };
  });

test('Back closes the images as soon as they are seen', async ({ page }) => {
  await open(page, '/');
  await open(page, beachcomber);
  await slowDown(page);
  await page.getByRole('link', { name: 'Show all 8 pictures' }).click();
  await expect(lightbox(page)).toBeVisible();
  await page.goBack();
  await expect(lightbox(page)).toHaveCount(0);
  await expect(page).toHaveURL(beachcomber);
});

test('a link to a part of the page leads there while the parts above it render again', async ({ page }) => {
  await open(page, beachcomber);
  await slowDown(page);
  // Safari keeps nothing in place while the page above it grows, and other browsers not always.
  await page.evaluate(() => document.documentElement.style.setProperty('overflow-anchor', 'none'));
  const contact = page.locator('#contact');
  const whole = await contact.evaluate(() => document.body.scrollHeight);
  await page.getByRole('link', { name: 'Ask about your dates' }).click();
  const isGrown = () => contact.evaluate((_, height) => document.body.scrollHeight > height * 0.9, whole);
  await expect.poll(isGrown).toBe(true);
  await expect(page.getByLabel('Property')).toHaveValue('The Beachcomber');
  await expect.poll(() => contact.evaluate((one) => Math.round(one.getBoundingClientRect().top))).toBe(88);
});

hostTest('the library takes a pasted file as soon as it is seen', async ({ page }) => {
  await open(page, '/admin?table=amenities');
  await slowDown(page);
  await goWithin(page, '/admin?table=media&view=library');
  await expect(page.getByText('Upload pictures or videos').first()).toBeVisible();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['no picture'], 'pasted.txt', { type: 'text/plain' }));
    document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData: data }));
  });
  await expect(page.getByRole('list', { name: 'Uploads' })).toContainText('pasted.txt');
});

hostTest('the editor hears its save key as soon as it is seen', async ({ page }) => {
  await open(page, '/blog');
  await slowDown(page);
  await goWithin(page, '/blog/new');
  await expect(page.getByLabel('Title')).toBeVisible();
  const isLeftToBrowser = await page.evaluate(() =>
    dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, cancelable: true })),
  );
  expect(isLeftToBrowser).toBe(false);
});

hostTest('what the server rejects has the focus as soon as its message is seen', async ({ page }) => {
  const path = `/${word()}`;
  await makeRow(page, 'redirects', { from_path: path, to_path: '/shop' });
  await openTable(page, 'redirects');
  await page.getByRole('button', { name: 'Add New' }).click();
  const form = modal(page, 'Add New Item');
  await form.getByLabel('Old address').fill(path);
  await form.getByLabel('New address').fill('/shop');
  await slowDown(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('alert')).toBeVisible();
  const hasFocus = form.getByLabel('Old address').evaluate((field) => field === document.activeElement);
  expect(await hasFocus).toBe(true);
});
