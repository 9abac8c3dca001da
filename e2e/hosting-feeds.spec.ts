import { expect, test } from './admin-fixture.ts';
import { runJob } from './database.ts';
import { open } from './goto.ts';
import { confirmed } from './paid-stay.ts';
import { expectAccessible, expectNoSidewaysScrolling, mailTo, standIns } from './site.ts';

// A wrong address is refused on purpose.
test.use({ expectedNoise: [/status of 400/] });

const shorter = (date: string) => date.replaceAll('-', '');

/** A calendar of another site with one stay. */
async function putCalendar(name: string, checkin: string, checkout: string): Promise<string> {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Vrbo//EN',
    'BEGIN:VEVENT',
    `UID:${name}@vrbo.example`,
    'DTSTAMP:20260101T000000Z',
    `DTSTART;VALUE=DATE:${shorter(checkin)}`,
    `DTEND;VALUE=DATE:${shorter(checkout)}`,
    'SUMMARY:Reserved - Sarah',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ];
  const url = `${standIns}/calendars/${name}.ics`;
  expect((await fetch(url, { method: 'PUT', body: lines.join('\r\n') })).status).toBe(200);
  return url;
}

for (const width of [390, 1440]) {
  test(`a host adds a calendar, finds a stay sold twice, and moves the guest, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const email = `twice-${width}@example.com`;
    const stay = await confirmed(page, email, `Ruth ${width}`);
    const url = await putCalendar(`twice-${width}`, stay.checkin, stay.checkout);

    await open(page, '/admin/feeds');
    await page.getByRole('button', { name: 'Add a calendar' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Site').selectOption('Vrbo');
    await dialog.getByLabel('Address of its calendar').fill('ftp://nowhere');
    await dialog.getByRole('button', { name: 'Add and read it' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Please paste the whole address, from https:// on.');
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    await dialog.getByLabel('Address of its calendar').fill(url);
    await dialog.getByRole('button', { name: 'Add and read it' }).click();
    await expect(dialog).toBeHidden();

    const item = page
      .getByRole('listitem')
      .filter({ hasText: new URL(standIns).host })
      .last();
    await expect(item).toContainText('Read well');
    await item.getByRole('button', { name: 'Read now' }).click();
    await expect(item).toContainText('a stay, unchanged');

    const twice = page.getByRole('region', { name: 'Booked twice' }).getByRole('listitem');
    await runJob('watch_channels');
    await expect
      .poll(async () => (await page.request.get('/api/admin/conflicts')).text())
      .toContain(`Ruth ${width}`);
    await page.reload();
    await expect(twice.filter({ hasText: `Ruth ${width}` })).toBeVisible();
    await expect
      .poll(async () => (await mailTo('host@example.com')).some(({ subject }) => subject.includes(stay.code)))
      .toBe(true);
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    await page.screenshot({ path: `test-results/feeds-${width}.png`, fullPage: true });

    await twice
      .filter({ hasText: `Ruth ${width}` })
      .getByRole('button', { name: 'Choose what to do' })
      .click();
    await expect(dialog.getByRole('radio').first()).toBeChecked();
    await expect(dialog.getByRole('region', { name: 'The mail' })).toContainText('at no extra cost');
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    await page.screenshot({ path: `test-results/conflict-${width}.png` });
    await dialog.getByRole('radio', { name: 'Offer other dates' }).check();
    await expect(dialog.getByRole('region', { name: 'The mail' })).toContainText('other dates');
    await dialog.getByRole('radio', { name: /^Move to/ }).check();
    await dialog.getByRole('button', { name: 'Move the guest and send this mail' }).click();
    await expect(page.getByText(`Ruth ${width} has moved to`)).toBeVisible();
    await expect(twice.filter({ hasText: `Ruth ${width}` })).toHaveCount(0);
    await expect
      .poll(async () => (await mailTo(email)).some(({ subject }) => subject.startsWith('Moved: ')))
      .toBe(true);

    await page.getByRole('button', { name: 'New address for Airbnb' }).first().click();
    const before = await page.getByLabel('Our calendar for Airbnb').first().inputValue();
    await page.getByRole('button', { name: 'Make a new address' }).click();
    await expect(page.getByLabel('Our calendar for Airbnb').first()).not.toHaveValue(before);
    expect((await page.request.get(before)).status()).toBe(404);
  });
}

test.describe('with failed calls', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  const failures = [
    { name: 'the same message', response: { status: 500, json: { message: 'We are back in a moment.' } } },
    { name: 'no body', response: { status: 500, body: '' } },
    { name: 'a success without a body', response: { status: 200, body: '' } },
  ];
  for (const { name, response } of failures)
    test(`calls that fail with ${name} show one error, and its button repeats them all`, async ({ page }) => {
      const calls = /\/api\/admin\/(feeds|conflicts)(\?|$)/;
      await page.route(calls, (route) => route.fulfill(response));
      await open(page, '/admin/feeds');
      await expect(page.getByRole('alert')).toHaveCount(1);
      const expected = response.json?.message ?? 'Failed to fetch the calendars';
      await expect(page.locator('main').getByText(/We are back|Failed to fetch/)).toHaveText([expected]);
      await expectAccessible(page);
      await page.unroute(calls);
      const repeated = ['feeds', 'conflicts'].map((call) =>
        page.waitForResponse(
          (received) => new URL(received.url()).pathname.endsWith(`/${call}`) && received.ok(),
        ),
      );
      await page.getByRole('button', { name: 'Retry' }).click();
      await Promise.all(repeated);
      await expect(page.getByRole('heading', { name: 'They read ours' }).first()).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    });
});
