import type { Page } from '@playwright/test';
import { open } from './goto.ts';
import { standIns } from './site.ts';

export const week = 'The Beachcomber — Week at the Gulf';

export const bookButton = (page: Page, name = week) =>
  page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name }) })
    .getByRole('button');

/** Goes from the shop to the hosted payment page. */
export async function goToPayment(page: Page, name = week): Promise<void> {
  await open(page, '/shop');
  await bookButton(page, name).click();
  await page.waitForURL(`${standIns}/stripe/pay/**`);
}

export async function pay(page: Page, email: string, card = '4242424242424242'): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.locator(`input[value="${card}"]`).check();
  await page.getByRole('button', { name: 'Pay' }).click();
}
