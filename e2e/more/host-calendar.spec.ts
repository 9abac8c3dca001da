import type { Page } from '@playwright/test';
import { expect, test, wide } from '../admin-fixture.ts';
import { query } from '../database.ts';
import { open } from '../goto.ts';
import { cell, day, openTimeline, slug, title } from '../host-calendar-steps.ts';
import { expectAccessible, expectNoSidewaysScrolling } from '../site.ts';

const phone = { width: 390, height: 844 };

const bar = (page: Page) => page.getByRole('region', { name: 'Selected nights' });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.afterAll(async () => {
  for (const table of ['blocks', 'rates'])
    await query(
      `delete from ${table} where first_night between $1 and $2 and property_id = (select id from properties where slug = $3)`,
      [day(0), day(60), slug],
    );
  await query("update bookings set status = 'released' where name = 'Calla Endar'", []);
});

/** A hold as a guest would make it. @returns its code */
async function holdNights(page: Page, checkin: string, checkout: string): Promise<string> {
  const stay = { property: slug, checkin, checkout, guests: 2, pets: 0 };
  const quoted = await page.request.post('/api/quotes', { data: stay });
  expect(quoted.status(), await quoted.text()).toBe(201);
  const guest = { name: 'Calla Endar', email: `calla-${crypto.randomUUID()}@guests.example` };
  const booked = await page.request.post('/api/bookings', {
    data: {
      quoteId: (await quoted.json()).id,
      ...guest,
      phone: '+1 850 555 0100',
      plan: 'full',
      agreed: { houseRules: true, cancellation: true },
    },
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  });
  expect(booked.status(), await booked.text()).toBe(201);
  return (await booked.json()).code;
}

test('nights dragged over are closed, opened from their bar and closed again by undo', async ({ page }) => {
  await page.setViewportSize(wide);
  await openTimeline(page);
  await cell(page, day(8)).hover();
  await page.mouse.down();
  await cell(page, day(10)).hover();
  await page.mouse.up();
  await expect(bar(page)).toContainText('3 nights');
  await button(page, 'Close these nights').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Guests will not be able to book these 3 nights.');
  await dialog.getByLabel('Note (only for hosts)').fill('Painting');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close these nights' }).click();
  const block = page.getByRole('button', { name: 'Closed: Painting' });
  await expect(block).toBeVisible();
  await expect(cell(page, day(8))).toHaveAttribute('colspan', '3');
  await expect(cell(page, day(8))).toBeFocused();
  await block.click();
  await button(page, 'Open these nights').click();
  await expect(block).toHaveCount(0);
  await expect(cell(page, day(8))).toBeFocused();
  await button(page, 'Undo').last().click();
  await expect(block).toBeVisible();
  await expect(cell(page, day(8))).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
});

test.describe('with failed calls', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  test('a hold is shown on its nights, which cannot be closed, and links to its booking', async ({
    page,
  }) => {
    await page.setViewportSize(wide);
    const code = await holdNights(page, day(15), day(22));
    await openTimeline(page);
    await expect(page.getByRole('link', { name: `Hold: Calla Endar · ${code}, 2 guests` })).toHaveAttribute(
      'href',
      `/admin/bookings/${code}`,
    );
    await cell(page, day(14)).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect(bar(page)).toContainText(`taken by ${code} and cannot be closed`);
    await button(page, 'Close these nights').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('they cannot be closed while it stands');
    await dialog.getByRole('button', { name: 'Close these nights' }).click();
    await expect(dialog.getByRole('alert')).toContainText(`Hold ${code} (Calla Endar) has nights from`);
    await expect(dialog.getByRole('link', { name: `Open booking ${code}` })).toBeVisible();
  });

  test('a calendar that cannot be loaded has a message and is loaded again', async ({ page }) => {
    await page.setViewportSize(wide);
    await page.route(/\/api\/admin\/calendar\?/, (route) =>
      route.fulfill({ status: 503, json: { message: 'We are back in a moment.' } }),
    );
    await openTimeline(page);
    await expect(page.getByRole('alert')).toHaveText('We are back in a moment.');
    await page.unrouteAll();
    await button(page, 'Retry').click();
    await expect(cell(page, day(1))).toBeVisible();
  });
});

test('one home is shown by month on phones: two taps select nights, and the address says the month', async ({
  browser,
  hostCookies,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, viewport: phone, hasTouch: true });
  await context.addCookies(hostCookies);
  const page = await context.newPage();
  // Days 30 to 64: no other test has nights there, on any day of the year.
  await open(page, `/admin/calendar?from=${day(60)}`);
  await page.getByLabel('Homes').selectOption(slug);
  await expect(page).toHaveURL(new RegExp(`home=${slug}`));
  const first = `${day(60).slice(0, 8)}05`;
  const last = `${day(60).slice(0, 8)}07`;
  await cell(page, first).tap();
  await cell(page, last).tap();
  await expect(bar(page)).toContainText('3 nights');
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
  await button(page, 'Close these nights').tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Close these nights' }).tap();
  await expect(page.getByRole('status', { name: 'Messages' })).toContainText('Closed:');
  // The message stays, and hides nothing of the bar.
  await cell(page, last).tap();
  await button(page, 'Open closed nights').tap();
  await button(page, 'Open these nights').tap();
  await expect(bar(page)).toHaveCount(0);
  await cell(page, last).tap();
  await button(page, 'Clear').tap();
  await expect(bar(page)).toHaveCount(0);
  await button(page, 'Next month').tap();
  await expect(cell(page, first)).toHaveCount(0);
  await page.goBack();
  await expect(cell(page, first)).toBeVisible();
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScrolling(page);
  await page.getByLabel('Homes').selectOption('all');
  await expect(page.getByRole('grid', { name: 'Homes by day' })).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await expectAccessible(page);
  await context.close();
});

