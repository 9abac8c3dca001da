import type { Page } from '@playwright/test';
import { expectValues, field, fillIn, form, inDays, result, send } from '../contact-steps.ts';
import { open, scriptsAreThere } from '../goto.ts';
import { holdBack } from '../hold-requests.ts';
import { expect, mailTo, test } from '../site.ts';

const thanks = "Thank you for your inquiry! We'll get back to you within 24 hours.";

const says = (page: Page, id: string) => page.locator(`#inquiry-${id}-error`);

test('a field shows its error while typing', async ({ page }) => {
  await open(page, '/');
  // Midnight may pass during the test: each day is calculated once.
  const [twoDaysBefore = '', dayBefore = '', arrival = '', departure = ''] = [8, 9, 10, 11].map(inDays);
  const cases: [string, string, string, string | null][] = [
    ['Name', 'name', 'A', 'Name must be at least 2 characters'],
    ['Name', 'name', 'A'.repeat(101), 'Name cannot exceed 100 characters'],
    ['Name', 'name', '   ', 'Name is required'],
    ['Name', 'name', 'Al', null],
    ['Email', 'email', 'ada@', 'Email is not a valid email'],
    ['Email', 'email', 'ada@example.com', null],
    ['Guests', 'guests', '0', 'Guests cannot be less than 1'],
    ['Guests', 'guests', '13', 'Guests cannot be greater than 12'],
    ['Guests', 'guests', '2.5', 'Guests must be an integer'],
    ['Guests', 'guests', '12', null],
    ['Check-in', 'checkin', inDays(-3), 'Check-in cannot be in the past'],
    ['Check-in', 'checkin', arrival, null],
    ['Check-out', 'checkout', arrival, 'Check-out must be after check-in'],
    ['Check-out', 'checkout', departure, null],
  ];
  for (const [label, id, text, message] of cases) {
    await field(page, label).fill(text);
    if (message) await expect(says(page, id)).toHaveText(message);
    else await expect(says(page, id)).toHaveCount(0);
  }
  await field(page, 'Check-out').fill(dayBefore);
  await expect(says(page, 'checkout')).toHaveText('Check-out must be after check-in');
  await field(page, 'Check-in').fill(twoDaysBefore);
  await expect(says(page, 'checkout')).toHaveCount(0);
});

test('the honeypot field is neither visible nor focusable', async ({ page }) => {
  await open(page, '/');
  const trap = page.locator('input[name=website]');
  await expect(form(page).getByRole('textbox', { name: 'Leave this field empty' })).toHaveCount(0);
  const hiding = form(page).locator('[aria-hidden=true]').filter({ has: trap });
  const clip = await hiding.evaluate((box) => getComputedStyle(box).clipPath);
  expect(clip).toBe('inset(50%)');
  await field(page, 'Message').focus();
  await page.keyboard.press('Tab');
  await expect(send(page)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(field(page, 'Message')).toBeFocused();
});

test.describe('sending failures', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  test('a guest whose browser filled the honeypot can send again', async ({ page }) => {
    await open(page, '/');
    const values = await fillIn(page);
    await page.locator('input[name=website]').evaluate((input: HTMLInputElement) => {
      input.value = 'https://example.com';
    });
    await send(page).click();
    const advice = 'Please wait a moment and send the form again.';
    await expect(result(page)).toHaveText(advice);
    await expectValues(page, values);
    await send(page).click();
    await expect(form(page).getByText(thanks)).toBeVisible();
  });
});

test('a double click, or Enter during sending, sends one inquiry', async ({ page }) => {
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/forms/submit')) sent += 1;
  });
  const release = await holdBack(page, '**/api/forms/submit', (route) =>
    route.fulfill({ json: { success: true, message: thanks } }),
  );
  await open(page, '/');
  await fillIn(page);
  await send(page).dblclick();
  await field(page, 'Name').press('Enter');
  release();
  await expect(form(page).getByText(thanks)).toBeVisible();
  expect(sent).toBe(1);
});

test('input typed before hydration is kept and sent', async ({ page }) => {
  const release = await holdBack(page, '**/assets/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  const values = await fillIn(page);
  release();
  await scriptsAreThere(page);
  await expectValues(page, values);

  await field(page, 'Guests').fill('');
  await send(page).click();
  await expect(form(page).locator('[aria-invalid]')).toHaveCount(1);
  await field(page, 'Guests').fill('4');
  await send(page).click();
  await expect(form(page).getByText(thanks)).toBeVisible();
  expect(await mailTo(values.Email ?? '')).toHaveLength(1);
});
