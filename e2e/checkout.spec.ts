import { bookButton, goToPayment, pay, week } from './checkout-steps.ts';
import { holdBack } from './hold-requests.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling, mailTo, standIns, test } from './site.ts';

const newGuest = () => `guest-${crypto.randomUUID()}@example.com`;

test.afterEach(async () => {
  await fetch(`${standIns}/stripe/switches`, { method: 'DELETE' });
});

test('a payment shows the confirmation and mails guest and hosts', async ({ page }) => {
  const guest = newGuest();
  await goToPayment(page);
  await expect(page.getByText('$1,593.00').first()).toBeVisible();
  await pay(page, guest);
  await page.waitForURL('**/checkout/success?sessionId=cs_*');
  await expect(page.getByRole('heading', { level: 1, name: 'Booking Confirmed!' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Booking Details' })).toBeVisible();
  await expect(main.getByText(week)).toBeVisible();
  await expect(main.getByText('Seven nights in the cottage')).toBeVisible();
  await expect(main.getByText('Booking Period')).toHaveCount(0);
  await expect(main.getByRole('heading', { name: "What's Next?" })).toBeVisible();
  await expect(main.getByRole('link', { name: '(850) 555-0142' })).toHaveAttribute('href', 'tel:8505550142');
  await expect(main.getByRole('link', { name: 'hello@pcbbeachrentals.example' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'View My Bookings' })).toHaveAttribute('href', '/account');
  await expect(main.getByRole('link', { name: 'Book Another Property' })).toHaveAttribute('href', '/shop');
  await expect(main).not.toContainText(guest);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScrolling(page);

  const [receipt, ...others] = await mailTo(guest);
  expect(others).toEqual([]);
  expect(receipt?.subject).toContain(week);
  expect(receipt?.text).toContain('$1,593.00');
  await expect
    .poll(async () =>
      (await mailTo('hosts@pcbbeachrentals.example')).some(({ text }) => text.includes(guest)),
    )
    .toBe(true);

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
});

test('a declined card shows its error, and Back leads to the cancelled page', async ({ page }) => {
  await goToPayment(page);
  await pay(page, newGuest(), '4000000000000002');
  await expect(page.getByRole('alert')).toContainText('declined');
  expect(page.url()).toContain(`${standIns}/stripe/pay/`);

  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/checkout/cancel');
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Cancelled' })).toBeVisible();
  const said =
    'Your payment was cancelled and no charges were made. Your reservation has not been processed.';
  await expect(page.getByText(said)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What happened?' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: '(850) 555-0142' })).toHaveAttribute('href', 'tel:8505550142');
  await expect(main.locator('a[href^="mailto:"]')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  await main.getByRole('link', { name: 'Browse Properties' }).click();
  await expect(page).toHaveURL('/shop');
});

test('a click before hydration is not lost', async ({ page }) => {
  const release = await holdBack(page, '**/assets/*.js');
  await page.goto('/shop', { waitUntil: 'commit' });
  await bookButton(page).click();
  release();
  await page.waitForURL(`${standIns}/stripe/pay/**`);
});
