import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startSandbox } from '../sandbox/main.ts';
import { startTimeoutMs } from './second-site.ts';
import { test as base, expect } from './site.ts';

export interface OpeningSite {
  url: string;
  standIns: string;
  /** Runs one statement on its database. */
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Sets a switch of its stand-ins. */
  put(path: string, json: unknown): Promise<unknown>;
  /** Mails to an address, the newest first. */
  mails(address: string): Promise<{ subject: string; text: string }[]>;
}

/** It lies above the port of the first site; the stand-ins take the two after it. */
const portOffset = 30;

/** Runs a production on an empty database of its own, with stand-ins of its own and without a Google project. */
async function withOpeningSite(use: (site: OpeningSite) => Promise<void>): Promise<void> {
  const port = Number(process.env.E2E_PORT) + portOffset;
  const url = `http://localhost:${port}`;
  const place = JSON.parse(
    readFileSync(path.join(process.env.E2E_DATA_DIR ?? '', 'postgres.json'), 'utf8'),
  ) as { url: string };
  const name = `opening_${Date.now()}`;
  const run = async (database: string, text: string, values: unknown[] = []) => {
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    return client.query(text, values).finally(() => client.end());
  };
  await run(place.url, `create database ${name}`);
  const database = new URL(place.url);
  database.pathname = name;
  const keys = { stripeSecretKey: 'sk_test_stand_in', stripeWebhookSecret: 'whsec_stand_in' };
  const sandbox = await startSandbox({
    port: port + 1,
    smtpPort: port + 2,
    appUrl: url,
    ...keys,
    googleClientId: 'none',
    googleClientSecret: 'none',
  });
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'pcb-opening-'));
  const site = spawn(process.execPath, ['build/app/server.js'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      APP_URL: url,
      TRUST_PROXY: '127.0.0.1,::1',
      DATA_DIR: dataDir,
      DATABASE_URL: database.href,
      SESSION_SECRET: 'a-secret-for-tests-only-0123456789abcdef',
      ADMIN_EMAILS: 'host@example.com',
      MAIL_FROM: 'stay@beach.example',
      HOSTS_EMAIL: 'hosts@beach.example',
      SMTP_URL: sandbox.smtpUrl,
      STRIPE_API_URL: sandbox.url,
      STRIPE_SECRET_KEY: keys.stripeSecretKey,
      STRIPE_WEBHOOK_SECRET: keys.stripeWebhookSecret,
      DNS_SERVER: sandbox.dnsServer,
      LOG_LEVEL: 'fatal',
    },
  });
  const ended = new Promise((resolve) => site.once('exit', resolve));
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
  await expect.poll(isReady, { timeout: startTimeoutMs }).toBe(true);
  await use({
    url,
    standIns: sandbox.url,
    query: async (text, values) => (await run(database.href, text, values)).rows,
    put: (to, json) => fetch(`${sandbox.url}${to}`, { method: 'PUT', body: JSON.stringify(json) }),
    mails: async (address) =>
      (await fetch(`${sandbox.url}/mail/messages?to=${encodeURIComponent(address)}`)).json(),
  });
  site.kill('SIGTERM');
  await ended;
  await sandbox.close();
  await run(place.url, `drop database ${name} with (force)`);
  rmSync(dataDir, { recursive: true, force: true });
}

/** Pages are those of a production that begins empty, and closed. */
export const test = base.extend<object, { opening: OpeningSite }>({
  opening: [
    async ({ browserName: _ }, use) => withOpeningSite(use),
    { scope: 'worker', timeout: 2 * startTimeoutMs },
  ],
  baseURL: async ({ opening }, use) => use(opening.url),
  // A form that is not whole yet has no preview of its effect.
  expectedNoise: [[/status of (503|410|409)/, /status of 400 .*\/effect$/], { scope: 'test' }],
});

export { expect };
