import { startSandbox } from '../sandbox/main.ts';
import type { Platform } from '../src/platform/context.server.ts';
import { testApp } from './app.ts';
import { cookieBrowser } from './cookie-browser.ts';
import { anyAddress } from './shop.ts';

/** Nothing listens there: the tests deliver Google's responses themselves. */
const appUrl = 'http://localhost:9';

export type GoogleSite = Awaited<ReturnType<typeof openGoogleSite>>;

/** A code as it comes back from Google, with the state that comes along. */
interface Body {
  code: string;
  state?: string;
}

/** The API with the stand-in OpenID provider behind it. */
export async function openGoogleSite(overrides: Partial<Platform> = {}) {
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    appUrl,
    stripeSecretKey: 'sk_test_stand_in',
    stripeWebhookSecret: 'whsec_stand_in',
    googleClientId: 'client',
    googleClientSecret: 'client-secret',
  });
  const issuer = `${sandbox.url}/google`;
  let laterMs = 0;
  const app = await testApp({
    env: {
      APP_URL: appUrl,
      GOOGLE_ISSUER: issuer,
      GOOGLE_CLIENT_ID: 'client',
      GOOGLE_CLIENT_SECRET: 'client-secret',
    },
    now: () => new Date(Date.now() + laterMs),
    ...overrides,
  });
  const path = (originUrl: string) =>
    `/api/oauth/google/redirect_url?originUrl=${encodeURIComponent(originUrl)}`;
  const switches = (method: string, json?: object) =>
    fetch(`${issuer}/switches`, {
      method,
      ...(json ? { body: JSON.stringify(json), headers: { 'Content-Type': 'application/json' } } : {}),
    });

  return {
    ...app,
    appUrl,
    issuer,
    /** Asks for Google's page, without a cookie. */
    ask: (originUrl: string, headers: Record<string, string> = {}, from = anyAddress()) =>
      app.request('GET', path(originUrl), { headers, from }),
    /** Makes the provider misbehave until `mend`. */
    break: (faults: object) => switches('POST', faults),
    async mend() {
      laterMs = 0;
      await switches('DELETE');
    },
    passTime(ms: number) {
      laterMs += ms;
    },
    users: () => app.platform.db.selectFrom('users').selectAll().orderBy('id').execute(),
    /** A browser of a person who signs in with Google. */
    browser(cookies: Record<string, string> = {}) {
      const browser = cookieBrowser(app, cookies);
      const begin = async (): Promise<string> => {
        const response = await browser.request('GET', path(appUrl));
        return ((await response.json()) as { redirectUrl: string }).redirectUrl;
      };
      /** Presses a button of the provider's page: an account of the list, or one that is typed. */
      const chooseAt = async (page: string, fields: Record<string, string>): Promise<Body> => {
        const text = await (await fetch(page)).text();
        const request = /name="request" value="([^"]+)"/.exec(text)?.[1] ?? '';
        const body = new URLSearchParams({ request, ...fields });
        const response = await fetch(`${issuer}/account`, { method: 'POST', body, redirect: 'manual' });
        const { searchParams } = new URL(response.headers.get('Location') ?? 'nowhere:');
        return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' };
      };
      const choose = async (fields: Record<string, string>) => chooseAt(await begin(), fields);
      const exchange = (json: object) => browser.request('POST', '/api/sessions', { json });
      return {
        ...browser,
        begin,
        choose,
        chooseAt,
        exchange,
        async signIn(fields: Record<string, string>) {
          const response = await exchange(await choose(fields));
          if (response.status !== 200) throw new Error(`sign-in answered ${response.status}`);
        },
      };
    },
    async close() {
      await app.close();
      await sandbox.close();
    },
  };
}
