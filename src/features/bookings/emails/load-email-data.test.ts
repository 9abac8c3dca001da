import { expect, test } from 'vitest';
import { openStaysForFile } from '../../../../test/paid-stays.ts';
import { hourMs } from '../../../shared/durations.ts';
import { addDays } from '../../../shared/nights.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { isAccessDue } from '../record/access.server.ts';
import { loadEmailData, payUrl, tripUrl } from './load-email-data.server.ts';

const stays = await openStaysForFile();

test.each([
  ['the last minute of the fourth day before', '2027-07-12', '2027-07-09T04:59:59Z', false],
  ['the first minute of the third day before', '2027-07-12', '2027-07-09T05:00:00Z', true],
  ['the same, after the clocks went back', '2027-11-11', '2027-11-08T05:59:59Z', false],
  ['an hour later, after the clocks went back', '2027-11-11', '2027-11-08T06:00:00Z', true],
  ['the day of arrival', '2027-07-12', '2027-07-12T12:00:00Z', true],
  ['the last second of the check-out day', '2027-07-12', '2027-07-16T04:59:59Z', true],
  ['the first second after the check-out day', '2027-07-12', '2027-07-16T05:00:00Z', false],
  ['the same, as the clocks go back that day', '2027-11-04', '2027-11-08T05:59:59Z', true],
  ['a second later, as the clocks went back', '2027-11-04', '2027-11-08T06:00:00Z', false],
  ['two years after the stay', '2027-07-12', '2029-07-12T12:00:00Z', false],
])('address and access by the clock of the homes: %s', (_, checkin, now, isDue) => {
  const stay = { status: 'confirmed' as const, checkin, checkout: addDays(checkin, 3) };
  expect(isAccessDue(stay, new Date(now))).toBe(isDue);
});

test.each(['held', 'requested', 'expired', 'released', 'declined', 'cancelled'] as const)(
  'a booking that is %s gets neither address nor access, however near its arrival is',
  (status) => {
    expect(
      isAccessDue(
        { status, checkin: '2027-07-12', checkout: '2027-07-15' },
        new Date('2027-07-12T12:00:00Z'),
      ),
    ).toBe(false);
  },
);

test('facts for arriving guests are only in the data of their mails, and an empty note is left out', async () => {
  const { slug } = await stays.addProperty({ street_address: '17 Gulf Drive', access_notes: '' });
  const placed = await stays.confirmed(slug);
  const booking = await stays.stored(placed.code);
  const far = await loadEmailData(stays.ctx, stays.db, booking);
  expect(far).not.toHaveProperty('streetAddress');
  const now = () => new Date(`${booking.checkin}T18:00:00Z`);
  const near = await loadEmailData({ ...stays.ctx, now }, stays.db, booking);
  expect(near.streetAddress).toBe('17 Gulf Drive');
  expect(near).not.toHaveProperty('accessNotes');
});

test('the links of a mail open only the booking of their key', async () => {
  const { slug } = await stays.addProperty();
  const [one, other] = [await stays.hold(slug, {}, 60), await stays.hold(slug, {}, 80)];
  const booking = await stays.stored(one.code);
  expect(tripUrl(stays.ctx, booking)).toBe(`http://localhost:9/trips/${one.code}?key=${one.key}`);
  expect(payUrl(stays.ctx, booking)).toBe(`http://localhost:9/book/${one.code}?key=${one.key}`);
  const response = await stays.request('GET', `/api/bookings/${other.code}`, {
    headers: { 'X-Booking-Key': one.key },
  });
  expect(response.status).toBe(404);
});

