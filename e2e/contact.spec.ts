import type { Page } from '@playwright/test';
import { expectValues, field, fillIn, form, result, send } from './contact-steps.ts';
import { open } from './goto.ts';
import { holdBack } from './hold-requests.ts';
import { expect, mailTo, standIns, test } from './site.ts';

const hosts = 'hosts@pcbbeachrentals.example';

const thanks = "Thank you for your inquiry! We'll get back to you within 24 hours.";

const required = ['Name', 'Email', 'Property', 'Check-in', 'Check-out', 'Guests'];

const says = (page: Page, id: string) => page.locator(`#inquiry-${id}-error`);

test('an inquiry is mailed to the hosts and acknowledged to the guest', async ({ page }) => {
  await open(page, '/');
  const values = await fillIn(page);
  const guest = values.Email ?? '';
  const release = await holdBack(page, '**/api/forms/submit');
  const submitted = page.waitForRequest('**/api/forms/submit');
  await send(page).click();
  await expect(send(page)).toHaveText('Sending...');
  await expect(send(page)).toBeDisabled();
  await expect(send(page)).toBeFocused();
  await page.keyboard.press('Enter');
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
  await expect(result(page)).toContainText(thanks);
  await expect(send(page)).toHaveText('Send Inquiry');
  await expect(send(page)).toBeEnabled();
  await expect(send(page)).toBeFocused();
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
  // The host replies through the site, so that the inbox has the reply and its clock stops.
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

test.describe('sending failures', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  test('the reason is shown, input is kept, and a retry succeeds', async ({ page }) => {
    await open(page, '/');
    const values = await fillIn(page);
    const liveRegion = result(page);

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
});
