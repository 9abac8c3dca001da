import type { Cookie, Page, PlaywrightWorkerArgs } from '@playwright/test';
import { expect, test as hostTest } from './admin-fixture.ts';
import {
  atPayment,
  cards,
  freeStay,
  ledger,
  linkInMail,
  pay,
  reserve,
  runJob,
  seeTrip,
} from './booking-steps.ts';
import { query } from './database.ts';
import { open } from './goto.ts';
import { newPerson } from './sign-in.ts';
import { mailTo } from './site.ts';

/** The browser is a guest's; the host’s session serves only calls. */
export const test = hostTest.extend({
  page: async ({ page, context }, use) => {
    await context.clearCookies();
    await use(page);
  },
});

const requestHome = {
  slug: 'kid-friendly-steps-to-beach',
  title: 'Kid-Friendly, Steps to Beach + Pools, Sleeps 6',
};

/** Moves the day of the balance into the past, and lets the site do what is due. */
async function letBalanceBeDue(code: string): Promise<void> {
  await query('update bookings set balance_due_on = current_date - 1 where code = $1', [code]);
  await runJob();
}

export const payAfterApproval = async ({
  page,
  playwright,
  baseURL,
  hostCookies,
}: {
  page: Page;
  playwright: PlaywrightWorkerArgs['playwright'];
  baseURL: string | undefined;
  hostCookies: Cookie[];
}) => {
  const email = newPerson();
  await reserve(page, await freeStay(page.request, requestHome.slug), email);
  await page.waitForURL(/\/book\/[0-9A-Z]{8}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We have your request');
  await expect(page.getByRole('button', { name: 'Pay now' })).toHaveCount(0);
  const code = new URL(page.url()).pathname.slice('/book/'.length);

  const host = await playwright.request.newContext({
    baseURL,
    storageState: { cookies: hostCookies, origins: [] },
  });
  expect((await host.post(`/api/admin/bookings/${code}/approve`, { data: {} })).status()).toBe(200);
  await host.dispose();
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
  await open(page, await linkInMail(email, /^Approved/, '/book/'));
  await page.getByRole('button', { name: 'Pay now' }).click();
  await pay(page);
  expect(await seeTrip(page, requestHome.title)).toBe(code);
};

export const payDepositAndBalance = async ({ page }: { page: Page }) => {
  const email = newPerson();
  await reserve(page, await freeStay(page.request), email, 'deposit');
  await pay(page);
  const code = await seeTrip(page);
  await expect(page.getByText(/still to pay/)).toBeVisible();
  await letBalanceBeDue(code);
  await expect.poll(() => ledger(code)).toHaveLength(2);
  await page.reload();
  await expect(page.getByText(/^\$[\d,.]+ paid$/)).toBeVisible();
  await expect(page.getByText(/still to pay/)).toHaveCount(0);
  await expect.poll(async () => (await mailTo(email))[0]?.subject).toMatch(/^Paid: /);
};

export const payDeclinedBalance = async ({ page }: { page: Page }) => {
  const email = newPerson();
  await reserve(page, await freeStay(page.request), email, 'deposit');
  await pay(page, cards.declinedLater);
  const code = await seeTrip(page);
  await letBalanceBeDue(code);
  await page.goto(await linkInMail(email, /^Your card was declined/, '/trips/'));
  expect(await seeTrip(page)).toBe(code);
  expect(await ledger(code)).toHaveLength(1);
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await atPayment(page);
  await pay(page);
  await seeTrip(page);
  await expect(page.getByText(/still to pay/)).toHaveCount(0);
  expect(await ledger(code)).toHaveLength(2);
};
