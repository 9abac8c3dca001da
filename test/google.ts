import { startSandbox } from '../sandbox/main.ts';
import type { Platform } from '../src/platform/context.server.ts';
import { testApp } from './app.ts';
import { cookieBrowser } from './cookie-browser.ts';
import { anyAddress } from './shop.ts';

/** Nothing listens there: the tests pass Google's responses on themselves. */
const appUrl = 'http://localhost:9';

export type GoogleSite = Awaited<ReturnType<typeof openGoogleSite>>;

/** A code from Google, with its state. */
interface OAuthCode {
  code: string;
  state?: string;
}

/** Opens the API with the stand-in OpenID provider. */
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
  const callSwitches = (method: string, json?: object) =>
    fetch(`${issuer}/switches`, {
      method,
      ...(json ? { body: JSON.stringify(json), headers: { 'Content-Type': 'application/json' } } : {}),
    });

  return {
    ...app,
    appUrl,
    issuer,
    /** Requests Google's URL, without a cookie. */
    start: (originUrl: string, headers: Record<string, string> = {}, from = anyAddress()) =>
      app.request('GET', path(originUrl), { headers, from }),
    /** Makes the provider misbehave until `reset`. */
    setFaults: (faults: object) => callSwitches('POST', faults),
    async reset() {
      laterMs = 0;
      await callSwitches('DELETE');
    },
    passTime(ms: number) {
      laterMs += ms;
    },
    users: () => app.platform.db.selectFrom('users').selectAll().orderBy('id').execute(),
    /** Opens a browser that signs in with Google. */
    browser(cookies: Record<string, string> = {}) {
      const browser = cookieBrowser(app, cookies);
      const begin = async (): Promise<string> => {
        const response = await browser.request('GET', path(appUrl));
        return ((await response.json()) as { redirectUrl: string }).redirectUrl;
      };
      /** Submits the provider's page: with an account of the list, or a typed one. */
      const chooseAt = async (page: string, fields: Record<string, string>): Promise<OAuthCode> => {
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
          if (response.status !== 200) throw new Error(`sign-in responded with ${response.status}`);
        },
      };
    },
    async close() {
      await app.close();
      await sandbox.close();
    },
  };
}
