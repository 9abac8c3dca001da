import type { Page } from '@playwright/test';
import { withHost } from '../admin-fixture.ts';
import {
  atPayment,
  fillDetails,
  freeNights,
  freeStay,
  guest,
  pathOf,
  pay,
  seeTrip,
} from '../booking-steps.ts';
import { open } from '../goto.ts';
import { newPerson } from '../sign-in.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling } from '../site.ts';
import { addChannelStay, moveToOwnHome, removeOwnHome } from '../stay-steps.ts';

const test = withHost;
const home = 'Extras House';

test.afterEach(freeNights);
test.afterEach(() => removeOwnHome(home));

const total = async (page: Page): Promise<number> =>
  Number((await page.locator('aside p.font-display').first().textContent())?.replace(/[$,]/g, ''));

/** Both look at the page by a script of theirs. */
async function expectGoodLayout(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`extras ${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled, expectedNoise: [/status of 40[09]/] });

    test('are added while booking and on the trip, approved by the hosts, and change the times that cleaner and companions read', async ({
      page,
      browser,
      hostCookies,
    }) => {
      await page.goto(pathOf(await freeStay(page.request)));
      const before = await total(page);
      await page.locator('summary', { hasText: 'Add to your stay' }).click();
      const cart = page.getByRole('checkbox', { name: 'Beach cart for the stay' });
      await expect(cart).not.toBeChecked();
      await cart.check();
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Show the new price' }).click();
      await expect(page).toHaveURL(/[?&]extra=[0-9a-f-]{36}(:|%3A)1/);
      await expect.poll(() => total(page)).toBeGreaterThan(before + 45);
      await expect(page.getByRole('checkbox', { name: 'Beach cart for the stay' })).toBeChecked();
      await expect(page.locator('aside dl').first()).toContainText('Beach cart for the stay');
      if (javaScriptEnabled) await expectAccessible(page);
      await fillDetails(page, newPerson());
      await page.getByRole('button', { name: /^Reserve and pay/ }).click();
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Pay now' }).click();
      await atPayment(page);
      await pay(page);
      const code = javaScriptEnabled
        ? await seeTrip(page)
        : await page
            .waitForURL(/\/trips\/[0-9A-Z]{8}$/)
            .then(() => new URL(page.url()).pathname.split('/').at(-1) ?? '');

      const { homeId, cleanerId } = await moveToOwnHome(code, home, { checkin: 2, checkout: 5 });
      await addChannelStay(homeId, { checkin: -2, checkout: 2 });
      await page.goto(`/trips/${code}`);
      const card = page.locator('#extras');
      await expect(card).toContainText('In your booking');
      await card.getByRole('button', { name: 'Ask for it: Early check-in at 1 PM' }).click();
      await expect(card).toContainText('Asked for');
      if (javaScriptEnabled) await expectGoodLayout(page);

      const ofHost = await browser.newContext({ javaScriptEnabled: true });
      await ofHost.addCookies(hostCookies);
      const host = await ofHost.newPage();
      await open(host, `/admin/bookings/${code}`);
      const extras = host.getByRole('region', { name: 'Extras' });
      await expect(extras).toContainText('Asked for');
      if (javaScriptEnabled) await expectGoodLayout(host);
      await host.route('**/extras/*/decline', (route) =>
        route.fulfill({ status: 409, json: { message: 'It was decided already.' } }),
      );
      const reason = extras.getByLabel(/^Why not, for the guest/);
      await reason.fill('The cleaner comes at noon');
      await extras.getByRole('button', { name: 'Decline Early check-in at 1 PM' }).click();
      await expect(extras).toContainText('It was decided already.');
      await expect(reason).toHaveValue('The cleaner comes at noon');
      await extras.getByRole('button', { name: 'Approve Early check-in at 1 PM' }).click();
      await expect(extras).toContainText('Not paid yet');
      await expect(extras).toContainText('Approved: Early check-in at 1 PM.');
      await expect(extras.getByRole('heading', { name: 'Extras' })).toBeFocused();

      const ofCleaner = await browser.newContext({ javaScriptEnabled });
      const cleaner = await ofCleaner.newPage();
      const made = await host.request.post(`/api/admin/cleaners/${cleanerId}/link`);
      await cleaner.goto(((await made.json()) as { url: string }).url);
      const turnover = cleaner.getByRole('article', { name: home }).first();
      await expect(turnover).toContainText('Next guests:1 PM the same day');
      expect(await cleaner.content()).not.toMatch(new RegExp(`${guest.name}|${code}|Early check-in|\\$\\d`));
      await ofHost.close();
      await ofCleaner.close();

      await page.goto(`/trips/${code}`);
      await expect(page.getByText('Check-in from 1 PM')).toBeVisible();
      await page.getByRole('button', { name: /^Pay \$/ }).click();
      await atPayment(page);
      await pay(page);
      await page.waitForURL(/\/trips\//);
      await expect(page.locator('#extras')).toContainText('Paid');

      const companions = page.locator('#companions');
      await companions.getByLabel('Who is it for?').fill('The Lees');
      await companions.getByRole('button', { name: 'Make a link' }).click();
      const url = new URL(await page.getByLabel('Link for The Lees').inputValue()).pathname;
      const ofCompanion = await browser.newContext({ javaScriptEnabled });
      const companion = await ofCompanion.newPage();
      await companion.goto(url);
      await expect(companion.getByText('check-in from 1 PM')).toBeVisible();
      await expect(companion.locator('#getting-in')).toContainText('The key hangs behind the shutter');
      await expect(companion.locator('#wifi')).toContainText('nine-waves');
      const source = await (await companion.request.get(url)).text();
      expect(source).not.toMatch(new RegExp(`${guest.name}|${code}|Early check-in|\\$\\d`));
      if (javaScriptEnabled) await expectGoodLayout(companion);
      await ofCompanion.close();
    });
  });
}
