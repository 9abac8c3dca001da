import type { FrameLocator, Page } from '@playwright/test';
import { fillDetails, freeNights, freeStay, pathOf } from '../booking-steps.ts';
import { isTakenOver } from '../goto.ts';
import { holdBack } from '../hold-requests.ts';
import { newPerson } from '../sign-in.ts';
import { expect, standIns, test } from '../site.ts';

test.beforeEach(freeNights);

/** Opens a page of the site in a frame of another, and waits for hydration. */
async function frame(page: Page, path: string): Promise<FrameLocator> {
  await page.goto('/checkout/cancel');
  const loaded = page.waitForEvent('frameattached');
  await page.evaluate((src) => {
    const embedded = document.createElement('iframe');
    embedded.src = src;
    embedded.width = '380';
    embedded.height = '2400';
    document.body.prepend(embedded);
  }, path);
  const embedded = await loaded;
  await embedded.waitForURL(`**${path}`);
  await embedded.waitForFunction(isTakenOver);
  return page.frameLocator('iframe');
}

test('inside a frame a blocked payment page leaves a link, and the form can be used again', async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    window.open = () => null;
  });
  const stay = await freeStay(page.request);
  const framed = await frame(page, pathOf(stay));
  await fillDetails(framed, newPerson());
  const reserve = framed.getByRole('button', { name: /^Reserve and pay/ });
  await reserve.click();
  await expect(framed.getByText('Your payment page is ready.')).toBeVisible();
  await expect(reserve).toBeEnabled();
  const opened = context.waitForEvent('page');
  await framed.getByRole('link', { name: 'Continue to payment' }).click();
  await (await opened).waitForURL(`${standIns}/stripe/pay/**`);
});

test('inside a frame the payment page opens in a tab however long its URL takes', async ({
  page,
  context,
}) => {
  const stay = await freeStay(page.request);
  const framed = await frame(page, pathOf(stay));
  await fillDetails(framed, newPerson());
  const respond = await holdBack(page, '**/api/bookings');
  const opened = context.waitForEvent('page');
  await framed.getByRole('button', { name: /^Reserve and pay/ }).click();
  const tab = await opened;
  expect(tab.url()).toBe('about:blank');
  respond();
  await tab.waitForURL(`${standIns}/stripe/pay/**`);
  await expect(framed.getByText('The payment page has opened in a new tab.')).toBeVisible();
});
