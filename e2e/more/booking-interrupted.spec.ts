import type { Browser, Page } from '@playwright/test';
import {
  agree,
  atPayment,
  fillDetails,
  freeNights,
  freeStay,
  guest,
  ledger,
  linkInMail,
  pathOf,
  pay,
  reserve,
  runJob,
  seeTrip,
  setStripe,
  takeNights,
  typedDetails,
} from '../booking-steps.ts';
import { query } from '../database.ts';
import { open, scriptsAreThere } from '../goto.ts';
import { newPerson } from '../sign-in.ts';
import { expect, mailTo, standIns, test } from '../site.ts';

/** Pays as the guest does, whose browser is closed before it comes back. */
async function payAndCloseBrowser(page: Page, email: string): Promise<void> {
  await atPayment(page);
  const session = new URL(page.url()).pathname.split('/').at(-1);
  await page.context().close();
  const body = new URLSearchParams({ email, name: guest.name, card: '4242424242424242' });
  const paid = await fetch(`${standIns}/stripe/pay/${session}/pay`, {
    method: 'POST',
    body,
    redirect: 'manual',
  });
  expect(paid.status).toBe(303);
}

/** Another device of the guest. */
const newDevice = async (browser: Browser, page: Page): Promise<Page> =>
  (await browser.newContext({ viewport: page.viewportSize() })).newPage();

test.afterEach(async () => {
  await setStripe();
  await freeNights();
});

test('the way back from the payment page finds what was typed', async ({ page }) => {
  await open(page, pathOf(await freeStay(page.request)));
  await page.getByLabel('Name').fill(guest.name);
  await page.getByText('Promotion code', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Promotion code' }).fill('BEACH10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Promotion code BEACH10')).toBeAttached();
  await fillDetails(page, newPerson());
  const typed = await typedDetails(page);
  await page.getByRole('button', { name: 'Reserve and pay' }).click();
  await atPayment(page);
  await page.goBack();
  await scriptsAreThere(page);
  await expect.poll(() => typedDetails(page)).toEqual(typed);
  await page.getByText('Begin again with other details').click();
  await page.getByRole('button', { name: 'Reserve and pay' }).click();
  await atPayment(page);
});

for (const [settledBy, width] of [
  ['event', 390],
  ['job', 1440],
] as const) {
  test(`a browser closed while paying loses nothing: the mailed links go on, settled by the ${settledBy}`, async ({
    page,
    browser,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const email = newPerson();
    await reserve(page, await freeStay(page.request), email);
    await atPayment(page);
    const tablet = await newDevice(browser, page);
    await page.close();

    await open(tablet, await linkInMail(email, /^Your nights are held/, '/book/'));
    await expect(tablet).toHaveURL(/\/book\/[0-9A-Z]{8}$/);
    await expect(tablet.getByRole('heading', { level: 1 })).toHaveText('Your nights are held for you');
    await tablet.getByRole('button', { name: 'Pay now' }).click();
    if (settledBy === 'job') await setStripe({ webhookLose: true });
    await payAndCloseBrowser(tablet, email);
    if (settledBy === 'job') await runJob();

    const laptop = await newDevice(browser, page);
    await laptop.goto(await linkInMail(email, /^Confirmed/, '/trips/'));
    expect(await ledger(await seeTrip(laptop))).toHaveLength(1);
    await laptop.context().close();
    expect(await mailTo(email)).toHaveLength(2);
  });
}

test.describe('what has changed since the price was shown', () => {
  test.use({ expectedNoise: [/status of 409/] });

  test('a price that is too old is replaced, and nothing that was typed is lost', async ({ page }) => {
    await open(page, pathOf(await freeStay(page.request)));
    await fillDetails(page, newPerson());
    const typed = await typedDetails(page);
    const quoteId = await page.locator('input[name=quoteId]').inputValue();
    await query(`update quotes set expires_at = now() - interval '1 minute' where id = $1`, [quoteId]);
    await page.getByRole('button', { name: 'Reserve and pay' }).click();
    await expect(page.getByText('This price is older than half an hour.')).toBeVisible();
    await expect(page.locator('input[name=quoteId]')).not.toHaveValue(quoteId);
    await expect.poll(() => typedDetails(page)).toEqual(typed);
    await agree(page);
    await page.getByRole('button', { name: 'Reserve and pay' }).click();
    await atPayment(page);
  });

  test('nights taken before the reservation lead to near ones, and nothing that was typed is lost', async ({
    page,
  }) => {
    const stay = await freeStay(page.request);
    await open(page, pathOf(stay));
    await fillDetails(page, newPerson());
    const typed = await typedDetails(page);
    await takeNights(stay);
    await page.getByRole('button', { name: 'Reserve and pay' }).click();
    const price = page.getByRole('complementary', { name: 'Price' });
    await expect(price.getByRole('heading')).toHaveText('The Beachcomber is not free on these dates');
    await expect(price.getByRole('heading')).toBeInViewport();
    await price
      .getByRole('link', { name: /in all$/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Reserve and pay' }).waitFor();
    await expect.poll(() => typedDetails(page)).toEqual(typed);
    await agree(page);
    await page.getByRole('button', { name: 'Reserve and pay' }).click();
    await pay(page);
    await seeTrip(page);
  });
});
