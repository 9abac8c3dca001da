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
  });
}
