import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { newId } from '../../../shared/uuid.server.ts';

/* Hosts, guests and the job decide about one booking at the same moment: one decision stands, and the money fits it. */

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const act = (code: string, path: string, json: object = {}) =>
  host.request('POST', `/api/admin/bookings/${code}/${path}`, {
    json,
    headers: { 'Idempotency-Key': newId() },
  });
const home = async (more: object = {}) => (await stays.addProperty(more)).slug;
const rounds = Array.from({ length: 4 }, (_, round) => round);

/** Charges less refunds, in minor units. */
async function balanceOf(code: string): Promise<number> {
  return (await stays.ledger(code)).reduce((sum, entry) => {
    const [kind, cents] = entry.split(' ');
    return sum + (kind === 'charge' ? Number(cents) : -Number(cents));
  }, 0);
}

test.each(rounds)(
  'a request that lapses while it is approved is either, and its guest has one mail about it (%i)',
  async () => {
    const { code } = await stays.hold(await home({ booking_mode: 'request' }));
    const before = (await stays.subjects(code, 'guest')).length;
    await stays.set(code, { hold_expires_at: new Date(Date.now() - 1000) });
    const [approved] = await Promise.all([act(code, 'approve'), stays.run()]);
    const { status } = await stays.stored(code);
    expect(status).toBe(approved.status === 200 ? 'held' : 'expired');
    expect((await stays.subjects(code, 'guest')).length - before).toBe(1);
  },
);

test.each(rounds)(
  'a stay that is concurrently cancelled and refunded is refunded no more than was paid (%i)',
  async () => {
    const placed = await stays.confirmed(await home());
    const [cancelled, refunded] = await Promise.all([
      act(placed.code, 'cancel', { refund: 60_000, reason: 'A storm' }),
      act(placed.code, 'refund', { amount: 25_000, reason: 'Noise' }),
    ]);
    await stays.run();
    expect([cancelled.status, refunded.status].sort()).toEqual([200, 400]);
    expect(await balanceOf(placed.code)).toBe(cancelled.status === 200 ? 0 : 35_000);
    expect((await stays.stored(placed.code)).status).toBe(
      cancelled.status === 200 ? 'cancelled' : 'confirmed',
    );
  },
);

test.each(rounds)(
  'a stay that its guest and its host cancel concurrently is cancelled once (%i)',
  async () => {
    const placed = await stays.confirmed(await home());
    const [byGuest, byHost] = await Promise.all([
      stays.act(placed, 'cancel', { refund: 0 }),
      act(placed.code, 'cancel', { refund: 60_000, reason: 'A storm' }),
    ]);
    await stays.run();
    expect([byGuest.status, byHost.status].sort()).toEqual([200, 409]);
    expect(await balanceOf(placed.code)).toBe(byHost.status === 200 ? 0 : 60_000);
    expect(
      (await stays.subjects(placed.code, 'guest')).filter((subject) => subject.startsWith('Cancelled')),
    ).toHaveLength(1);
  },
);

test.each(rounds)(
  'a balance that is paid while the stay is cancelled is refunded, or the stay stays confirmed and paid (%i)',
  async () => {
    const placed = await stays.confirmed(await home({ deposit_percent: 30, balance_due_days: 30 }), {
      plan: 'deposit',
    });
    const { url } = await (await stays.act(placed, 'checkout')).json();
    const [cancelled] = await Promise.all([
      act(placed.code, 'cancel', { refund: 18_000, reason: 'A storm' }),
      stays.step(stays.sessionOf(url), 'complete'),
    ]);
    await stays.run();
    await stays.run();
    const { status } = await stays.stored(placed.code);
    const left = await balanceOf(placed.code);
    expect(status).toBe(cancelled.status === 200 ? 'cancelled' : 'confirmed');
    // Payments after the decision are refunded; those recorded before it are refunded by the hosts.
    if (status === 'confirmed') expect(left).toBe(60_000);
    else expect([0, 42_000]).toContain(left);
  },
);

test.each(rounds)(
  'a hold that its guest concurrently pays and releases is confirmed, or its page is closed (%i)',
  async () => {
    const placed = await stays.hold(await home());
    const session = stays.sessionOf(placed.checkoutUrl);
    const [released] = await Promise.all([stays.act(placed, 'release'), stays.step(session, 'complete')]);
    await stays.run();
    const { status } = await stays.stored(placed.code);
    expect(status).toBe(released.status === 200 ? 'released' : 'confirmed');
    expect(await balanceOf(placed.code)).toBe(status === 'confirmed' ? 60_000 : 0);
    const { status: page, payment_status } = await stays.stripe.checkout.sessions.retrieve(session);
    expect([page, payment_status]).toEqual(
      status === 'confirmed' ? ['complete', 'paid'] : ['expired', 'unpaid'],
    );
  },
);

test.each(rounds)(
  'a request that is approved while its nights are closed keeps them, and the host gets an error (%i)',
  async () => {
    const slug = await home({ booking_mode: 'request' });
    const { code } = await stays.hold(slug);
    const nights = { property: slug, first_night: inDays(61), last_night: inDays(61) };
    const [approved, closed] = await Promise.all([
      act(code, 'approve'),
      host.request('POST', '/api/admin/blocks', { json: nights }),
    ]);
    expect([approved.status, closed.status, (await closed.json()).bookingCode]).toEqual([200, 409, code]);
  },
);

test.each(rounds)(
  'a declined request frees its nights for the guest who asks at that moment, or says that they are taken (%i)',
  async () => {
    const slug = await home({ booking_mode: 'request' });
    const { id: quoteId } = await stays.quote(slug);
    const { code } = await stays.hold(slug);
    const [declined, asked] = await Promise.all([
      act(code, 'decline', { reason: 'Painters' }),
      stays.book(quoteId),
    ]);
    expect(declined.status).toBe(200);
    expect([201, 409]).toContain(asked.status);
    const live = await stays.db
      .selectFrom('bookings')
      .innerJoin('properties', 'properties.id', 'property_id')
      .select('code')
      .where('slug', '=', slug)
      .where('status', 'in', ['held', 'requested', 'confirmed'])
      .execute();
    expect(live).toHaveLength(asked.status === 201 ? 1 : 0);
  },
);
