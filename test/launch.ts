import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { startSandbox } from '../sandbox/main.ts';
import type { Launch, LaunchCheck } from '../src/features/launch/contract.server.ts';
import { siteProof } from '../src/platform/http/site-proof.server.ts';
import { createStripe } from '../src/platform/stripe.server.ts';
import { testApp } from './app.ts';
import { signedInBrowser } from './sign-in.ts';

const secret = 'a-secret-for-tests-only-0123456789abcdef';
const stripeKey = 'sk_test_stand_in';

/**
 * Opens the API with stand-ins for all services and a server at its public address, which passes the provider's events on.
 * @param env settings beside those
 */
export async function openLaunchForFile(env: Record<string, string> = {}) {
  const world = {
    now: new Date(),
    /** Responds to every other request at the public address; by default like the site itself. */
    answer(request: IncomingMessage, response: ServerResponse): void {
      const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
      response.setHeader('X-Site-Proof', siteProof(secret, searchParams.get('nonce') ?? '')).end('{}');
    },
  };
  const answerAsItself = world.answer;
  const front = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url !== '/api/webhooks/stripe') return world.answer(request, response);
    const signature = String(request.headers['stripe-signature']);
    const { status } = await app.request('POST', request.url, {
      body: Buffer.concat(chunks),
      headers: { 'Stripe-Signature': signature },
    });
    response.writeHead(status).end();
  });
  await new Promise<void>((done) => front.listen(0, 'localhost', done));
  const appUrl = `http://localhost:${(front.address() as AddressInfo).port}`;
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    appUrl,
    stripeSecretKey: stripeKey,
    stripeWebhookSecret: 'whsec_stand_in',
    googleClientId: 'client',
    googleClientSecret: 'secret',
  });
  const app = await testApp({
    env: {
      APP_URL: appUrl,
      STRIPE_API_URL: sandbox.url,
      DNS_SERVER: sandbox.dnsServer,
      MAIL_FROM: 'stay@beach.example',
      SESSION_SECRET: secret,
      ...env,
    },
    stripe: createStripe(stripeKey, sandbox.url),
    now: () => world.now,
  });
  afterAll(async () => {
    await app.close();
    await sandbox.close();
    front.closeAllConnections();
    front.close();
  });
  const host = await signedInBrowser(app, 'host@example.com');
  const call = async (path: string, json?: object) => {
    const response = await host.request(json || path ? 'POST' : 'GET', `/api/admin/launch${path}`, {
      json: path === '/mail' ? undefined : json,
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const read = async (): Promise<Launch> => (await call('')).body;
  const lineOf = ({ checks }: Launch, key: string): LaunchCheck | undefined =>
    checks.find((check) => check.key === key);
  return {
    app,
    world,
    appUrl,
    sandbox,
    host,
    /** Sets a switch of the stand-ins. */
    put: (path: string, json: unknown) =>
      fetch(sandbox.url + path, { method: 'PUT', body: JSON.stringify(json) }),
    call,
    read,
    stateOf: (launched: Launch, key: string) => lineOf(launched, key)?.state,
    /** The state and the reason of a line as the site's own rows have it now. */
    async ofRows(key: string) {
      const line = lineOf(await read(), key);
      return [line?.state, line?.detail];
    },
    /** A closed site on which nothing was looked at yet. */
    async reset() {
      world.now = new Date();
      world.answer = answerAsItself;
      await app.platform.pool.query('truncate launch_checks, launch_mails, launch_payments, rate_limits');
      await app.platform.pool.query('update site_settings set opened_at = null, phone = $1', [
        '(850) 555-0142',
      ]);
      app.platform.content.clear();
    },
  };
}
