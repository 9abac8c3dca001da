import type { Page } from '@playwright/test';
import { standIns } from './site.ts';

export const google = (page: Page) => page.getByRole('button', { name: 'Sign in with Google' });

/** Presses the Google button and waits for Google's page in the popup. */
export async function openGoogle(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await google(page).click();
  const popup = await opening;
  await popup.waitForURL(`${standIns}/google/authorize?**`);
  return popup;
}

export async function choose(popup: Page, email: string, verified = true): Promise<void> {
  await popup.getByLabel('Email').fill(email);
  if (!verified) await popup.getByLabel('Address verified').uncheck();
  await popup.getByRole('button', { name: 'Continue' }).click();
}
