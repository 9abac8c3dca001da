import { expect, test } from './admin-fixture.ts';
import { open } from './goto.ts';
import {
  approveRequest,
  dialog,
  heading,
  recordPaidBackRefund,
  refundMessageAndCancel,
  requested,
} from './hosting-bookings-steps.ts';
import { mailTo } from './site.ts';

for (const width of [390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('a host finds a request in the list and approves it', approveRequest(width));

    test(
      'a host sees a dispute and a refund that failed, and records that it was paid back',
      recordPaidBackRefund(width),
    );

    test(
      'a host refunds a part of a stay, writes to its guest and cancels it',
      refundMessageAndCancel(width),
    );
  });
}

test('a host declines a request from its row in the table with only the keyboard', async ({ page }) => {
  const email = 'declined@example.com';
  const { code } = await requested(page, email, 'Dora');
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, `/admin?table=bookings&search=${code}`);
  await expect(page.getByRole('link', { name: `Open booking ${code}` })).toBeVisible();
  await expect(page.getByRole('button', { name: `Approve ${code}` })).toBeVisible();
  await page.getByRole('button', { name: `Decline ${code}` }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/bookings/${code}?do=decline`);
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(`/admin/bookings/${code}`);
  await page.getByRole('button', { name: 'Decline' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('Painters are in');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toBeFocused();
  await expect(page.getByText('Request declined')).toBeVisible();
  await expect(page.locator('q')).toHaveText('Painters are in');
  const texts = async () => (await mailTo(email)).map(({ text }) => text).join();
  await expect.poll(texts).toContain('Painters are in');
});
