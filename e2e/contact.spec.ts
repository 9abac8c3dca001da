import type { Page } from '@playwright/test';
import { open, scriptsAreThere } from './goto.ts';
import { holdBack } from './hold-requests.ts';
import { expect, mailTo, standIns, test } from './site.ts';

const hosts = 'hosts@pcbbeachrentals.example';
const thanks = "Thank you for your inquiry! We'll get back to you within 24 hours.";
const required = ['Name', 'Email', 'Property', 'Check-in', 'Check-out', 'Guests'];

const form = (page: Page) => page.getByRole('form', { name: 'Booking inquiry' });
const field = (page: Page, label: string) => form(page).getByLabel(label);
const send = (page: Page) => form(page).getByRole('button');
const says = (page: Page, id: string) => page.locator(`#inquiry-${id}-error`);

const newGuest = () => `guest-${crypto.randomUUID()}@example.com`;

/** The calendar date so many days from now, `YYYY-MM-DD`. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function fillIn(page: Page, changes: Record<string, string> = {}): Promise<Record<string, string>> {
  const values: Record<string, string> = {
    Name: 'Ada Guest',
    Email: newGuest(),
    Phone: '(850) 555-0100',
    'Check-in': inDays(30),
    'Check-out': inDays(37),
    Guests: '4',
    Message: 'Is the pool heated in the fall?',
    ...changes,
  };
  await field(page, 'Property').selectOption('The Beachcomber');
  for (const [label, text] of Object.entries(values)) await field(page, label).fill(text);
  return values;
}

async function expectValues(page: Page, values: Record<string, string>): Promise<void> {
  await expect(field(page, 'Property')).toHaveValue('The Beachcomber');
  for (const [label, text] of Object.entries(values)) await expect(field(page, label)).toHaveValue(text);
}

test('an inquiry is mailed to the hosts and acknowledged to the guest', async ({ page }) => {
  await open(page, '/');
  const values = await fillIn(page);
  const guest = values.Email ?? '';
  const release = await holdBack(page, '**/api/forms/submit');
  const submitted = page.waitForRequest('**/api/forms/submit');
  await send(page).click();
  await expect(send(page)).toHaveText('Sending...');
  await expect(send(page)).toBeDisabled();
  release();
  expect((await submitted).postDataJSON()).toEqual({
    formId: 'booking_inquiry',
    name: 'Ada Guest',
    email: guest,
    phone: '(850) 555-0100',
    property: 'The Beachcomber',
    checkin: values['Check-in'],
    checkout: values['Check-out'],
    guests: 4,
    message: 'Is the pool heated in the fall?',
    elapsedMs: expect.any(Number),
  });

  await expect(form(page).getByText(thanks)).toBeVisible();
  await expect(form(page).locator('[aria-live]')).toContainText(thanks);
  await expect(send(page)).toHaveText('Send Inquiry');
  await expect(send(page)).toBeEnabled();
  for (const label of [...required, 'Phone', 'Message']) await expect(field(page, label)).toHaveValue('');

  const [acknowledgement] = await mailTo(guest);
  expect(acknowledgement?.text).toContain('24 hours');
  const toHosts = async () => {
    const response = await fetch(`${standIns}/mail/messages?to=${encodeURIComponent(hosts)}`);
    const messages = (await response.json()) as { subject: string; text: string; replyTo: string }[];
    return messages.filter(({ text }) => text.includes(guest));
  };
  await expect.poll(async () => (await toHosts()).length).toBe(1);
  const [notice] = await toHosts();
  // Answered through the site, so that the answer stands in the inbox and stops the clock.
  expect(notice).toMatchObject({
    replyTo: expect.stringMatching(/^reply\+[0-9a-f]+@/),
    subject: expect.stringContaining('The Beachcomber'),
  });
  expect(notice?.text).toContain('Is the pool heated in the fall?');
});

test('an empty form shows every error and focuses the first field', async ({ page }) => {
  await open(page, '/');
  for (const label of required) await expect(field(page, label)).toHaveAttribute('aria-required', 'true');
  await expect(field(page, 'Property').locator('option')).toHaveText([
    'Select an option',
    'Kid-Friendly, Steps to Beach + Pools, Sleeps 6',
    'The Beachcomber',
    'Sunset Villa',
    'Any Available Property',
  ]);
  await send(page).click();
  for (const label of required) {
    await expect(form(page).getByText(`${label} is required`, { exact: true })).toBeVisible();
    await expect(field(page, label)).toHaveAccessibleDescription(`${label} is required`);
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(form(page).locator('[aria-invalid]')).toHaveCount(required.length);
  await expect(field(page, 'Name')).toBeFocused();

  await field(page, 'Name').fill('Ada');
  await expect(says(page, 'name')).toHaveCount(0);
  await expect(field(page, 'Name')).not.toHaveAttribute('aria-invalid');
  await expect(says(page, 'email')).toHaveText('Email is required');
  await send(page).click();
  await expect(field(page, 'Email')).toBeFocused();
});

test('a field shows its error while typing', async ({ page }) => {
  await open(page, '/');
  // Midnight may pass meanwhile: each day is worked out once.
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
  const clip = await trap.evaluate((input) => getComputedStyle(input.parentElement ?? input).clipPath);
  expect(clip).toBe('inset(50%)');
  await field(page, 'Message').focus();
  await page.keyboard.press('Tab');
  await expect(send(page)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(field(page, 'Message')).toBeFocused();
});

test.describe('sending failures', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  test('the reason is shown, input is kept, and a retry succeeds', async ({ page }) => {
    await open(page, '/');
    const values = await fillIn(page);
    const liveRegion = form(page).locator('[aria-live]');

    await page.route('**/api/forms/submit', (route) => route.abort(), { times: 1 });
    await send(page).click();
    await expect(liveRegion).toHaveText('Something went wrong. Please try again.');
    await expectValues(page, values);

    const rejection = { message: 'The hosts are away in May', fields: { checkin: 'Check-in is taken' } };
    await page.route('**/api/forms/submit', (route) => route.fulfill({ status: 400, json: rejection }), {
      times: 1,
    });
    await send(page).click();
    await expect(liveRegion).toHaveText('The hosts are away in May');
    await expect(says(page, 'checkin')).toHaveText('Check-in is taken');
    await expect(field(page, 'Check-in')).toBeFocused();
    await expectValues(page, values);

    await page.route('**/api/forms/submit', (route) => route.fulfill({ json: { success: false } }), {
      times: 1,
    });
    await send(page).click();
    await expect(liveRegion).toHaveText('Form submission failed');
    await expectValues(page, values);

    await send(page).click();
    await expect(liveRegion).toHaveText(thanks);
    expect(await mailTo(values.Email ?? '')).toHaveLength(1);
  });

  test('a guest whose browser filled the honeypot can send again', async ({ page }) => {
    await open(page, '/');
    const values = await fillIn(page);
    await page.locator('input[name=website]').evaluate((input: HTMLInputElement) => {
      input.value = 'https://example.com';
    });
    await send(page).click();
    const advice = 'Please wait a moment and send the form again.';
    await expect(form(page).locator('[aria-live]')).toHaveText(advice);
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
