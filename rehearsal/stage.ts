import { randomBytes } from 'node:crypto';
import tls from 'node:tls';
import { startSandbox } from '../sandbox/main.ts';
import { openS3, type S3Server } from '../sandbox/s3/server.ts';
import { type Database, startDatabase } from './database.ts';
import { fetchOnce } from './fetch-once.ts';
import { ports } from './place.ts';
import { appUrl, type Caddy, startProxy } from './proxy.ts';
import { type SiteProcess, siteEnvironment, siteProcess, writeSettings } from './site.ts';
import { type Reply, type Visitor, visitor } from './visitor.ts';
import { waitFor } from './wait-for.ts';

export const hostEmail = 'host@example.com';

/** Everything that a rehearsal runs. */
export interface Stage {
  database: Database;
  bucket: S3Server;
  sites: [SiteProcess, SiteProcess];
  metricsToken: string;
  /** The pages of the stand-ins: `/mail`, `/stripe`. */
  standIns: string;
  /** The proxy's response before there was any process. */
  repliesBefore: Reply[];
  /** Milliseconds until each process was ready, in the order in which they were started. */
  startMs: number[];
  visitor(address: string): Visitor;
  /** An address that the proxy sends to this process, another one for each call. */
  addressFor(site: SiteProcess): Promise<string>;
}

/** What was started, to be stopped in the opposite order. */
const running: (() => Promise<unknown>)[] = [];

/** Stops something at the end, after everything that was started later and after what the stage runs. */
export const stopLast = (stop: () => Promise<unknown>): number => running.unshift(stop);

/** Ends everything that was started. */
export async function tearDown(): Promise<void> {
  for (let stop = running.pop(); stop; stop = running.pop()) await stop().catch(() => {});
}

/** Starts the database, the proxy, the stand-ins and two processes of the site. */
export async function setUp(): Promise<Stage> {
  const started = <T extends { stop(): Promise<unknown> }>(one: T): T => {
    running.push(one.stop);
    return one;
  };
  const database = started(await startDatabase());
  const proxy = started(await startProxy());
  const bucket = await openS3();
  running.push(bucket.close);
  const metricsToken = randomBytes(24).toString('hex');
  writeSettings(await settings(database, proxy, bucket, metricsToken));
  const sites = [siteProcess(ports.sites[0]), siteProcess(ports.sites[1])] as Stage['sites'];
  for (const site of sites) running.push(site.stop);
  const early = visitor(proxy.authority, '127.0.1.254');
  const repliesBefore = await Promise.all([
    early.request('GET', '/'),
    early.request('POST', '/api/send-otp'),
  ]);
  early.close();
  // Together, as after a reboot: one migrates and fills the database while the other waits.
  const startMs = await Promise.all(sites.map((site) => site.start()));
  await openSite(database);
  return {
    database,
    bucket,
    sites,
    metricsToken,
    repliesBefore,
    startMs,
    standIns: `http://localhost:${ports.standIns}`,
    visitor: (address) => visitor(proxy.authority, address),
    addressFor: addresses(proxy, sites, metricsToken),
  };
}

const proxyWithinMs = 20_000;

/** Ends both processes, starts them with other settings, and waits until the proxy passes requests on to them. */
export async function restartSites(
  { sites, visitor: open }: Stage,
  settings: Record<string, string>,
): Promise<void> {
  await Promise.all(sites.map((site) => site.stop()));
  writeSettings({ ...siteEnvironment(), ...settings });
  await Promise.all(sites.map((site) => site.start()));
  // The proxy finds out by a check of its own that they are ready.
  const guest = open('127.0.1.253');
  const isServed = async () => ((await guest.request('GET', '/api/properties')).status === 200 ? true : null);
  await waitFor(isServed, proxyWithinMs, 'a response through the proxy');
  guest.close();
}

/** What hosts do before guests come: the homes are theirs, something is on sale, the site is open. */
async function openSite({ pool }: Database): Promise<void> {
  await pool.query('update site_settings set opened_at = now()');
  for (const table of ['properties', 'rates', 'fees', 'discounts', 'guide_sections', 'blog_posts'])
    await pool.query(`update ${table} set is_example = false`);
  await pool.query(`insert into products (id, property_id, name, price_cents, currency, billing_type)
    select gen_random_uuid(), id, 'Three nights', 60000, 'usd', 'one_time' from properties limit 1`);
}

async function settings(
  database: Database,
  proxy: Caddy,
  bucket: S3Server,
  metricsToken: string,
): Promise<Record<string, string>> {
  const secret = () => randomBytes(24).toString('base64url');
  const secrets = { stripeSecretKey: `sk_test_${secret()}`, stripeWebhookSecret: `whsec_${secret()}` };
  const google = { googleClientId: 'rehearsal', googleClientSecret: secret() };
  // The card provider posts its events to the site's public address, so it must know the proxy's authority.
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), proxy.authority]);
  const sandbox = await startSandbox({
    port: ports.standIns,
    smtpPort: ports.smtp,
    appUrl,
    ...secrets,
    ...google,
  });
  running.push(sandbox.close);
  return {
    APP_URL: appUrl,
    DATABASE_URL: database.url,
    SESSION_SECRET: randomBytes(48).toString('base64'),
    ADMIN_EMAILS: hostEmail,
    SMTP_URL: `smtp://localhost:${ports.smtp}`,
    STRIPE_SECRET_KEY: secrets.stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
    STRIPE_API_URL: sandbox.url,
    GOOGLE_CLIENT_ID: google.googleClientId,
    GOOGLE_CLIENT_SECRET: google.googleClientSecret,
    GOOGLE_ISSUER: `${sandbox.url}/google`,
    STORAGE_URL: `s3://rehearsal?region=${bucket.keys.region}&endpoint=${bucket.url}`,
    AWS_ACCESS_KEY_ID: bucket.keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: bucket.keys.secretAccessKey,
    METRICS_TOKEN: metricsToken,
  };
}

const probes = 5;

/**
 * Finds an address for each process by the requests that it counts: the proxy keeps a visitor's address with one process.
 * It sends none to a process whose health it has not looked at since that started.
 */
function addresses(proxy: Caddy, sites: SiteProcess[], token: string): Stage['addressFor'] {
  let last = 0;
  async function tryNext(wanted: SiteProcess): Promise<string | null> {
    last += 1;
    const guest = visitor(proxy.authority, `127.1.${Math.floor(last / 250)}.${1 + (last % 250)}`);
    const before = await Promise.all(sites.map((site) => apiRequests(site.port, token)));
    for (let probe = 0; probe < probes; probe += 1) await guest.json('GET', '/api/users/me');
    const after = await Promise.all(sites.map((site) => apiRequests(site.port, token)));
    guest.close();
    const counted = after.map((count, at) => count - (before[at] ?? 0));
    return counted[sites.indexOf(wanted)] === probes ? guest.address : null;
  }
  return (wanted) =>
    waitFor(() => tryNext(wanted), 30_000, `an address that the proxy sends to port ${wanted.port}`);
}

/** Requests to the API that a process has served since its start. */
async function apiRequests(port: number, token: string): Promise<number> {
  const response = await fetchOnce(`http://127.0.0.1:${port}/metrics`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const counts = [...(await response.text()).matchAll(/^http_responses_total\{.*route="\/api".*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}