test('bars and names lead on within the page, and into new tabs', async ({ page, context }) => {
  await page.setViewportSize(wide);
  const code = await holdNights(page, day(33), day(40));
  await openTimeline(page);
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
  const samePage = page.locator('body[data-same-page]');
  const hold = page.getByRole('link', { name: `Hold: Calla Endar · ${code}` });
  const tab = context.waitForEvent('page');
  await hold.click({ modifiers: ['ControlOrMeta'] });
  await expect(await tab).toHaveURL(`/admin/bookings/${code}`);
  await cell(page, day(33)).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/bookings/${code}`);
  await expect(samePage).toBeAttached();
  await page.goBack();
  await page.getByRole('link', { name: await title() }).click();
  await expect(page).toHaveURL(`/admin/calendar?home=${slug}&from=${day(0)}`);
  await expect(page.getByRole('region', { name: 'Taken nights' })).toBeVisible();
  await expect(samePage).toBeAttached();
});

/** A month in which only these tests have nights. */
const month = Temporal.PlainDate.from(day(0)).toPlainYearMonth();
const lastDay = month.toPlainDate({ day: month.daysInMonth });

test('on a phone at the end of a month this week comes first, and what is over on demand', async ({
  page,
}) => {
  await page.clock.setFixedTime(`${lastDay}T18:00:00Z`);
  await page.setViewportSize({ width: 320, height: 568 });
  await open(page, `/admin/calendar?home=${slug}`);
  await expect(cell(page, `${lastDay}`)).toBeInViewport({ ratio: 1 });
  await expect(cell(page, `${lastDay.add({ days: 14 })}`)).toBeAttached();
  const first = cell(page, `${month.toPlainDate({ day: 1 })}`);
  await expect(first).toHaveCount(0);
  await expectNoSidewaysScrolling(page);
  await expectAccessible(page);

  await cell(page, `${lastDay}`).focus();
  await page.keyboard.press('ArrowRight');
  await expect(cell(page, `${lastDay.add({ days: 1 })}`)).toBeFocused();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(bar(page)).toContainText('2 nights');
  await button(page, 'Clear').click();
  await expect(cell(page, `${lastDay}`)).toBeFocused();

  await page.getByRole('button', { name: /^Earlier in / }).press('Enter');
  await expect(first).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeFocused();
  await expect(page.getByRole('button', { name: /^Earlier in / })).toHaveCount(0);
});

test('today is marked and one button away', async ({ page }) => {
  await page.setViewportSize(wide);
  await openTimeline(page);
  await button(page, 'Next week').click();
  await expect(page).toHaveURL(`/admin/calendar?home=all&from=${day(7)}`);
  await button(page, 'Today').click();
  await expect(page).toHaveURL('/admin/calendar?home=all');
  await expect(page.locator('td[aria-current="date"]').first()).toHaveAccessibleName(/^Today\. /);
  await expect(page.getByRole('columnheader', { name: 'Today' })).toBeVisible();
});

test('a calendar left open follows what is booked, but not while nights are selected', async ({ page }) => {
  await page.setViewportSize(wide);
  await page.clock.install();
  await page.addInitScript(() => {
    const counted = Object.assign(window, { calendarReads: 0 });
    const { fetch } = window;
    window.fetch = (to, init) => {
      if (String(to).includes('/api/admin/calendar')) counted.calendarReads += 1;
      return fetch(to, init);
    };
  });
  const countReads = () =>
    page.evaluate(() => (window as unknown as { calendarReads: number }).calendarReads);
  await openTimeline(page);
  await expect(cell(page, day(4))).toBeVisible();
  await expect(page.getByText(/^As of /)).toBeVisible();
  await cell(page, day(4)).focus();
  await page.keyboard.press('Space');
  await expect(bar(page)).toBeVisible();
  const code = await holdNights(page, day(40), day(45));
  const entry = page.getByRole('link', { name: new RegExp(code) });
  const reads = await countReads();
  expect(reads).toBeGreaterThan(0);
  await page.clock.runFor(70_000);
  expect(await countReads()).toBe(reads);
  await expect(entry).toHaveCount(0);
  await cell(page, day(4)).focus();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();
  await page.clock.runFor(70_000);
  await expect.poll(countReads).toBe(reads + 1);
  await expect(entry).toHaveCount(1);
});
