import type { Page } from '@playwright/test';
import { expect } from './admin-fixture.ts';
import { query } from './database.ts';
import { open } from './goto.ts';
import { confirmed, type Held, hold } from './paid-stay.ts';
import { expectAccessible, expectNoSidewaysScrolling, mailTo } from './site.ts';

/** The seeded homes are booked at once; this hold waits for the hosts instead. */
export async function requested(page: Page, email: string, name: string): Promise<Held> {
  const held = await hold(page, email, name);
  await query(
    `update bookings set status = 'requested', hold_expires_at = now() + interval '1 day' where code = $1`,
    [held.code],
  );
  return held;
}

const money = (cents: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100);

export const dialog = (page: Page) => page.getByRole('dialog');

export const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Opens a dialog of the booking's page and looks at it. */
export async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await expect(dialog(page)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
}

export const status: [string, string] = ['Status', 'requested'];

export const approveRequest =
  (width: number) =>
  async ({ page }: { page: Page }) => {
    const email = `approved-${width}@example.com`;
    const { code } = await requested(page, email, `Ruth ${width}`);
    await open(page, '/admin/bookings');
    if (width < 640) await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Status').selectOption('To approve');
    await page.getByLabel('Search by code, name or email').fill(`ruth ${width}`);
    await expect(page).toHaveURL(`/admin/bookings?status=requested&search=ruth+${width}`);
    await expect(page.getByText('1 booking', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect((await download).suggestedFilename()).toBe('bookings.csv');

    await page
      .getByRole('link', { name: width < 1000 ? `Ruth ${width}` : /\d{4} – / })
      .first()
      .click();
    await expect(heading(page)).toHaveText(`Ruth ${width}`);
    await expect(page).toHaveURL(`/admin/bookings/${code}`);
    await expect(page.getByText('after that the request lapses')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    await choose(page, 'Approve');
    await expect(dialog(page)).toContainText(`Mail to ${email}: “Your request is approved”`);
    await dialog(page).getByRole('button', { name: 'Approve and send the link' }).click();
    await expect(page.getByText(`Approved. Ruth ${width} has the payment link.`)).toBeVisible();
    await expect(heading(page)).toBeFocused();
    await expect(page.getByText('Waiting for payment')).toBeVisible();
    await expect(page.getByText('Request approved, payment link sent')).toBeVisible();
    const subjects = async () => (await mailTo(email)).map(({ subject }) => subject).join();
    await expect.poll(subjects).toContain('Approved: ');
    await page.request.post(`/api/bookings/${code}/release`, { data: {} });
  };

export const recordPaidBackRefund =
  (width: number) =>
  async ({ page }: { page: Page }) => {
    const { code } = await confirmed(page, `failed-${width}@example.com`, `Fay ${width}`);
    const dispute = `dp_${width}`;
    await query(
      `insert into disputes (id, booking_id, payment_id, amount_cents, status, reason)
         select $2, id, '', 5000, 'needs_response', 'fraudulent' from bookings where code = $1`,
      [code, dispute],
    );
    await query(
      `insert into booking_events (booking_id, event, actor, details)
         select id, 'refund_failed', 'card provider', $2 from bookings where code = $1`,
      [code, JSON.stringify({ amount: 15_000, reason: 'expired card', refund: 're_1' })],
    );
    await open(page, '/admin/today');
    await expect(page.getByText(`The bank of Fay ${width} reclaims $50.00`)).not.toHaveCount(0);
    await page.getByRole('link', { name: `The refund of $150.00 to Fay ${width} failed` }).click();
    const warning = page.getByText(`A refund of $150.00 did not reach Fay ${width}`);
    await expect(warning).toBeVisible();
    await choose(page, 'Refund');
    await expect(dialog(page).getByLabel('Refund in USD')).toHaveValue('150.00');
    await dialog(page).getByLabel('I have paid it back in another way').check();
    await dialog(page).getByRole('button', { name: 'Record this amount' }).click();
    await expect(dialog(page).getByText('Please say how you paid it back').first()).toBeVisible();
    await dialog(page).getByLabel('How you paid it back').fill('Check 12');
    await dialog(page).getByRole('button', { name: 'Record this amount' }).click();
    await expect(page.getByText(`$150.00 is recorded as paid back to Fay ${width}.`)).toBeVisible();
    await expect(warning).toHaveCount(0);
    await expect(page.getByText(`The bank of Fay ${width} reclaims $50.00`)).toBeVisible();
    await query(`update disputes set status = 'won' where id = $1`, [dispute]);
  };

export const refundMessageAndCancel =
  (width: number) =>
  async ({ page }: { page: Page }) => {
    const email = `refunded-${width}@example.com`;
    const { code, total } = await confirmed(page, email, `Paula ${width}`);
    await open(page, `/admin/bookings/${code}`);
    await choose(page, 'Refund');
    const amount = dialog(page).getByLabel('Refund in USD');
    await expect(amount).toHaveValue((total / 100).toFixed(2));
    await expect(dialog(page)).toContainText(`That is ${money(total)}`);
    await dialog(page).getByRole('button', { name: 'Refund this amount' }).click();
    await expect(dialog(page).getByRole('alert')).toHaveText('Please say why you refund it');
    await dialog(page).getByLabel('Reason').fill('The pool was cold');
    await amount.fill('1,000,000');
    await dialog(page).getByRole('button', { name: 'Refund this amount' }).click();
    await expect(dialog(page).getByRole('alert')).toHaveText(`At most ${money(total)} can go back`);
    await amount.fill('120.50');
    await dialog(page).getByRole('button', { name: 'Refund this amount' }).click();
    await expect(page.getByText(`$120.50 goes back to Paula ${width}.`)).toBeVisible();
    const moneyPanel = page.getByRole('region', { name: 'Money' });
    await expect(moneyPanel.getByText('-$120.50')).toBeVisible();
    await expect(moneyPanel.getByText(/^The pool was cold · re_/)).toBeVisible();

    await choose(page, 'Message');
    await dialog(page).getByLabel('Message').fill('There is a crib.\nSee you soon!');
    await page.keyboard.press('Escape');
    await choose(page, 'Message');
    await expect(dialog(page).getByLabel('Message')).toHaveValue('There is a crib.\nSee you soon!');
    await dialog(page).getByRole('button', { name: 'Send the message' }).click();
    await expect(page.getByText(`Sent to Paula ${width}.`)).toBeVisible();
    await expect(page.getByRole('region', { name: 'History' })).toContainText('There is a crib.');

    await choose(page, 'Cancel stay');
    await expect(dialog(page).getByLabel('Refund in USD')).toHaveValue(((total - 12_050) / 100).toFixed(2));
    await dialog(page).getByLabel('Reason').fill('A storm');
    await dialog(page).getByRole('button', { name: 'Cancel the stay' }).click();
    await expect(page.getByText(/^Cancelled on /)).toBeVisible();
    await expect(moneyPanel.getByText(`-${money(total - 12_050)}`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0);
    const texts = async () => (await mailTo(email)).map(({ subject, text }) => subject + text).join('\n');
    for (const part of ['Cancelled: ', 'Refunded: $120.50', 'The pool was cold', 'There is a crib.'])
      await expect.poll(texts).toContain(part);
  };
