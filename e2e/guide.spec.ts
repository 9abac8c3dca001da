import type { Page } from '@playwright/test';
import { deleteMovedHomes, moveStay, notes } from './guide-steps.ts';
import { confirmed } from './paid-stay.ts';
import { newPerson } from './sign-in.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling, test } from './site.ts';

const secrets = new RegExp(`${notes}|StepsToBeach|eleven-pools|8832#|When you come in`);

test.afterAll(deleteMovedHomes);

/** The HTML of the page, and the response of its call. */
async function sources(page: Page, code: string): Promise<string> {
  const texts = await Promise.all(
    [`/trips/${code}/guide`, `/api/bookings/${code}/guide`, `/trips/${code}`].map(async (path) => {
      const response = await page.request.get(path);
      expect(response.status()).toBe(200);
      return response.text();
    }),
  );
  // The data that a navigation within the page loads.
  const data = await page.request.get(`/trips/${code}/guide.data`);
  return [...texts, await data.text()].join('\n');
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`the guide ${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    test.use({
      javaScriptEnabled,
      permissions: ['clipboard-read', 'clipboard-write'],
      expectedNoise: [/the server responded with a status of 400/],
    });

    test('opens with the booking, shows what opens the home in its time, and ends after the stay', async ({
      page,
    }) => {
      const { code } = await confirmed(page, newPerson(), 'Gwen Guide');
      await page.goto(`/trips/${code}`);
      await page.getByRole('link', { name: 'Guide to the home' }).click();
      await expect(page).toHaveURL(`/trips/${code}/guide`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Guide to Kid-Friendly/);
      await expect(page.getByText(/three days before you arrive, you find here/)).toBeVisible();
      await expect(page.getByRole('heading', { name: 'The last morning' })).toBeVisible();
      expect(await sources(page, code)).not.toMatch(secrets);

      await moveStay(code, 2, 5);
      await page.reload();
      const contents = page.getByRole('navigation', { name: 'In this guide' });
      await contents.getByRole('link', { name: 'Wi-Fi' }).click();
      await expect(page.locator('#wifi')).toBeInViewport();
      await expect(page.locator('#wifi')).toContainText('StepsToBeach');
      await expect(page.locator('#wifi')).toContainText('eleven-pools');
      await expect(
        page.getByRole('img', { name: 'QR code that joins the network StepsToBeach' }),
      ).toBeVisible();
      await expect(page.locator('#getting-in')).toContainText('7 Gulf Drive');
      await expect(page.locator('#getting-in')).toContainText(`Your access code: 8832#`);
      await expect(page.locator('#getting-in')).toContainText(notes);
      await expect(page.getByRole('heading', { name: 'When you come in' })).toBeVisible();
      const copy = page.getByRole('button', { name: 'Copy the password' });
      if (javaScriptEnabled) {
        await copy.click();
        await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('eleven-pools');
        await expectAccessible(page);
        for (const width of [320, 820, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          await expectNoSidewaysScrolling(page);
          await expectAccessible(page);
        }
      } else await expect(copy).toBeHidden();

      // The card of the arrival, and later that of the review, spans both columns above the money on a desk.
      await page.setViewportSize({ width: 1440, height: 900 });
      const top = async (name: string) => (await page.getByRole('region', { name }).boundingBox())?.y ?? 0;
      const money = page.getByRole('complementary', { name: 'Price and receipt' });
      await page.goto(`/trips/${code}`);
      expect(await top('Getting there')).toBeLessThan((await money.boundingBox())?.y ?? 0);
      await moveStay(code, -5, -1);
      await page.reload();
      expect(await top('How was it?')).toBeLessThan((await money.boundingBox())?.y ?? 0);
      await page.goto(`/trips/${code}/guide`);
      await expect(page.getByRole('heading', { name: 'The last morning' })).toBeVisible();
      await expect(page.locator('#wifi')).toHaveCount(0);
      expect(await sources(page, code)).not.toMatch(secrets);
    });

    test('the form of the arrival saves what was typed, and loses nothing of what cannot be saved', async ({
      page,
    }) => {
      const { code } = await confirmed(page, newPerson(), 'Art Arrival');
      await page.goto(`/trips/${code}`);
      await expect(page.getByRole('heading', { name: 'When do you arrive?' })).toBeHidden();
      await moveStay(code, 14, 18);
      await page.goto(`/trips/${code}`);
      const form = page.locator('#arrival-details');
      await form.getByLabel('Arriving about').fill('17:30');
      await form.getByLabel('Adults').fill('4');
      await form.getByLabel('Children').fill('3');
      await form.getByLabel('Cars').fill('2');
      await form.getByLabel('Who comes?').fill('Art Arrival\nBea Arrival');
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(form).toContainText('This stay is booked for 4 guests');
      await expect(form.getByRole('link', { name: 'Ask for a change' })).toHaveAttribute('href', '#messages');
      await expect(form.getByLabel('Arriving about')).toHaveValue('17:30');
      await expect(form.getByLabel('Children')).toHaveValue('3');
      await expect(form.getByLabel('Who comes?')).toHaveValue('Art Arrival\nBea Arrival');
      await form.getByLabel('Children').fill('0');
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(form).toContainText('Saved. Your hosts see it.');
      await expect(form.getByLabel('Adults')).toHaveValue('4');
      const { arrivalDetails } = await (await page.request.get(`/api/bookings/${code}`)).json();
      expect(arrivalDetails).toEqual({
        arrivalTime: '17:30',
        cars: 2,
        adults: 4,
        children: 0,
        names: ['Art Arrival', 'Bea Arrival'],
      });
      if (javaScriptEnabled) await expectAccessible(page);
      await page.setViewportSize({ width: 320, height: 900 });
      if (javaScriptEnabled) await expectNoSidewaysScrolling(page);
    });
  });
}
