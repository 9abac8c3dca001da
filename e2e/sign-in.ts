import type { Page } from '@playwright/test';
import { query } from './database.ts';
import { open, scriptsAreThere } from './goto.ts';
import { expect, standIns } from './site.ts';

/** Makes the address of a new guest. */
export const newPerson = () => `guest-${crypto.randomUUID()}@example.com`;

/** Codes sent to each address. */
const sent = new Map<string, number>();

/** Codes mailed to an address, the newest first. */
async function mailedCodes(email: string): Promise<string[]> {
  const response = await fetch(`${standIns}/mail/messages?to=${encodeURIComponent(email)}`);
  const mails: { subject: string }[] = await response.json();
  return mails.flatMap(({ subject }) => /^(\d{6}) is your sign-in code$/.exec(subject)?.[1] ?? []);
}

/** Waits for the newest code mailed to an address. */
export async function codeFor(email: string): Promise<string> {
  const count = async () => (await mailedCodes(email)).length;
  await expect.poll(count).toBeGreaterThanOrEqual(sent.get(email) ?? 1);
  return (await mailedCodes(email))[0] ?? '';
}

/** Requests a code on the open login page. */
export async function askForCode(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await expect(page.getByLabel('Verification code')).toBeVisible();
  sent.set(email, (sent.get(email) ?? 0) + 1);
}

/** Signs in by a mailed code on the login page, and waits until the next page is hydrated. */
export async function signInByForm(page: Page, email: string, returnUrl: string): Promise<void> {
  await open(page, `/login?returnUrl=${encodeURIComponent(returnUrl)}`);
  await askForCode(page, email);
  await page.getByLabel('Verification code').fill(await codeFor(email));
  await page.getByRole('button', { name: 'Verify and sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
  await scriptsAreThere(page);
}

/** Signs in by a mailed code through the API, and opens a page. */
export async function signInByCode(page: Page, email: string, path = '/account'): Promise<void> {
  const call = async (name: string, data: object) =>
    expect((await page.request.post(`/api/${name}`, { data })).status()).toBe(200);
  // Another test may have signed the same host in.
  sent.set(email, (await mailedCodes(email)).length + 1);
  await call('send-otp', { email });
  await call('verify-otp', { email, otp: await codeFor(email) });
  await open(page, path);
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
