import { afterEach, expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { anyAddress } from '../../../../test/shop.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { dayMs } from '../../../shared/durations.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { exportedEvents } from '../../channels/export/store.server.ts';

const stays = await openStaysForFile();
const { db } = stays;
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));

const takeBankDebits = (takes: boolean) =>
  db.updateTable('site_settings').set({ takes_bank_debits: takes }).execute();
afterEach(() => takeBankDebits(false));

const methodsOf = async ({ checkoutUrl }: Pick<Placed, 'checkoutUrl'>) =>
  (await stays.stripe.checkout.sessions.retrieve(stays.sessionOf(checkoutUrl))).payment_method_types;

/** A hold whose guest paid by a bank debit, some days ago. */
async function delayed(days = 3, from = 60) {
  const { slug, id } = await stays.addProperty();
  const placed = await stays.hold(slug, {}, from);
  const session = stays.sessionOf(placed.checkoutUrl);
  await stays.step(session, 'complete', { unpaid: true });
  await stays.run();
  const { created_at, hold_expires_at } = await stays.stored(placed.code);
  await stays.set(placed.code, {
    created_at: new Date(created_at.getTime() - days * dayMs),
    hold_expires_at: new Date((hold_expires_at?.getTime() ?? 0) - days * dayMs),
  });
  await stays.run();
  return { placed, session, propertyId: id, slug };
}

/** A deposit stay whose balance a bank works on. */
async function delayedBalance(refundPercent: number) {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const placed = await stays.confirmed(slug, { plan: 'deposit' }, 90);
  await stays.setPolicy(placed.code, refundPercent, { name: 'Fair' });
  const { url } = await (await stays.act(placed, 'checkout')).json();
  await stays.step(stays.sessionOf(url), 'complete', { unpaid: true });
  return { placed, session: stays.sessionOf(url) };
}

const figure = async ({ code, key }: Placed) =>
  (
    await stays.request('GET', `/api/bookings/${code}/cancellation`, {
      headers: { 'X-Booking-Key': key },
      from: anyAddress(),
    })
  ).json();

test('a payment page takes cards and wallets; bank debits only where hosts switched them on and arrival is over 10 days away', async () => {
  const { slug } = await stays.addProperty();
  expect(await methodsOf(await stays.hold(slug, {}, 40))).toEqual(['card']);
  await takeBankDebits(true);
  expect(await methodsOf(await stays.hold(slug, {}, 50))).toEqual(['card', 'us_bank_account']);
  expect(await methodsOf(await stays.hold(slug, {}, 11))).toEqual(['card', 'us_bank_account']);
  expect(await methodsOf(await stays.hold(slug, {}, 5))).toEqual(['card']);
});

test('the hosts’ switch for bank debits is a field of the site’s settings, off at first', async () => {
  const form = await (await host.request('GET', '/api/admin/schemas/site_settings')).text();
  const rows = await (await host.request('GET', '/api/tables/site_settings')).text();
  expect(`${form}${rows}`).toMatch(/takes_bank_debits/);
  const { takes_bank_debits } = await db
    .selectFrom('site_settings')
    .select('takes_bank_debits')
    .executeTakeFirstOrThrow();
  expect(takes_bank_debits).toBe(false);
});

test('a hold whose payment is pending at a bank is published to other channels, and confirmed if the nights are still free', async () => {
  const { placed, session, propertyId } = await delayed();
  const events = await exportedEvents(db, { propertyId, linkId: newId(), today: inDays(0) });
  expect(events).toMatchObject([{ kind: 'booking', checkin: inDays(60) }]);
  await stays.step(session, 'async_succeed');
  await stays.run();
  expect((await stays.stored(placed.code)).status).toBe('confirmed');
});

