import type { Page } from '@playwright/test';
import { query } from './database.ts';
import { open, scriptsAreThere } from './goto.ts';
import { expect, mailTo, standIns } from './site.ts';

/** Makes the address of a new guest. */
export const newPerson = () => `guest-${crypto.randomUUID()}@example.com`;

/** Codes sent to each address. */
const sent = new Map<string, number>();

/** Waits for the newest code mailed to an address. */
export async function codeFor(email: string): Promise<string> {
  const codes = async () =>
    (await mailTo(email)).flatMap(({ subject }) => /^(\d{6}) is your sign-in code$/.exec(subject)?.[1] ?? []);
  await expect.poll(async () => (await codes()).length).toBeGreaterThanOrEqual(sent.get(email) ?? 1);
  return (await codes())[0] ?? '';
}

/** Requests a code on the open login page. */
export async function askForCode(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await expect(page.getByLabel('Verification code')).toBeVisible();
  sent.set(email, (sent.get(email) ?? 0) + 1);
}

/** Signs in by a mailed code and waits until the next page is hydrated. */
export async function signInByCode(page: Page, email: string, returnUrl = '/account'): Promise<void> {
  await open(page, `/login?returnUrl=${encodeURIComponent(returnUrl)}`);
  await askForCode(page, email);
  await page.getByLabel('Verification code').fill(await codeFor(email));
  await page.getByRole('button', { name: 'Verify and sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
  await scriptsAreThere(page);
}

/** Moves a user's last authentication into the past. */
export async function ageSessions(email: string, hours: number): Promise<void> {
  await query(
    `update sessions set authenticated_at = authenticated_at - make_interval(hours => $2)
     from users where users.id = sessions.user_id and users.email = $1`,
    [email, hours],
  );
}

/** Sets faults of the stand-in for Google. */
export async function setGoogle(faults: object | null): Promise<void> {
  await fetch(`${standIns}/google/switches`, {
    method: faults ? 'POST' : 'DELETE',
    headers: { 'Content-Type': 'application/json' },
    body: faults && JSON.stringify(faults),
  });
}
