import type { Browser, Page } from '@playwright/test';
import { moveStay, notes } from './guide-steps.ts';
import { confirmed } from './paid-stay.ts';
import { newPerson } from './sign-in.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling } from './site.ts';

/** Both checks run a script in the page. */
async function expectGoodLayout(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
}

export const shareGuide =
  (javaScriptEnabled: boolean) =>
  async ({ page, browser }: { page: Page; browser: Browser }) => {
    const { code } = await confirmed(page, newPerson(), 'Gwen Guide');
    await moveStay(code, 2, 5);
    await page.goto(`/trips/${code}`);
    const card = page.locator('#companions');
    await card.getByLabel('Who is it for?').fill('The Lees');
    await card.getByRole('button', { name: 'Make a link' }).click();
    const link = page.getByLabel('Link for The Lees');
    await expect(link).toHaveValue(/\/trips\/shared\/[\w-]{43}$/);
    if (javaScriptEnabled) await expectGoodLayout(page);
    const url = new URL(await link.inputValue()).pathname;

    const context = await browser.newContext({ javaScriptEnabled });
    const other = await context.newPage();
    await other.goto(url);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(/^Hello The Lees, see you at /);
    await expect(other.locator('#getting-in')).toContainText(notes);
    await expect(other.locator('#wifi')).toContainText('StepsToBeach');
    await expect(other.locator('#coming')).toContainText('Gwen');
    const source = await (await other.request.get(url)).text();
    expect(source).not.toMatch(new RegExp(`\\$\\d|${code}|Gwen Guide|@guests|key=`));
    if (javaScriptEnabled) await expectGoodLayout(other);

    await page.goto(`/trips/${code}`);
    await card.getByRole('button', { name: 'End the link of The Lees' }).click();
    await expect(card.getByRole('button', { name: 'End the link of The Lees' })).toHaveCount(0);
    expect((await other.goto(url))?.status()).toBe(404);
    await context.close();
  };