test('a balance has a day until it was tried in vain or the day has passed, and none once it is paid', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const { code } = await stays.confirmed(slug, { plan: 'deposit' });
  const { balance_due_on: day, id } = await stays.stored(code);
  const read = async (at?: Date) => {
    const ctx = at ? { ...stays.ctx, now: () => at } : stays.ctx;
    const { due, dueOn } = await loadEmailData(ctx, stays.db, await stays.stored(code));
    return { due, dueOn };
  };
  expect(await read()).toEqual({ due: 42_000, dueOn: day });
  expect(await read(new Date(`${day}T18:00:00Z`))).toEqual({ due: 42_000, dueOn: day });
  expect(await read(new Date(Date.parse(`${day}T18:00:00Z`) + 86_400_000))).toEqual({
    due: 42_000,
    dueOn: null,
  });
  const rest = { booking_id: id, kind: 'charge' as const, method: 'elsewhere' as const };
  // 49 cents are less than a card can be charged.
  await stays.db
    .insertInto('payments')
    .values({ ...rest, amount_cents: 41_951 })
    .execute();
  expect(await read()).toEqual({ due: 0, dueOn: null });
});

test('a balance has no day while a bank disputes a payment and after one is lost, in mails and on the trip', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const placed = await stays.confirmed(slug, { plan: 'deposit' });
  const { balance_due_on: day, id } = await stays.stored(placed.code);
  const read = async () => {
    const { due, dueOn } = await loadEmailData(stays.ctx, stays.db, await stays.stored(placed.code));
    return { due, days: [dueOn, (await stays.read(placed)).dueOn] };
  };
  const dispute = { booking_id: id, payment_id: 'pi_1', amount_cents: 18_000, reason: 'fraudulent' };
  const setStatus = (status: string) =>
    stays.db
      .insertInto('disputes')
      .values({ ...dispute, id: 'dp_1', status, created_at: new Date() })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ status }))
      .execute();
  expect(await read()).toEqual({ due: 42_000, days: [day, day] });
  await setStatus('needs_response');
  expect(await read()).toEqual({ due: 42_000, days: [null, null] });
  await setStatus('lost');
  expect((await read()).days).toEqual([null, null]);
  await setStatus('won');
  expect(await read()).toEqual({ due: 42_000, days: [day, day] });
});

test('a balance is charged to the card that pays the deposit: promised before, and after only where it was stored', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const isPromised = async ({ code }: { code: string }) =>
    (await loadEmailData(stays.ctx, stays.db, await stays.stored(code))).hasCard;
  expect(await isPromised(await stays.hold(slug, { plan: 'deposit' }, 80))).toBe(true);
  const paid = await stays.confirmed(slug, { plan: 'deposit' });
  expect(await isPromised(paid)).toBe(true);
  const without = { stripe_payment_method_id: null };
  await stays.db.updateTable('bookings').set(without).where('code', '=', paid.code).execute();
  expect(await isPromised(paid)).toBe(false);
});

test('the hours with a full refund are those of the booked policy, and none once they have passed or where check-in is near', async () => {
  const { slug } = await stays.addProperty();
  const read = async (code: string) => {
    const booking = await stays.stored(code);
    const cancellation_policy = JSON.stringify({ name: 'Firm', graceHours: 24, steps: [] });
    await stays.db
      .updateTable('quotes')
      .set({ cancellation_policy })
      .where('id', '=', booking.quote_id)
      .execute();
    return (await loadEmailData(stays.ctx, stays.db, booking)).graceHours;
  };
  const { code } = await stays.confirmed(slug, {}, 7);
  expect(await read(code)).toBe(24);
  await stays.set(code, { confirmed_at: new Date(Date.now() - 25 * hourMs) });
  expect(await read(code)).toBe(0);
  expect(await read((await stays.hold(slug, {}, 3)).code)).toBe(0);
});

test('a booking without its quote is a bug, not a mail without a price', async () => {
  const { slug } = await stays.addProperty();
  const { code } = await stays.hold(slug);
  const booking = { ...(await stays.stored(code)), quote_id: newId() };
  await expect(loadEmailData(stays.ctx, stays.db, booking)).rejects.toThrow(`booking ${code} has no quote`);
});
