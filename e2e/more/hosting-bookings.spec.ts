import { expect, test } from '../admin-fixture.ts';
import { open } from '../goto.ts';
import {
  approveRequest,
  choose,
  dialog,
  heading,
  recordPaidBackRefund,
  refundMessageAndCancel,
  requested,
  status,
} from '../hosting-bookings-steps.ts';
import { confirmed, inDays, property } from '../paid-stay.ts';
import { newPerson, signInByCode } from '../sign-in.ts';
import { expectAccessible, mailTo, test as siteTest } from '../site.ts';

/** Runs in the browser: types and chooses in one turn, before screen or URL can follow; a line break sends the search. */
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

const searchLabel = 'Search by code, name or email';

for (const width of [390, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test(
      'a host sees a dispute and a refund that failed, and records that it was paid back',
      recordPaidBackRefund(width),
    );
  });
}

for (const width of [1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('a host finds a request in the list and approves it', approveRequest(width));

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

  test('a decision that another host made first is shown in the dialog, above the booking as it is', async ({
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

  test('a code that does not exist, and a list that cannot be loaded, have messages', async ({ page }) => {
    await open(page, '/admin/bookings/ZZZZZZZZ');
    await expect(heading(page)).toHaveText('No such booking');
    await page.getByRole('link', { name: 'All bookings' }).click();
    await expect(heading(page)).toHaveText('Bookings');
    await page.getByLabel('Search by code, name or email').fill('no such guest anywhere');
    await expect(page.getByText('No booking matches the search and the filters.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all bookings' }).click();
    await expect(page).toHaveURL('/admin/bookings?period=all');
    await page.route('**/api/admin/bookings', (route) => route.abort());
    await page.reload();
    await expect(page.getByRole('alert')).toHaveText('Failed to fetch the bookings');
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
