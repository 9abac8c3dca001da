import { open } from './goto.ts';
import { expect, standIns, test } from './site.ts';

/** Nights of May of the year after next, far from those of other tests; one pair for each width. */
const stays = [
  { width: 390, checkin: '05-03', checkout: '05-08' },
  { width: 1440, checkin: '05-17', checkout: '05-22' },
];
// The seeded homes can be booked for 540 days.
const year = new Date(Date.now() + 365 * 86_400_000).getUTCFullYear();

interface MailMessage {
  subject: string;
  attachments: { filename: string }[];
}

for (const { width, checkin, checkout } of stays) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('a guest holds nights, leaves the payment page, pays, and cancels for the whole sum', async ({
      page,
    }) => {
      const email = `journey-${width}@example.com`;
      const dates = `checkin=${year}-${checkin}&checkout=${year}-${checkout}`;
      await open(page, `/book?property=the-beachcomber&${dates}&guests=4&pets=0`);
      await page.getByLabel('Name').fill('Ann Guest');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Phone').fill('850 555 0123');
      for (const box of await page.getByRole('checkbox').all()) await box.check();
      await page.getByRole('button', { name: 'Reserve and pay' }).click();

      await page.waitForURL(/\/stripe\/pay\//);
      await page
        .getByRole('link', { name: 'Back' })
        .or(page.getByRole('button', { name: 'Back' }))
        .click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your nights are held for you');
      await expect(page.getByText(/^3[56]:\d\d left$/)).toBeVisible();
      await page.getByRole('button', { name: 'Pay now' }).click();

      await page.waitForURL(/\/stripe\/pay\//);
      await page.getByRole('button', { name: 'Pay', exact: true }).click();
      await page.waitForURL(/\/trips\/[0-9A-Z]{8}$/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('See you at The Beachcomber');
      const paid = (await page.getByText(/^\$[\d,.]+ paid$/).textContent())?.replace(' paid', '') ?? '';
      const messages = async (): Promise<MailMessage[]> =>
        (await fetch(`${standIns}/mail/messages?to=${email}`)).json();
      await expect(async () => {
        const [confirmed, held, ...others] = await messages();
        expect(confirmed?.subject).toMatch(/^Confirmed: The Beachcomber/);
        expect(confirmed?.attachments).toHaveLength(2);
        expect(held).toBeDefined();
        expect(others).toEqual([]);
      }).toPass();

      await page.getByRole('button', { name: 'Cancel this stay' }).click();
      const question = page.getByRole('alertdialog', { name: 'Cancel this stay?' });
      await expect(question).toContainText(paid);
      await question.getByRole('button', { name: 'Cancel my stay' }).click();
      await expect(page.getByText(/cancelled/i).first()).toBeVisible();
      await expect(page.getByText(`${paid} paid, ${paid} refunded`)).toBeVisible();
      await page.reload();
      await expect(page.getByText(/cancelled/i).first()).toBeVisible();
    });
  });
}
