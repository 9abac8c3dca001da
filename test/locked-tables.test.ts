import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { jobs } from '../src/jobs.server.ts';
import type { MailTransport } from '../src/platform/mail/mail-transport.server.ts';
import { type TestApp, testApp } from './app.ts';
import { cookieBrowser } from './cookie-browser.ts';
import { anyAddress } from './shop.ts';
import { type Browser, signedInBrowser } from './sign-in.ts';

const now = () => new Date('2026-03-01T18:00:00Z');
const affectedCount = 30;
/** The pool has 16: those that wait for locked tables leave connections to all others. */
const maxWaiting = 8;

let app: TestApp;
let host: Browser;
let locker: pg.Client | null = null;
let watcher: pg.Client;
beforeAll(async () => {
  // Calls that wait for a lock are to end soon.
  app = await testApp({ now, timeoutFactor: 2 });
  watcher = new pg.Client({ connectionString: app.platform.settings.databaseUrl });
  await watcher.connect();
  await vi.waitFor(() => expect(app.platform.content.version()).not.toBeNull(), { timeout: 30_000 });
  host = await signedInBrowser(app, 'host@example.com');
});
afterEach(async () => {
  await locker?.end();
  locker = null;
});
afterAll(async () => {
  await watcher.end();
  await app.close();
});

/** Lets every content be read from the database again. */
async function clearContent(): Promise<void> {
  const { content, pool } = app.platform;
  const before = content.version() ?? Number.NaN;
  await pool.query(`select pg_notify('content_changed', '')`);
  await expect.poll(() => content.version(), { interval: 1 }).toBeGreaterThan(before);
}

/** Holds the tables as a migration or a stuck transaction would, until the test ends. */
async function lock(...tables: string[]): Promise<void> {
  locker = new pg.Client({ connectionString: app.platform.settings.databaseUrl });
  await locker.connect();
  await locker.query(`begin; lock table ${tables.join(', ')} in access exclusive mode`);
}

const inquiry = (guest: number) => ({
  formId: 'booking_inquiry',
  name: `Guest ${guest}`,
  email: `guest-${guest}@guests.example`,
  guests: 2,
  property: 'Sunset Villa',
  checkin: '2026-06-10',
  checkout: '2026-06-17',
});
const sendInquiry = (guest: number) =>
  app.request('POST', '/api/forms/submit', { json: inquiry(guest), from: anyAddress() });
const anonymous = (path: string) => () => app.request('GET', path, { from: anyAddress() });
let addresses = 0;
const sendCode = () => {
  addresses += 1;
  const json = { email: `ann-${addresses}@guests.example` };
  return cookieBrowser(app).request('POST', '/api/send-otp', { json });
};
const asHost = (path: string) => () => host.request('GET', path);

/** How many connections of the site wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await watcher.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'pcb-beach-rentals' and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

interface Outcome {
  status: number;
  retryAfter: string | null;
}

async function outcomeOf(send: () => Promise<Response>): Promise<Outcome> {
  const response = await send();
  await response.arrayBuffer();
  return { status: response.status, retryAfter: response.headers.get('Retry-After') };
}

/** Calls one after the other until the affected calls have ended; content is read from the database each time. */
async function callOthers(calls: (() => Promise<Response>)[], affected: Promise<unknown>) {
  let isOver = false;
  affected.finally(() => {
    isOver = true;
  });
  const responses: Outcome[] = [];
  const waiting: number[] = [];
  while (!isOver) {
    await clearContent();
    for (const call of calls) {
      waiting.push(await countWaiting());
      responses.push(await outcomeOf(call));
    }
  }
  return { statuses: new Set(responses.map(({ status }) => status)), waiting };
}

const content = ['/api/properties', '/api/products', '/api/site', '/api/amenities', '/api/reviews'];
const contentAndBlog = [...content, '/api/blog'];

test.each<[string, string[], (index: number) => () => Promise<Response>, (() => Promise<Response>)[]]>([
  [
    '30 inquiries that wait for a locked table',
    ['inquiries'],
    (index) => () => sendInquiry(index),
    [...contentAndBlog.map(anonymous), sendCode, asHost('/api/tables/properties')],
  ],
  [
    '30 readers of a locked blog',
    ['blog_posts'],
    (index) => anonymous(index % 2 ? `/api/blog/post-${index}` : '/api/blog'),
    [...content.map(anonymous), sendCode, asHost('/api/tables/properties'), () => sendInquiry(900)],
  ],
  [
    '30 people whose sessions cannot be read',
    ['users', 'sessions'],
    (index) => asHost(['/api/users/me', '/api/tables/properties', '/api/blog'][index % 3] ?? ''),
    [...contentAndBlog.map(anonymous), sendCode, () => sendInquiry(901)],
  ],
  [
    '30 people whose uses cannot be counted',
    ['rate_limits'],
    (index) => () => sendInquiry(index),
    [...contentAndBlog.map(anonymous), asHost('/api/tables/properties')],
  ],
  [
    '30 guests who wait for a locked shop',
    ['products', 'checkouts'],
    (index) =>
      index % 2
        ? anonymous('/api/products')
        : () =>
            app.request('POST', '/api/create-checkout-session', {
              json: {
                products: [{ productId: '00000000-0000-4000-8000-000000000000', quantity: 1 }],
                successRouter: '/checkout/success',
                cancelRouter: '/checkout/cancel',
              },
              from: anyAddress(),
            }),
    [anonymous('/api/site'), anonymous('/api/blog'), sendCode, asHost('/api/tables/reviews')],
  ],
])(
  'T-102: %s leave all others unaffected and get 503 before the lock ends',
  async (_, tables, call, others) => {
    for (const other of others) expect((await outcomeOf(other)).status).toBe(200);
    await lock(...tables);
    await clearContent();
    const affected = Promise.all(Array.from({ length: affectedCount }, (_, index) => outcomeOf(call(index))));
    const { statuses, waiting } = await callOthers(others, affected);
    for (const { status, retryAfter } of await affected) expect([status, retryAfter]).toEqual([503, '3']);
    expect(statuses).toEqual(new Set([200]));
    expect(Math.max(...waiting)).toBeLessThanOrEqual(maxWaiting);
  },
);

test('T-102: jobs that wait for a locked table leave pages unaffected', async () => {
  const { announce_due_posts: announce } = jobs(app.platform, {} as MailTransport);
  await lock('blog_posts');
  const waiting = Promise.allSettled(Array.from({ length: 10 }, async () => announce?.({}, {} as never)));
  const unaffected = await callOthers(content.map(anonymous), waiting);
  expect((await waiting).every(({ status }) => status === 'rejected')).toBe(true);
  expect(unaffected.statuses).toEqual(new Set([200]));
  expect(Math.max(...unaffected.waiting)).toBeLessThanOrEqual(maxWaiting);
});
