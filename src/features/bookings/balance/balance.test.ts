import { expect, test } from 'vitest';
import { addBooking } from '../../../../test/bookings.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';

const stays = await openStaysForFile();

/** $600.00, of which $180.00 are paid at booking. */
async function withDeposit(card?: string): Promise<Placed> {
  const { slug } = await stays.addProperty({
    deposit_percent: 30,
    balance_due_days: 30,
    street_address: '7 Gulf Drive',
    access_notes: 'Code 4711',
  });
  const placed = await stays.hold(slug, { plan: 'deposit' }, 90);
  await stays.step(stays.sessionOf(placed.checkoutUrl), 'complete', card ? { card } : {});
  await stays.run();
  expect(await stays.read(placed)).toMatchObject({
    status: 'confirmed',
    paid: 18_000,
    due: 42_000,
    can: ['pay', 'cancel', 'askForChange', 'message', 'add_extras'],
  });
  return placed;
}
const guestMails = async ({ code }: Placed) => (await stays.subjects(code, 'guest')).slice(2);

test('a balance is announced once, three days before, and charged once to the stored card on its day', async () => {
  const placed = await withDeposit();
  await stays.set(placed.code, { balance_due_on: inDays(2) });
  await stays.run();
  await stays.run();
  expect(await guestMails(placed)).toEqual([expect.stringContaining('$420.00 will be charged on')]);
  await stays.set(placed.code, { balance_due_on: inDays(-1) });
  await Promise.all([stays.run(), stays.run()]);
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000']);
  expect((await guestMails(placed)).slice(1)).toEqual([expect.stringContaining('Paid: $420.00')]);
  expect(await stays.read(placed)).toMatchObject({ due: 0, dueOn: null });
});

test('a declined card is tried again after one and three days, with a mail and an alert each time, and cancels nothing', async () => {
  const placed = await withDeposit('4000000000000341');
  await stays.set(placed.code, { balance_due_on: inDays(-1) });
  await stays.run();
  await stays.run();
  expect(await stays.stored(placed.code)).toMatchObject({ status: 'confirmed', balance_declines: 1 });
  const mail = (await stays.queuedMail()).find(({ subject }) =>
    subject.includes(`still open (${placed.code})`),
  );
  expect(mail?.text).toContain('Still to pay: $420.00');
  const waits: number[] = [];
  for (let declines = 2; declines <= 3; declines += 1) {
    const { next_charge_at } = await stays.stored(placed.code);
    waits.push(Math.round(((next_charge_at?.getTime() ?? 0) - Date.now()) / 86_400_000));
    await stays.set(placed.code, { next_charge_at: new Date(Date.now() - 1000) });
    await stays.run();
    expect((await stays.stored(placed.code)).balance_declines).toBe(declines);
  }
  expect(waits).toEqual([1, 2]);
  await stays.run();
  expect((await stays.stored(placed.code)).next_charge_at).toBeNull();
  expect(await guestMails(placed)).toHaveLength(3);
  expect((await stays.subjects(placed.code, 'hosts')).slice(1)).toHaveLength(3);
  const { url } = await (await stays.act(placed, 'checkout')).json();
  await stays.step(stays.sessionOf(url), 'complete');
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000']);
});

test.each(['stripe_payment_method_id', 'stripe_customer_id'])(
  'without %s a balance is announced as due, requested by mail three times, and paid by its link',
  async (column) => {
    const placed = await withDeposit();
    await stays.set(placed.code, { [column]: null, balance_due_on: inDays(2) });
    await stays.run();
    await stays.set(placed.code, { balance_due_on: inDays(-1) });
    await stays.run();
    await stays.run();
    expect(await guestMails(placed)).toEqual([
      expect.stringContaining('$420.00 is due on'),
      expect.stringContaining('Please pay $420.00 for your stay'),
    ]);
    for (let reminders = 2; reminders <= 3; reminders += 1) {
      await stays.set(placed.code, { next_charge_at: new Date(Date.now() - 1000) });
      await stays.run();
      expect((await stays.stored(placed.code)).balance_declines).toBe(reminders);
    }
    await stays.run();
    expect(await guestMails(placed)).toHaveLength(4);
    expect((await stays.subjects(placed.code, 'hosts')).slice(1)).toHaveLength(3);
    expect(await stays.ledger(placed.code)).toEqual(['charge 18000']);
    const { url } = await (await stays.act(placed, 'checkout')).json();
    await stays.step(stays.sessionOf(url), 'complete');
    await stays.run();
    expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000']);
  },
);

