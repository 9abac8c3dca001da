import type { TestApp } from './app.ts';
import { cookieBrowser } from './cookie-browser.ts';

export type Browser = ReturnType<typeof cookieBrowser>;

/** The newest code that was mailed to an address. */
export async function mailedCode(app: TestApp, email: string): Promise<string> {
  const mail = (await app.queuedMail()).findLast(({ to }) => to.address === email);
  const [code] = /\b\d{6}\b/.exec(mail?.text ?? '') ?? [];
  if (!code) throw new Error(`no code was mailed to ${email}`);
  return code;
}

export const askForCode = (browser: Browser, email: string): Promise<Response> =>
  browser.request('POST', '/api/send-otp', { json: { email } });

export const guess = (browser: Browser, email: string, otp: string): Promise<Response> =>
  browser.request('POST', '/api/verify-otp', { json: { email, otp } });

/** A new browser in which this person is signed in by a mailed code, or the given one. */
export async function signedInBrowser(
  app: TestApp,
  email: string,
  browser: Browser = cookieBrowser(app),
): Promise<Browser> {
  await askForCode(browser, email);
  const response = await guess(browser, email, await mailedCode(app, email));
  if (response.status !== 200) throw new Error(`sign-in answered ${response.status}`);
  return browser;
}
