import type { Page } from '@playwright/test';
import { withHost } from '../admin-fixture.ts';
import { atPayment, fillDetails, freeNights, freeStay, pathOf, pay, seeTrip } from '../booking-steps.ts';
import { newPerson } from '../sign-in.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling } from '../site.ts';

const test = withHost;

test.afterEach(freeNights);

const total = async (page: Page): Promise<number> =>
  Number((await page.locator('aside p.font-display').first().textContent())?.replace(/[$,]/g, ''));

for (const javaScriptEnabled of [true, false]) {
  test.describe(`extras ${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled, expectedNoise: [/status of 40[09]/] });

    test('are added while booking and on the trip, approved by the hosts, and change the times that companions read', async ({
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

      const card = page.locator('#extras');
      await expect(card).toContainText('In your booking');
      await card.getByRole('button', { name: 'Ask for it: Early check-in at 1 PM' }).click();
      await expect(card).toContainText('Asked for');
      if (javaScriptEnabled) {
        await expectAccessible(page);
        await expectNoSidewaysScrolling(page);
      }
      const host = await browser.newContext();
      await host.addCookies(hostCookies);
      const { asked } = await (await host.request.get('/api/admin/extras/asked')).json();
      const { id } = asked.find((extra: { code: string }) => extra.code === code);
      const approved = await host.request.post(`/api/admin/bookings/${code}/extras/${id}/approve`, {
        data: {},
      });
      expect(approved.status()).toBe(200);
      await host.close();

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
      await page.goto(new URL(await page.getByLabel('Link for The Lees').inputValue()).pathname);
      await expect(page.getByText('check-in from 1 PM')).toBeVisible();
    });
  });
}
