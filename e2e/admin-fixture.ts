import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { APIRequestContext, Cookie, Locator, Page } from '@playwright/test';
import { query } from './database.ts';
import { open } from './goto.ts';
import { test as base, expect, standIns } from './site.ts';

/** The one address that the site's settings name as a host's. */
export const host = 'host@example.com';

/** The file that keeps the session for later workers: the codes mailed to one address are limited by the hour. */
const statePath = () => path.join(process.env.E2E_DATA_DIR ?? '', 'e2e-host.json');

/** Codes mailed to the host, the newest first; notices may arrive between them. */
async function codes(): Promise<string[]> {
  const response = await fetch(`${standIns}/mail/messages?to=${encodeURIComponent(host)}`);
  const mails: { subject: string }[] = await response.json();
  return mails.flatMap(({ subject }) => /^(\d{6}) is your sign-in code$/.exec(subject)?.[1] ?? []);
}

const isHost = async (api: APIRequestContext): Promise<boolean> =>
  ((await (await api.get('/api/admin/status')).json()) as { isAdmin?: boolean }).isAdmin === true;

async function signIn(api: APIRequestContext): Promise<void> {
  const before = (await codes()).length;
  expect((await api.post('/api/send-otp', { data: { email: host } })).status()).toBe(200);
  await expect.poll(async () => (await codes()).length).toBeGreaterThan(before);
  const [otp] = await codes();
  expect((await api.post('/api/verify-otp', { data: { email: host, otp } })).status()).toBe(200);
}

/** The cookies of a host who is signed in; one sign-in serves all tests. */
export const withHost = base.extend<object, { hostCookies: Cookie[] }>({
  hostCookies: [
    async ({ playwright }, use) => {
      const api = await playwright.request.newContext({
        baseURL: `http://localhost:${process.env.E2E_PORT}`,
        extraHTTPHeaders: { 'X-Forwarded-For': '198.51.100.7' },
        storageState: existsSync(statePath()) ? JSON.parse(readFileSync(statePath(), 'utf8')) : undefined,
      });
      if (!(await isHost(api))) await signIn(api);
      const state = await api.storageState();
      writeFileSync(statePath(), JSON.stringify(state));
      await api.dispose();
      await use(state.cookies);
      await forgetRows();
    },
    { scope: 'worker' },
  ],
});

/** A browser in which a host is signed in. */
export const test = withHost.extend({
  context: async ({ context, hostCookies }, use) => {
    await context.addCookies(hostCookies);
    await use(context);
  },
});

export { expect };

/** Opens a table of the admin and waits until its rows are there. */
export async function openTable(page: Page, table: string): Promise<void> {
  await open(page, `/admin?table=${table}`);
  await expect(page.getByRole('button', { name: /^(Add New|Edit )/ }).first()).toBeVisible();
}

/** A window in which a table of the admin stands as a table; on phones its rows are cards. */
export const wide = { width: 1440, height: 900 };

/** The rows of the table that is open in a wide window. */
export const rows = (page: Page): Locator =>
  page.getByRole('region', { name: /^Rows of/ }).locator('tbody tr');

/** A row made through the API, as another host would make it. */
export async function makeRow(page: Page, table: string, row: object): Promise<Record<string, unknown>> {
  const response = await page.request.post(`/api/tables/${table}`, { data: row });
  expect(response.status(), await response.text()).toBe(201);
  return response.json();
}

/** Removes what these tests added to guests' pages, where other tests count rows. */
async function forgetRows(): Promise<void> {
  // The next amenity takes the lowest free id, and would take over its history.
  await query(
    `with deleted as (delete from amenities where name ~ '^w[0-9a-f]{8}' returning id)
     delete from audit_log using deleted where table_name = 'amenities' and row_id = deleted.id::text`,
    [],
  );
  await query(`delete from blog_posts where slug ~ 'w[0-9a-f]{8}'`, []);
}

/** A word that no other test uses. */
export const word = () => `w${crypto.randomUUID().slice(0, 8)}`;