test('an open balance page is closed before the card is charged, so that nothing is paid twice', async () => {
  const placed = await withDeposit();
  const { url } = await (await stays.act(placed, 'checkout')).json();
  const session = await stays.stripe.checkout.sessions.retrieve(stays.sessionOf(url));
  expect(session).toMatchObject({
    amount_total: 42_000,
    cancel_url: `http://localhost:9/trips/${placed.code}`,
  });
  await stays.set(placed.code, { balance_due_on: inDays(-1) });
  await stays.run();
  expect((await stays.stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000']);
});

test('a card that was deleted at the provider counts as declined: the guest is asked for another', async () => {
  const placed = await withDeposit();
  await stays.set(placed.code, { balance_due_on: inDays(-1), stripe_payment_method_id: 'pm_deleted' });
  await stays.run();
  expect((await stays.stored(placed.code)).balance_declines).toBe(1);
  expect(await guestMails(placed)).toEqual([expect.stringContaining('still open')]);
});

test('while the provider is down a balance is neither charged nor declined', async () => {
  const placed = await withDeposit();
  await stays.set(placed.code, { balance_due_on: inDays(-1) });
  await stays.faults({ apiStatus: 500 });
  await stays.run();
  await stays.faults({ apiStatus: null, apiReset: true });
  await stays.run();
  await stays.faults({ apiReset: false });
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000']);
  expect((await stays.stored(placed.code)).balance_declines).toBe(0);
});

test('address and access go out three days before arrival, or with the confirmation of a stay that begins sooner', async () => {
  const placed = await withDeposit();
  expect(await stays.read(placed)).not.toHaveProperty('access');
  await stays.set(placed.code, { checkin: inDays(2), checkout: inDays(4) });
  await stays.run();
  await stays.run();
  expect(await guestMails(placed)).toEqual([expect.stringContaining('Your arrival on')]);
  expect(await stays.read(placed)).toMatchObject({ address: '7 Gulf Drive', access: 'Code 4711' });
  const near = await stays.addProperty({ access_notes: 'Code 4712' });
  const soon = await stays.confirmed(near.slug, {}, 2);
  await stays.run();
  expect(await stays.subjects(soon.code, 'guest')).toHaveLength(2);
  expect((await stays.queuedMail()).some(({ text }) => text.includes('Code 4712'))).toBe(true);
});

test('hundreds of balances that were given up or waived do not keep another one from being charged', async () => {
  const placed = await withDeposit();
  const { id: property_id } = await stays.addProperty();
  for (let day = 0; day < 201; day += 1) {
    const span = { checkin: inDays(day), checkout: inDays(day + 1) };
    const given = { balance_due_on: inDays(-30), ...(day % 2 === 0 ? { balance_declines: 3 } : {}) };
    const { id } = await addBooking(stays.db, { property_id, ...span, ...given });
    if (day % 2 === 1)
      await stays.db
        .insertInto('refund_orders')
        .values({
          id,
          booking_id: id,
          payment_id: 'elsewhere',
          amount_cents: 60_000,
          cause: id,
          kind: 'hosts',
          status: 'done',
        })
        .execute();
  }
  await stays.set(placed.code, { balance_due_on: inDays(-1) });
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000']);
}, 120_000);
