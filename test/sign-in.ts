import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type TestApp, testApp } from './app.ts';
import { cookieBrowser } from './cookie-browser.ts';

export type Browser = ReturnType<typeof cookieBrowser>;

/** Returns the newest code that was mailed to an address. */
export async function mailedCode(app: TestApp, email: string): Promise<string> {
  const mail = (await app.queuedMail()).findLast(({ to }) => to.address === email);
  const [code] = /\b\d{6}\b/.exec(mail?.text ?? '') ?? [];
  if (!code) throw new Error(`no code was mailed to ${email}`);
  return code;
}

export const requestCode = (browser: Browser, email: string): Promise<Response> =>
  browser.request('POST', '/api/send-otp', { json: { email } });

export const submitCode = (browser: Browser, email: string, otp: string): Promise<Response> =>
  browser.request('POST', '/api/verify-otp', { json: { email, otp } });

/** Another code than the given one. */
export const wrongCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Signs a user in by a mailed code, in a new browser or the given one. */
export async function signedInBrowser(
  app: TestApp,
  email: string,
  browser: Browser = cookieBrowser(app),
): Promise<Browser> {
  await requestCode(browser, email);
  const response = await submitCode(browser, email, await mailedCode(app, email));
  if (response.status !== 200) throw new Error(`sign-in answered ${response.status}`);
  return browser;
}

const authTables = 'users, sessions, login_codes, rate_limits, graphile_worker._private_jobs';

/**
 * Opens the API for the tests of one file, emptied of users before each and under a clock that stands still.
 * @param moreTables emptied too, such as `purchases, `
 */
export function authSite(moreTables = '') {
  const start = new Date('2026-05-01T12:00:00Z');
  let now = start;
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ now: () => now });
  });
  beforeEach(async () => {
    now = start;
    await app.platform.pool.query(`truncate ${moreTables}${authTables} cascade`);
  });
  afterAll(() => app.close());

  const newBrowser = (cookies: Record<string, string> = {}) => cookieBrowser(app, cookies);
  return {
    start,
    now: () => now,
    passTime(ms: number) {
      now = new Date(now.getTime() + ms);
    },
    get app() {
      return app;
    },
    get db() {
      return app.platform.db;
    },
    newBrowser,
    signIn: (email: string, browser?: Browser) => signedInBrowser(app, email, browser),
    /** Opens a new browser that has requested a code. */
    async codeBrowser(email: string): Promise<{ browser: Browser; code: string; wrong: string }> {
      const browser = newBrowser();
      const { status } = await requestCode(browser, email);
      if (status !== 200) throw new Error(`send-otp responded with ${status}`);
      const code = await mailedCode(app, email.trim().toLowerCase());
      return { browser, code, wrong: wrongCode(code) };
    },
  };
}
