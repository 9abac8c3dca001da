import { testApp } from './app.ts';
import { sender } from './rows.ts';
import { signedInBrowser } from './sign-in.ts';

/** The whole API, a browser in which a host is signed in, and what sends JSON from there. */
export async function testAppForHosts(overrides: Parameters<typeof testApp>[0] = {}) {
  const app = await testApp(overrides);
  const host = await signedInBrowser(app, 'host@example.com');
  return { app, host, send: sender(host) };
}
