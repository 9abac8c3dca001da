import { afterAll, expect, vi } from 'vitest';
import type { BookingStatus } from '../src/db/schema/bookings.ts';
import { runBookings } from '../src/features/bookings/run-bookings.server.ts';
import type { Platform } from '../src/platform/context.server.ts';
import { todayAtProperty } from '../src/shared/dates.ts';
import { addDays } from '../src/shared/nights.ts';
import { newId } from '../src/shared/uuid.server.ts';
import { addProperty } from './bookings.ts';
import { anyAddress, openShop } from './shop.ts';

export interface Placed {
  code: string;
  key: string;
  status: BookingStatus;
  holdExpiresAt: string | null;
  checkoutUrl: string | null;
}

export type Stays = Awaited<ReturnType<typeof openStays>>;

/** The date so many days from today at the homes, which is not always today in UTC. */
export const inDays = (days: number): string => addDays(todayAtProperty(new Date()), days);

let guests = 0;

/** The API with the stand-in card provider, and what guests of homes do. */
export async function openStays(overrides: Partial<Platform> = {}) {
  const shop = await openShop(overrides);
  const { db } = shop.platform;
  // Three nights are $600.00: no fees, discounts and taxes of all homes.
  for (const table of ['taxes', 'fees', 'discounts'] as const)
    await db.deleteFrom(table).where('property_id', 'is', null).execute();
  const sessionOf = (url: string | null) => url?.split('/').at(-1) ?? '';
  return {
    ...shop,
    db,
    addProperty: (more: Parameters<typeof addProperty>[1] = {}) => addProperty(db, more),
    sessionOf,
    quote: async (slug: string, from = 60, nights = 3) => {
      const stay = { property: slug, checkin: inDays(from), checkout: inDays(from + nights) };
      const json = { ...stay, guests: 2, pets: 0 };
      const response = await shop.request('POST', '/api/quotes', { json, from: anyAddress() });
      const quote = await response.json();
      expect(response.status, JSON.stringify(quote)).toBe(201);
      return quote;
    },
    /** Sends the request of the details page. */
    async book(quoteId: string, more: object = {}, { cookie = '', key = newId() } = {}): Promise<Response> {
      guests += 1;
      const guest = { name: 'Ann Lee', email: `ann-${guests}@guests.example`, phone: '+1 850 555 0100' };
      const agreed = { houseRules: true, cancellation: true };
      return shop.request('POST', '/api/bookings', {
        json: { quoteId, ...guest, plan: 'full', agreed, ...more },
        headers: { 'Idempotency-Key': key, ...(cookie ? { Cookie: cookie } : {}) },
        from: anyAddress(),
      });
    },
    async hold(slug: string, more: object = {}, from = 60, nights = 3): Promise<Placed> {
      const { id } = await this.quote(slug, from, nights);
      const response = await this.book(id, more);
      expect(response.status).toBe(201);
      return response.json();
    },
    /** Holds a stay and pays it, without the event that reports the payment. */
    async holdPaid(slug: string, more: object = {}, from = 60): Promise<Placed> {
      const placed = await this.hold(slug, more, from);
      await shop.step(sessionOf(placed.checkoutUrl), 'complete');
      return placed;
    },
    async confirmed(slug: string, more: object = {}, from = 60): Promise<Placed> {
      const placed = await this.holdPaid(slug, more, from);
      await this.readConfirmed(placed);
      return placed;
    },
    async read({ code, key }: Pick<Placed, 'code' | 'key'>) {
      const headers = { 'X-Booking-Key': key };
      const response = await shop.request('GET', `/api/bookings/${code}`, { headers, from: anyAddress() });
      expect(response.status).toBe(200);
      return response.json();
    },
    /** Reads until a payment has confirmed the stay: one reading waits a few seconds for the provider. */
    readConfirmed(placed: Pick<Placed, 'code' | 'key'>) {
      const read = async () => {
        const trip = await this.read(placed);
        expect(trip.status).toBe('confirmed');
        return trip;
      };
      return vi.waitFor(read, { timeout: 15_000 });
    },
    act: ({ code, key }: Pick<Placed, 'code' | 'key'>, name: string, json: object = {}) =>
      shop.request('POST', `/api/bookings/${code}/${name}`, {
        json,
        headers: { 'X-Booking-Key': key },
        from: anyAddress(),
      }),
    /** Resolves once so many other connections wait for a lock. */
    async untilBlocked(count = 1): Promise<void> {
      const query = `select from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
      while (((await shop.platform.pool.query(query)).rowCount ?? 0) < count);
    },
    stored: (code: string) =>
      db.selectFrom('bookings').selectAll().where('code', '=', code).executeTakeFirstOrThrow(),
    /** Replaces the cancellation policy that a stay was booked under by one step, in percent. */
    async setPolicy(code: string, refund_percent: number, { name = '', daysBefore = 1 } = {}): Promise<void> {
      const { quote_id } = await this.stored(code);
      const policy = { name, graceHours: 0, steps: [{ days_before: daysBefore, refund_percent }] };
      await db
        .updateTable('quotes')
        .set({ cancellation_policy: JSON.stringify(policy) })
        .where('id', '=', quote_id)
        .execute();
    },
    set: (code: string, values: object) =>
      db.updateTable('bookings').set(values).where('code', '=', code).execute(),
    async ledger(code: string) {
      const rows = await db
        .selectFrom('payments')
        .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
        .select(['payments.kind', 'payments.amount_cents'])
        .where('code', '=', code)
        .orderBy('payments.created_at')
        .execute();
      return rows.map(({ kind, amount_cents }) => `${kind} ${amount_cents}`);
    },
    /** The job, with every attempt old enough for it. */
    async run(ctx = shop.ctx): Promise<void> {
      await db
        .updateTable('payment_attempts')
        .set({ created_at: new Date(Date.now() - 600_000) })
        .execute();
      await runBookings(ctx);
    },
    /** Subjects of the mails about a booking, to the guest or to the hosts. */
    async subjects(code: string, to: 'guest' | 'hosts'): Promise<string[]> {
      const mails = await shop.queuedMail();
      return mails
        .filter(({ subject }) => subject.includes(code))
        .filter(({ to: { address } }) => (address === shop.platform.settings.hostsEmail) === (to === 'hosts'))
        .map(({ subject }) => subject);
    },
  };
}

export async function openStaysForFile(overrides?: Partial<Platform>): Promise<Stays> {
  const stays = await openStays(overrides);
  afterAll(() => stays.close());
  return stays;
}
