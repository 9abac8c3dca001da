import { expect, test, vi } from 'vitest';
import { addBooking, addQuote } from '../../../../test/bookings.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { runBookings } from '../run-bookings.server.ts';

const stays = await openStaysForFile();
const { db } = stays;
/** The longest that a call to the provider lasts, and that a job may. */
const callMs = 11_000;
const jobMs = 4 * 60_000;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** A run by a clock that only the closing of payment pages moves. */
async function runSlowly(): Promise<void> {
  const stop = new AbortController();
  let passedMs = 0;
  const { sessions } = stays.stripe.checkout;
  const expire = sessions.expire.bind(sessions);
  const slow = vi.spyOn(sessions, 'expire').mockImplementation(((...call: Parameters<typeof expire>) => {
    passedMs += callMs;
    if (passedMs >= jobMs) stop.abort();
    return expire(...call);
  }) as typeof expire);
  const startedAt = Date.now();
  await runBookings({ ...stays.ctx, now: () => new Date(startedAt + passedMs) }, stop.signal);
  slow.mockRestore();
}

test('a slow provider that uses up the time for holds still charges balances, and lets go of all holds in the end', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const due = await stays.confirmed(slug, { plan: 'deposit' }, 90);
  await stays.set(due.code, { balance_due_on: inDays(-1) });
  const codes: string[] = [];
  for (let hold = 0; hold < 24; hold += 1) {
    const { code } = await stays.hold((await stays.addProperty()).slug);
    await stays.set(code, { hold_expires_at: minutesAgo(1) });
    codes.push(code);
  }
  const held = async () => {
    const rows = db.selectFrom('bookings').select('id').where('code', 'in', codes);
    return (await rows.where('status', '=', 'held').execute()).length;
  };
  await runSlowly();
  expect(await stays.ledger(due.code)).toEqual(['charge 18000', 'charge 42000']);
  expect(await held()).toBe(20);
  for (let run = 2; run <= 6; run += 1) await runSlowly();
  expect(await held()).toBe(0);
});

test('holds whose payment a bank works on keep no other hold from being let go', async () => {
  const { id: property_id } = await stays.addProperty();
  const span = { property_id, checkin: inDays(60), checkout: inDays(61) };
  const quote_id = await addQuote(db, span);
  for (let day = 0; day < 201; day += 1) {
    const { id } = await addBooking(db, {
      property_id,
      checkin: inDays(60 + day),
      checkout: inDays(61 + day),
      quote_id,
      status: 'held',
      hold_expires_at: minutesAgo(60),
    });
    await db
      .insertInto('payment_attempts')
      .values({
        id: newId(),
        booking_id: id,
        purpose: 'stay',
        kind: 'page',
        status: 'processing',
        amount_cents: 60_000,
        currency: 'usd',
        stripe_id: `cs_${id}`,
        description: 'Stay',
        expires_at: minutesAgo(60),
        created_at: new Date(),
      })
      .execute();
  }
  const { code } = await stays.hold((await stays.addProperty()).slug);
  await stays.set(code, { hold_expires_at: minutesAgo(1) });
  await runSlowly();
  expect((await stays.stored(code)).status).toBe('expired');
});
