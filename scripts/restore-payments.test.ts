import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runBookings } from '../src/features/bookings/run-bookings.server.ts';
import { reconcilePayments } from '../src/features/payments/reconcile-payments.server.ts';
import type { Ctx, Platform } from '../src/platform/context.server.ts';
import type { Log } from '../src/platform/observability/logger.server.ts';
import { testSettings } from '../test/app.ts';
import { cookieBrowser } from '../test/cookie-browser.ts';
import { inDays, openStays, type Placed, type Stays } from '../test/paid-stays.ts';
import { longTimeouts, openPlatform, openPool } from '../test/platform.ts';
import { signedInBrowser } from '../test/sign-in.ts';
import { type RunningPostgres, startPostgres } from './postgres.ts';

let stays: Stays;
let folder: string;
/** The embedded database of the data folder that the backup is restored into. */
let restored: RunningPostgres;
let platform: Platform | undefined;
let ctx: Ctx;
const errors: string[] = [];

beforeAll(async () => {
  stays = await openStays();
  folder = await mkdtemp(path.join(os.tmpdir(), 'pcb-restore-'));
  restored = await startPostgres(folder, () => {});
}, 60_000);
/** Opens it only once the restore is done, which rejects a database that a site is connected to. */
async function openRestored(): Promise<void> {
  const { log, stripe } = stays.platform;
  const error = (_: object, message = '') => void errors.push(message);
  const settings = testSettings(restored.url, folder);
  platform = await openPlatform(
    settings,
    { stripe, log: Object.assign(Object.create(log) as Log, { error }) },
    openPool(settings, longTimeouts),
  );
  ctx = { ...platform, viewer: null, clientKey: 'job' };
}

afterAll(async () => {
  await platform?.content.close();
  await platform?.pool.end();
  await restored.stop();
  await stays.close();
  await rm(folder, { recursive: true, force: true });
});

async function run(
  script: 'backup' | 'restore',
  words: string[],
  env: Record<string, string>,
): Promise<string> {
  const { DATABASE_URL: _url, INIT_CWD: _cwd, ...inherited } = process.env;
  const options = { cwd: folder, env: { ...inherited, ...env } };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(import.meta.dirname, `${script}.ts`), ...words],
    options,
  );
  return stdout;
}

/** Lists what the provider has with a booking in its metadata, as `charge 60000`, the oldest first. */
async function atProvider(bookingId: string): Promise<string[]> {
  const { data: intents } = await stays.stripe.paymentIntents.list({ limit: 100 });
  const { data: refunds } = await stays.stripe.refunds.list({ limit: 100 });
  const ours = intents.filter(({ metadata }) => metadata.bookingId === bookingId);
  const back = refunds.filter(({ payment_intent }) => ours.some(({ id }) => id === payment_intent));
  return [
    ...ours.toReversed().map(({ amount }) => `charge ${amount}`),
    ...back.toReversed().map(({ amount }) => `refund ${amount}`),
  ];
}

async function restoredLedger(bookingId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('payments')
    .select(['kind', 'amount_cents'])
    .where('booking_id', '=', bookingId)
    .orderBy('created_at')
    .execute();
  return rows.map(({ kind, amount_cents }) => `${kind} ${amount_cents}`);
}

async function runJobs(): Promise<void> {
  await reconcilePayments(ctx);
  await runBookings(ctx);
}

test('after a restore the provider holds each amount once, the ledger agrees, and hosts are notified of a payment whose booking is lost', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const charged = await stays.confirmed(slug, { plan: 'deposit' }, 90);
  const paidByPage = await stays.confirmed(slug, { plan: 'deposit' }, 120);
  const refunded = await stays.confirmed(slug, {}, 60);
  const held = await stays.hold(slug, {}, 150);
  for (const { code } of [charged, paidByPage]) await stays.set(code, { balance_due_on: inDays(-1) });
  const { settings } = stays.platform;
  const source = {
    DATABASE_URL: settings.databaseUrl,
    STORAGE_URL: settings.storageUrl,
    DATA_DIR: settings.dataDir,
  };
  await run('backup', ['site.backup'], source);

  // What happens on the site after the backup.
  const { url } = await (await stays.act(paidByPage, 'checkout')).json();
  await stays.step(stays.sessionOf(url), 'complete');
  await stays.run();
  const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
  const order = { json: { amount: 20_000, reason: 'Pool was cold' }, headers: { 'Idempotency-Key': 'pool' } };
  expect((await host.request('POST', `/api/admin/bookings/${refunded.code}/refund`, order)).status).toBe(200);
  await stays.step(stays.sessionOf(held.checkoutUrl), 'complete');
  expect((await stays.read(held)).status).toBe('confirmed');
  const lost = await stays.confirmed(slug, {}, 30);
  const expected: [Placed, string[]][] = [
    [charged, ['charge 18000', 'charge 42000']],
    [paidByPage, ['charge 18000', 'charge 42000']],
    [refunded, ['charge 60000', 'refund 20000']],
    [held, ['charge 60000']],
    [lost, ['charge 60000']],
  ];
  for (const [{ code }, rows] of expected) expect(await stays.ledger(code)).toEqual(rows);
  const ids = new Map<string, string>();
  for (const [{ code }] of expected) ids.set(code, (await stays.stored(code)).id);

  const output = await run('restore', ['site.backup'], { DATA_DIR: folder });
  expect(output).toContain('charges and refunds nothing until');
  await openRestored();
  // The provider is down at first: nothing changes, and hosts are notified.
  await stays.faults({ apiStatus: 500 });
  await runJobs();
  expect(errors).toContain(
    'payments are paused: the card provider’s events since the backup are not all applied',
  );
  await stays.faults({ apiStatus: null });
  await runBookings(ctx);
  expect(await restoredLedger(ids.get(charged.code) ?? '')).toEqual(['charge 18000']);

  for (let round = 0; round < 3; round += 1) await runJobs();
  for (const [{ code }, rows] of expected) {
    const id = ids.get(code) ?? '';
    expect(await atProvider(id)).toEqual(rows);
    if (code !== lost.code) expect(await restoredLedger(id)).toEqual(rows);
  }
  const { rows: mails } = await ctx.pool.query<{ subject: string; text: string }>(
    `select payload ->> 'subject' as subject, payload ->> 'text' as text from graphile_worker._private_jobs
     where payload -> 'to' ->> 'address' = $1 order by id`,
    [settings.hostsEmail],
  );
  const unknown = mails.filter(({ subject }) => subject.startsWith('A payment without its booking'));
  expect(unknown).toHaveLength(1);
  expect(unknown[0]?.text).toContain(lost.code);
  expect(mails.filter(({ subject }) => subject === 'Payments wait')).toHaveLength(1);
  expect(
    errors.filter((message) => message === 'a payment is of a booking that is not in the ledger'),
  ).toHaveLength(1);
  expect(await ctx.db.selectFrom('payment_pause').selectAll().execute()).toEqual([]);
}, 120_000);
