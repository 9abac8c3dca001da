import type { Page } from '@playwright/test';
import { expect, test } from './admin-fixture.ts';
import { query } from './database.ts';
import { open } from './goto.ts';
import { confirmed, type Held, hold, inDays, property } from './paid-stay.ts';
import { newPerson, signInByCode } from './sign-in.ts';
import { expectAccessible, expectNoSidewaysScrolling, mailTo, test as siteTest } from './site.ts';

/** The seeded homes are booked at once; this hold waits for the hosts instead. */
async function requested(page: Page, email: string, name: string): Promise<Held> {
  const held = await hold(page, email, name);
  await query(
    `update bookings set status = 'requested', hold_expires_at = now() + interval '1 day' where code = $1`,
    [held.code],
  );
  return held;
}

const money = (cents: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100);
const dialog = (page: Page) => page.getByRole('dialog');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Opens a dialog of the booking's page and looks at it. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await expect(dialog(page)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
}

/** In the browser: types or chooses within one turn, before screen or URL can follow; a search with a break is sent. */
function enterAtOnce(entries: [label: string, value: string][]): void {
  for (const [label, value] of entries) {
    const labeled = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label);
    const field = labeled?.control ?? document.querySelector(`[aria-label="${label}"]`);
    const isSelect = field instanceof HTMLSelectElement;
    const { prototype } = isSelect ? HTMLSelectElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value.trim());
    field?.dispatchEvent(new Event(isSelect ? 'change' : 'input', { bubbles: true }));
    if (value.endsWith('\n')) field?.closest('form')?.requestSubmit();
  }
}

const status: [string, string] = ['Status', 'requested'];
const searchLabel = 'Search by code, name or email';

for (const width of [390, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('a host finds a request in the list and approves it', async ({ page }) => {
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
    });

    test('a host sees a dispute and a refund that failed, and records that it was paid back', async ({
      page,
    }) => {
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
    });

    test('a host refunds a part of a stay, writes to its guest and cancels it', async ({ page }) => {
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
    });
  });
}

test('a host declines a request from its row in the table by keyboard alone', async ({ page }) => {
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

test('a move shows what it costs and which mail is sent before it is made', async ({ page }) => {
  const { code } = await confirmed(page, 'moved@example.com', 'Mona');
  const stored = await (await page.request.get(`/api/admin/bookings/${code}`)).json();
  const [checkin, checkout] = [inDays(410), inDays(415)];
  const moves: unknown[] = [];
  const to = { ...stored, checkin, checkout, total: stored.total + 32_691 };
  await page.route('**/move/preview', (route) =>
    route.fulfill({
      json: {
        from: stored,
        to,
        difference: 32_691,
        due: 32_691,
        dueOn: null,
        refund: 0,
        currency: 'usd',
        overrides: ['Stays here have 7 nights or more.'],
      },
    }),
  );
  await page.route('**/move', async (route) => {
    moves.push(route.request().postDataJSON());
    await route.fulfill({ json: { ...stored, checkin, checkout } });
  });
  await page.setViewportSize({ width: 390, height: 900 });
  await open(page, `/admin/bookings/${code}`);
  await choose(page, 'Move');
  await expect(dialog(page).getByText('Choose other dates or another home.')).toBeVisible();
  await dialog(page).getByLabel('Check-in').fill(checkin);
  await dialog(page).getByLabel('Check-out').fill(checkout);
  await dialog(page).getByRole('button', { name: 'See what it costs' }).click();
  for (const text of ['+$326.91', 'Mona gets a link to pay the open $326.91.', 'Stays here have 7 nights'])
    await expect(dialog(page)).toContainText(text);
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Move the stay' }).click();
  await expect(page.getByText(/^Moved to .* The guest has a mail about it\.$/)).toBeVisible();
  expect(moves).toEqual([{ checkin, checkout, property, total: stored.total + 32_691 }]);
  await page.request.post(`/api/admin/bookings/${code}/cancel`, { data: { refund: 0, reason: '' } });
});

test.describe('with rejected calls', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  test('a decision that another host made first is told in the dialog, above the booking as it is', async ({
    page,
  }) => {
    const { code } = await requested(page, 'raced@example.com', 'Rita');
    await open(page, `/admin/bookings/${code}?do=approve`);
    const approve = dialog(page).getByRole('button', { name: 'Approve and send the link' });
    await expect(approve).toBeVisible();
    const declined = await page.request.post(`/api/admin/bookings/${code}/decline`, { data: {} });
    expect(declined.status()).toBe(200);
    await approve.click();
    await expect(dialog(page).getByRole('alert')).toContainText('this is declined');
    await dialog(page).getByRole('button', { name: 'Back' }).click();
    await expect(page.getByText('Declined', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
    await open(page, `/admin/bookings/${code}?do=refund`);
    await expect(page.getByText('“Refund” is not possible for this booking now.')).toBeVisible();
  });

  test('a code that does not exist, and a list that cannot be loaded, are told in words', async ({
    page,
  }) => {
    await open(page, '/admin/bookings/ZZZZZZZZ');
    await expect(heading(page)).toHaveText('No such booking');
    await page.getByRole('link', { name: 'All bookings' }).click();
    await expect(heading(page)).toHaveText('Bookings');
    await page.getByLabel('Search by code, name or email').fill('no such guest anywhere');
    await expect(page.getByText('No booking matches the search and the filters.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all bookings' }).click();
    await expect(page).toHaveURL('/admin/bookings');
    await page.route('**/api/admin/bookings', (route) => route.abort());
    await page.reload();
    await expect(page.getByRole('alert')).toHaveText('Failed to fetch the bookings. Is there a connection?');
  });
});

siteTest('the booking screens are closed to guests and anonymous visitors', async ({ page }) => {
  for (const path of ['/admin/bookings', '/admin/bookings/7K3MQ2XA']) {
    const response = await page.request.get(path, { maxRedirects: 0 });
    expect([response.status(), response.headers().location]).toEqual([302, `/login?returnUrl=${path}`]);
  }
  await signInByCode(page, newPerson(), '/hosts');
  for (const path of ['/admin/bookings', '/admin/bookings/7K3MQ2XA']) {
    await open(page, path);
    await expect(heading(page)).toHaveText('Access Denied');
  }
});

for (const { what, entries } of [
  { what: 'a search sent at once after a choice', entries: [status, [searchLabel, 'ruth\n']] },
  { what: 'a choice made while a search is being typed', entries: [[searchLabel, 'ruth'], status] },
] as { what: string; entries: [string, string][] }[])
  test(`${what} keeps both filters in the URL, before the screen has followed the first`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, '/admin/bookings');
    await expect(page.getByLabel('Status')).toBeVisible();
    await page.evaluate(enterAtOnce, entries);
    await expect(page).toHaveURL(/search=ruth/);
    await expect(page).toHaveURL('/admin/bookings?status=requested&search=ruth');
  });

test('two presses at once move the calendar by two weeks', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/admin/calendar?from=2030-03-01');
  const next = page.getByRole('button', { name: 'Next week' });
  await next.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(page).toHaveURL('/admin/calendar?from=2030-03-15');
});
