import type { Locator, Page } from '@playwright/test';
import { test as hostTest, makeRow, openTable, word } from '../admin-fixture.ts';
import { modal } from '../admin-form-steps.ts';
import { freeNights, freeStay, guest, pathOf } from '../booking-steps.ts';
import { formAnswers, goWithin, open } from '../goto.ts';
import { dialog, heading, requested } from '../hosting-bookings-steps.ts';
import { hold } from '../paid-stay.ts';
import { newPerson } from '../sign-in.ts';
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

/** Waits for a text until the frame in which it is drawn: assertions look once in a second. */
const draws = (page: Page, text: string) =>
  page.waitForFunction((part) => document.body.innerText.includes(part), text);

/** Whether an element has the focus now, without waiting for it. */
const hasFocus = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => one === document.activeElement);

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
  expect(await hasFocus(form.getByLabel('Old address'))).toBe(true);
});

hostTest('the page of a booking has the focus as soon as its dialog is closed', async ({ page }) => {
  const { code } = await requested(page, newPerson(), guest.name);
  await open(page, `/admin/bookings/${code}`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await slowDown(page);
  await dialog(page).getByRole('button', { name: 'Approve and send the link' }).click();
  await expect(dialog(page)).toHaveCount(0);
  expect(await hasFocus(heading(page))).toBe(true);
  await freeNights();
});

test('the code of a sign-in can be typed as soon as its field is seen', async ({ page }) => {
  await open(page, '/login');
  await page.getByLabel('Email').fill(newPerson());
  await slowDown(page);
  await page.getByRole('button', { name: 'Send verification code' }).click();
  const field = page.getByLabel('Verification code');
  await expect(field).toBeVisible();
  expect(await hasFocus(field)).toBe(true);
});

test('the next page of free homes has the focus as soon as it is seen', async ({ page }) => {
  const { searchParams } = new URL(pathOf(await freeStay(page.request)), 'http://localhost');
  searchParams.delete('property');
  await page.route('**/api/availability?*', async (route) => {
    const response = await route.fetch();
    const [home] = await response.json();
    const homes = Array.from({ length: 30 }, (_, index) => ({ ...home, slug: `home-${index}` }));
    await route.fulfill({ response, json: homes });
  });
  await open(page, '/book');
  await goWithin(page, `/book?${searchParams}`);
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await slowDown(page);
  await page.getByRole('link', { name: 'More homes' }).click();
  await draws(page, 'Page 2 of 2');
  expect(await hasFocus(page.getByRole('heading', { name: /free on these dates$/ }))).toBe(true);
});

test('a withdrawn offer has the focus as soon as its message is seen', async ({ page }) => {
  const { code } = await hold(page, newPerson(), guest.name);
  await open(page, `/book/${code}`);
  await slowDown(page);
  await page.route(`**/api/bookings/${code}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), isOfferWithdrawn: true } });
  });
  const message = page.getByRole('heading', { name: 'This offer was withdrawn' });
  await expect(message).toBeVisible();
  expect(await hasFocus(message)).toBe(true);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await freeNights();
});

test.describe('with a rejected form', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  test('what is wrong with the details of a guest has the focus as soon as it is seen', async ({ page }) => {
    await open(page, pathOf(await freeStay(page.request)));
    const name = page.getByLabel('Name');
    await formAnswers(name);
    await slowDown(page);
    await page.getByRole('button', { name: 'Reserve and pay' }).click();
    await expect(page.getByText('Please tell us your name')).toBeVisible();
    expect(await hasFocus(name)).toBe(true);
  });
});
