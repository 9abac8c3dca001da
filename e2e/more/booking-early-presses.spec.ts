import {
  atPayment,
  freeNights,
  freeStay,
  guest,
  linkInMail,
  pathOf,
  setCalendar,
  takeNights,
} from '../booking-steps.ts';
import { query } from '../database.ts';
import { openEarly, scriptsAreThere } from '../goto.ts';
import { confirmed, hold } from '../paid-stay.ts';
import { newPerson } from '../sign-in.ts';
import { expect, test } from '../site.ts';

/* Guests press before the scripts have come: each press leads on as a plain form, or is made up for by the scripts. */

test.afterEach(freeNights);

test('"Pay now" and "Change my stay" lead on from a hold', async ({ page }) => {
  const { code, checkin } = await hold(page, newPerson(), guest.name);
  const release = await openEarly(page, `/book/${code}`);
  await page.getByRole('button', { name: 'Pay now' }).click();
  release();
  await atPayment(page);

  await openEarly(page, `/book/${code}`);
  await page.getByRole('button', { name: 'Change my stay' }).click();
  await page.waitForURL(new RegExp(`/book\\?.*checkin=${checkin}`));
});

test('"Pay now" works at the moment at which the scripts come', async ({ page }) => {
  const { code } = await hold(page, newPerson(), guest.name);
  for (const delayMs of [0, 40]) {
    const release = await openEarly(page, `/book/${code}`);
    const button = page.getByRole('button', { name: 'Pay now' });
    await button.waitFor();
    release();
    await page.waitForTimeout(delayMs);
    await button.click();
    await atPayment(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});

test('typed values stay at hydration, and are sent by the scripts', async ({ page }) => {
  const stay = await freeStay(page.request);
  const release = await openEarly(page, `/book?property=${stay.property}`);
  await page.getByLabel('Check-in').fill(stay.checkin);
  await page.getByLabel('Check-out').fill(stay.checkout);
  release();
  await scriptsAreThere(page);
  await expect(page.getByLabel('Check-in')).toHaveValue(stay.checkin);
  await page.getByRole('button', { name: 'Show the price' }).click();
  await page.getByRole('button', { name: 'Reserve and pay' }).waitFor();
  await expect(page).toHaveURL(new RegExp(`checkin=${stay.checkin}&checkout=${stay.checkout}`));
});

test('an extra that was chosen before the scripts came is in the price once they are there', async ({
  page,
}) => {
  const release = await openEarly(page, pathOf(await freeStay(page.request)));
  await page.locator('summary', { hasText: 'Add to your stay' }).click();
  await page.getByRole('checkbox', { name: 'Beach cart for the stay' }).check();
  release();
  await expect(page).toHaveURL(/[?&]extra=[0-9a-f-]{36}/);
  await expect(page.locator('aside dl').first()).toContainText('Beach cart for the stay');
  await expect(page.getByRole('checkbox', { name: 'Beach cart for the stay' })).toBeChecked();
});

test('the waitlist is joined before the scripts are there', async ({ page }) => {
  const stay = await freeStay(page.request);
  await takeNights(stay);
  const release = await openEarly(page, pathOf(stay));
  const email = newPerson();
  await page.locator('#waitlist-email').fill(email);
  await page.getByRole('button', { name: 'Join the waitlist' }).click();
  await expect(page.getByText('You are on the list')).toBeVisible();
  release();
  await scriptsAreThere(page);
  await expect(page.getByText('You are on the list')).toBeVisible();
  const rows = await query('select checkin::text from waitlist_entries where email = $1', [email]);
  expect(rows).toEqual([{ checkin: stay.checkin }]);
});

test('a trip’s balance, message and cancellation lead on', async ({ page }) => {
  const { code } = await confirmed(page, newPerson(), guest.name, 'deposit');
  let release = await openEarly(page, `/trips/${code}`);
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  release();
  await atPayment(page);

  release = await openEarly(page, `/trips/${code}`);
  await page.getByLabel('What would you like to know?').fill('Is there a crib?');
  await page.getByRole('button', { name: 'Send to the hosts' }).click();
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Is there a crib?');
  await page.getByRole('button', { name: 'Cancel this stay' }).click();
  await expect(page.getByRole('heading', { name: 'Cancel this stay?' })).toBeVisible();
  release();
  await scriptsAreThere(page);
  await page.getByRole('button', { name: 'Cancel my stay' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This stay was cancelled');
});

test.describe('nights that another channel sold over a hold', () => {
  test.use({ expectedNoise: [/status of 409/] });

  for (const scripts of ['with', 'before']) {
    test(`"Pay now" names free dates and homes instead, ${scripts} the scripts`, async ({ page }) => {
      const email = newPerson();
      const held = await hold(page, email, guest.name);
      const removeCalendar = await setCalendar(`sold-${scripts}`, held);
      const release = await openEarly(page, await linkInMail(email, /^Your nights are held/, '/book/'));
      if (scripts === 'with') {
        release();
        await scriptsAreThere(page);
      }
      await page.getByRole('button', { name: 'Pay now' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('We are sorry, these nights are gone');
      await expect(page.getByText(/^Another channel has sold these nights .* in all\.$/)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Join the waitlist' })).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: /555-0142/ })).toBeVisible();
      await expect(page.getByRole('link', { name: /^The Beachcomber.* in all$/ })).toBeVisible();
      release();
      await page.getByText('Free close to your dates').locator('..').getByRole('link').first().click();
      await page.getByRole('button', { name: 'Reserve and pay' }).waitFor();
      await removeCalendar();
    });
  }
});