test('a late payment of a hold whose nights another channel has sold goes back, and its nights are let go', async () => {
  const { placed, session, propertyId } = await delayed();
  const { id: feed_id } = await db
    .insertInto('calendar_feeds')
    .values({ property_id: propertyId, channel: 'airbnb', url: 'http://localhost:1/x.ics' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const sold = { checkin: inDays(60), checkout: inDays(63) };
  await db
    .insertInto('feed_events')
    .values({ feed_id, property_id: propertyId, uid: 'sold', kind: 'reservation', ...sold } as never)
    .execute();
  await stays.step(session, 'async_succeed');
  await stays.run();
  await stays.run();
  expect((await stays.stored(placed.code)).status).toBe('expired');
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000', 'refund 60000']);
  expect(await stays.subjects(placed.code, 'guest')).toContainEqual(expect.stringMatching(/^We are sorry/));
});

test('a payment that a bank finishes after the check-in day goes back', async () => {
  const { placed, session } = await delayed(5, 2);
  await stays.set(placed.code, { checkin: inDays(-4), checkout: inDays(-1) });
  await stays.step(session, 'async_succeed');
  await stays.run();
  await stays.run();
  expect((await stays.stored(placed.code)).status).toBe('expired');
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000', 'refund 60000']);
  const mails = (await stays.queuedMail()).filter(({ subject }) => subject.includes(placed.code)).slice(-2);
  for (const { text, subject } of mails) {
    expect(text).toMatch(/after the day of (your|the) check-in/);
    expect(`${subject} ${text}`).not.toMatch(/taken|gone|no longer free/);
  }
  expect(mails).toHaveLength(2);
});

const guestTexts = async ({ code }: Placed, subject: string) =>
  (await stays.queuedMail())
    .filter((mail) => mail.subject.startsWith(subject) && mail.subject.includes(code))
    .map(({ text }) => text);

test('a payment that may be a bank debit and came too late is not promised to a card', async () => {
  await takeBankDebits(true);
  const { placed, session } = await delayed(5);
  await stays.set(placed.code, { checkin: inDays(-4), checkout: inDays(-1) });
  await stays.step(session, 'async_succeed');
  await stays.run();
  const [text] = await guestTexts(placed, 'We are sorry');
  expect(text).toContain('We refund all of it, $600.00, in the way in which you paid;');
});

test('refunds and a cancellation of a stay that may be paid by bank debit name no card', async () => {
  await takeBankDebits(true);
  const { placed, session } = await delayed();
  await stays.step(session, 'async_succeed');
  await stays.run();
  const hosts = (action: string, json: object) =>
    host.request('POST', `/api/admin/bookings/${placed.code}/${action}`, {
      json,
      headers: { 'Idempotency-Key': newId() },
    });
  expect((await hosts('refund', { amount: 10_000, reason: 'Noise' })).status).toBe(200);
  expect((await hosts('cancel', { refund: 50_000, reason: 'A storm' })).status).toBe(200);
  const [refunded] = await guestTexts(placed, 'Refunded: $100.00');
  expect(refunded).toContain('We give $100.00 back in the way in which you paid.');
  const [cancelled] = await guestTexts(placed, 'Cancelled');
  expect(cancelled).toContain('We refund $500.00 in the way in which you paid.');
});

test('a guest lets go of a hold while a bank works on its payment: the nights are free at once, the money goes back', async () => {
  const { placed, session, slug } = await delayed();
  expect((await stays.read(placed)).can).toEqual(['release']);
  expect((await stays.act(placed, 'release')).status).toBe(200);
  expect((await stays.stored(placed.code)).status).toBe('released');
  await stays.step(session, 'async_succeed');
  await stays.run();
  await stays.run();
  expect((await stays.stored(placed.code)).status).toBe('released');
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000', 'refund 60000']);
  expect(await stays.subjects(placed.code, 'guest')).toContainEqual(
    expect.stringMatching(/^Your payment of \$600.00 arrived after you cancelled/),
  );
  expect((await stays.hold(slug)).status).toBe('held');
});

test('a stay is cancelled while a bank works on its balance, at the terms of that moment', async () => {
  const { placed, session } = await delayedBalance(100);
  const { refund } = await figure(placed);
  expect(refund).toBe(18_000);
  expect((await stays.act(placed, 'cancel', { refund })).status).toBe(200);
  expect((await stays.stored(placed.code)).status).toBe('cancelled');
  await stays.step(session, 'async_succeed');
  await stays.run();
  await stays.run();
  expect((await stays.ledger(placed.code)).toSorted()).toEqual([
    'charge 18000',
    'charge 42000',
    'refund 18000',
    'refund 42000',
  ]);
});

test.each([
  [50, 18_000, ['charge 18000', 'charge 42000', 'refund 12000', 'refund 18000']],
  [0, 0, ['charge 18000', 'charge 42000']],
])(
  'a payment after a guest’s cancellation at %s%% is refunded as if it had come before',
  async (percent, first, ledger) => {
    const { placed, session } = await delayedBalance(percent);
    const { refund } = await figure(placed);
    expect(refund).toBe(first);
    expect((await stays.act(placed, 'cancel', { refund })).status).toBe(200);
    await stays.step(session, 'async_succeed');
    await stays.run();
    await stays.run();
    expect((await stays.ledger(placed.code)).toSorted()).toEqual(ledger);
  },
);

test('a payment after a cancellation by hosts is refunded in full, and a failed debit changes nothing', async () => {
  for (const [step, ledger] of [
    ['async_succeed', ['charge 18000', 'charge 42000', 'refund 42000']],
    ['async_fail', ['charge 18000']],
  ] as const) {
    const { placed, session } = await delayedBalance(0);
    const cancelled = await host.request('POST', `/api/admin/bookings/${placed.code}/cancel`, {
      json: { refund: 0, reason: 'Storm' },
    });
    expect(cancelled.status).toBe(200);
    await stays.step(session, step);
    await stays.run();
    await stays.run();
    expect((await stays.ledger(placed.code)).toSorted()).toEqual(ledger);
    expect((await stays.stored(placed.code)).status).toBe('cancelled');
  }
});
