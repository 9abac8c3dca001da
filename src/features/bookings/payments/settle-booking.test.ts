import { expect, test } from 'vitest';
import { addBooking } from '../../../../test/bookings.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';

const stays = await openStaysForFile();
const past = new Date(Date.now() - 60_000);

test('a hold opens its payment page, and once it is paid the stay is confirmed with two mails to the guest and one to the hosts', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.hold(slug);
  expect(placed.checkoutUrl).toMatch(/\/stripe\/pay\/cs_test_/);
  const session = await stays.stripe.checkout.sessions.retrieve(stays.sessionOf(placed.checkoutUrl));
  const booking = await stays.stored(placed.code);
  expect(session).toMatchObject({
    amount_total: 60_000,
    customer_email: booking.email,
    metadata: { bookingId: booking.id },
    success_url: `http://localhost:9/trips/${placed.code}`,
    cancel_url: `http://localhost:9/book/${placed.code}`,
  });
  const holdMs = Date.parse(placed.holdExpiresAt ?? '') - session.expires_at * 1000;
  expect(Math.round(holdMs / 1000)).toBeGreaterThanOrEqual(300);
  expect(Math.round(session.expires_at - Date.now() / 1000)).toBeGreaterThan(30 * 60);
  expect(await stays.read(placed)).toMatchObject({ status: 'held', can: ['pay', 'release'], payments: [] });

  await stays.step(session.id, 'complete');
  const trip = await stays.readConfirmed(placed);
  expect(trip).toMatchObject({
    paid: 60_000,
    due: 0,
    payments: [{ amount: 60_000 }],
    refunds: [],
    can: ['cancel', 'askForChange', 'message', 'add_extras'],
  });
  expect(trip).not.toHaveProperty('address');
  expect(await stays.subjects(placed.code, 'guest')).toEqual([
    expect.stringContaining('Your nights are held'),
    expect.stringContaining('Confirmed: '),
  ]);
  expect(await stays.subjects(placed.code, 'hosts')).toEqual([expect.stringContaining('New booking')]);
  const confirmed = (await stays.queuedMail()).find(({ subject }) => subject.startsWith('Confirmed: '));
  expect(confirmed?.attachments?.map(({ filename }) => filename)).toEqual(['stay.ics', 'receipt.pdf']);
});

test('T-07: 32 copies of the event beside 32 reads and the job leave one charge and one mail', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.holdPaid(slug);
  const event = (await stays.events()).findLast(({ type }) => type === 'checkout.session.completed');
  const copies = Array.from({ length: 32 }, () => stays.deliver(event ?? {}));
  const reads = Array.from({ length: 32 }, () => stays.read(placed));
  const [answers] = await Promise.all([Promise.all(copies), Promise.all(reads), stays.run()]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000']);
  expect((await stays.stored(placed.code)).status).toBe('confirmed');
  expect(await stays.subjects(placed.code, 'guest')).toHaveLength(2);
  expect(await stays.subjects(placed.code, 'hosts')).toHaveLength(1);
});

test('T-05: the job ends a hold whose time is over after it has closed its payment page, also when no event came', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.hold(slug);
  await stays.run();
  expect((await stays.stored(placed.code)).status).toBe('held');
  await stays.set(placed.code, { hold_expires_at: past });
  await stays.faults({ apiStatus: 500 });
  await stays.run();
  expect((await stays.stored(placed.code)).status).toBe('held');
  await stays.faults({ apiStatus: null });
  await stays.run();
  expect((await stays.stored(placed.code)).status).toBe('expired');
  const session = await stays.stripe.checkout.sessions.retrieve(stays.sessionOf(placed.checkoutUrl));
  expect(session.status).toBe('expired');
  expect(await stays.subjects(placed.code, 'guest')).toHaveLength(1);
  expect((await stays.hold(slug)).status).toBe('held');
});

test('T-05: a hold that was paid in its last second is confirmed, not ended', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.holdPaid(slug);
  await stays.set(placed.code, { hold_expires_at: past });
  await stays.run();
  expect((await stays.stored(placed.code)).status).toBe('confirmed');
});

/** Simulates a ledger that was restored from a backup: the hold was released while its page was still open. */
async function paidAfterRelease(slug: string) {
  const placed = await stays.holdPaid(slug);
  await stays.set(placed.code, { status: 'expired' });
  return placed;
}

test('T-06 (a): a payment after the hold had ended confirms the stay while its nights are free', async () => {
  const { slug } = await stays.addProperty();
  const placed = await paidAfterRelease(slug);
  await stays.run();
  expect(await stays.read(placed)).toMatchObject({ status: 'confirmed', paid: 60_000, refunds: [] });
});

test('T-06 (b): a payment after another guest took the nights is refunded in full, once, with an apology and an alert', async () => {
  const { id, slug } = await stays.addProperty();
  const placed = await paidAfterRelease(slug);
  await addBooking(stays.db, { property_id: id, checkin: inDays(61), checkout: inDays(62) });
  await Promise.all([stays.run(), stays.read(placed), stays.run()]);
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000', 'refund 60000']);
  expect((await stays.stored(placed.code)).status).toBe('expired');
  const apologies = (await stays.subjects(placed.code, 'guest')).slice(1);
  expect(apologies).toEqual([expect.stringContaining('We are sorry')]);
  expect(await stays.subjects(placed.code, 'hosts')).toEqual([expect.stringContaining('Paid too late')]);
  const intent = await stays.db
    .selectFrom('payments')
    .select('stripe_id')
    .where('kind', '=', 'refund')
    .execute();
  expect(intent.every(({ stripe_id }) => stripe_id?.startsWith('re_'))).toBe(true);
});

/** Two paid stays of different nights with a promotion that may be used once; their holds ended before the money was known. */
async function paidWithLastUse() {
  const { id, slug } = await stays.addProperty();
  const promo = { code: `LAST-${slug}`, percent: 10, max_uses: 1, property_id: id };
  const { id: promo_code_id } = await stays.db
    .insertInto('promo_codes')
    .values(promo)
    .returning('id')
    .executeTakeFirstOrThrow();
  const [first, second] = [await stays.holdPaid(slug), await stays.holdPaid(slug, {}, 80)];
  for (const { code } of [first, second]) await stays.set(code, { status: 'expired', promo_code_id });
  return { first, second };
}

test('one of two late payments with the last use of a promotion is confirmed, the other is refunded with a mail that has the reason', async () => {
  const { first, second } = await paidWithLastUse();
  await Promise.all([stays.read(first), stays.read(second), stays.run()]);
  await stays.run();
  const statuses = await Promise.all(
    [first, second].map(async ({ code }) => (await stays.stored(code)).status),
  );
  expect(statuses.toSorted()).toEqual(['confirmed', 'expired']);
  const [won, lost] = statuses[0] === 'confirmed' ? [first, second] : [second, first];
  expect(await stays.ledger(won.code)).toEqual(['charge 60000']);
  expect(await stays.ledger(lost.code)).toEqual(['charge 60000', 'refund 60000']);
  const mails = (await stays.queuedMail()).filter(({ subject }) => subject.includes(lost.code));
  const [guest, hosts] = [
    mails.filter(({ to, subject }) => to.address.startsWith('ann-') && subject.startsWith('We are sorry')),
    mails.filter(({ subject }) => subject.startsWith('Paid too late')),
  ];
  expect([guest.length, hosts.length]).toEqual([1, 1]);
  for (const mail of [...guest, ...hosts]) {
    expect(mail.text).toContain('promotion code');
    expect(`${mail.subject} ${mail.text}`).not.toMatch(/taken|gone|somebody else|no longer free/);
  }
});

test('a session that is complete but unpaid keeps its hold until the money came or failed', async () => {
  const { slug } = await stays.addProperty();
  const [coming, failing] = [await stays.hold(slug), await stays.hold(slug, {}, 80)];
  for (const placed of [coming, failing]) {
    await stays.step(stays.sessionOf(placed.checkoutUrl), 'complete', { unpaid: true });
    await stays.set(placed.code, { hold_expires_at: past });
  }
  await stays.run();
  expect(await stays.read(coming)).toMatchObject({
    status: 'held',
    isPaymentProcessing: true,
    can: ['release'],
  });
  expect((await stays.act(coming, 'checkout')).status).toBe(409);
  await stays.step(stays.sessionOf(coming.checkoutUrl), 'async_succeed');
  await stays.step(stays.sessionOf(failing.checkoutUrl), 'async_fail');
  await stays.run();
  await stays.run();
  expect((await stays.stored(coming.code)).status).toBe('confirmed');
  expect((await stays.stored(failing.code)).status).toBe('expired');
});

test('checkout gives the open page again, and a new one that makes the hold longer when it has expired', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.hold(slug);
  expect((await (await stays.act(placed, 'checkout')).json()).url).toBe(placed.checkoutUrl);
  await stays.step(stays.sessionOf(placed.checkoutUrl), 'expire');
  const soon = new Date(Date.now() + 60_000);
  await stays.set(placed.code, { hold_expires_at: soon });
  const opened = await Promise.all([1, 2, 3].map(async () => (await stays.act(placed, 'checkout')).json()));
  expect(new Set(opened.map(({ url }) => url)).size).toBe(1);
  expect(opened[0].url).not.toBe(placed.checkoutUrl);
  const { hold_expires_at } = await stays.stored(placed.code);
  expect(hold_expires_at?.getTime()).toBeGreaterThan(Date.now() + 35 * 60_000);
  await stays.step(stays.sessionOf(opened[0].url), 'complete');
  expect((await stays.act(placed, 'checkout')).status).toBe(409);
  expect((await stays.stored(placed.code)).status).toBe('confirmed');
});

test('release closes the payment page first; while the provider is down the nights stay held', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.hold(slug);
  await stays.faults({ apiStatus: 500 });
  expect((await stays.act(placed, 'release')).status).toBe(503);
  expect((await stays.stored(placed.code)).status).toBe('held');
  await stays.faults({ apiStatus: null });
  const response = await stays.act(placed, 'release');
  expect([response.status, await response.json()]).toEqual([200, { status: 'released' }]);
  const session = await stays.stripe.checkout.sessions.retrieve(stays.sessionOf(placed.checkoutUrl));
  expect(session.status).toBe('expired');
  expect((await stays.act(placed, 'release')).status).toBe(200);
  expect((await stays.act(placed, 'checkout')).status).toBe(409);
  const paid = await stays.holdPaid(slug);
  expect((await stays.act(paid, 'release')).status).toBe(409);
  expect((await stays.stored(paid.code)).status).toBe('confirmed');
});

test('a browser’s new hold on a home closes the payment page of its older one first', async () => {
  const { slug } = await stays.addProperty();
  const first = await stays.book((await stays.quote(slug)).id);
  const older = await first.json();
  const cookie = first.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  const second = await stays.book((await stays.quote(slug, 90)).id, {}, { cookie });
  expect(second.status).toBe(201);
  expect((await stays.stored(older.code)).status).toBe('released');
  const session = await stays.stripe.checkout.sessions.retrieve(stays.sessionOf(older.checkoutUrl));
  expect(session.status).toBe('expired');
});

test('while the provider is down the hold stands without a page, which opens later', async () => {
  const { slug } = await stays.addProperty();
  await stays.faults({ apiStatus: 500 });
  const placed = await stays.hold(slug);
  expect(placed).toMatchObject({ status: 'held', checkoutUrl: null });
  expect((await stays.act(placed, 'checkout')).status).toBe(503);
  await stays.faults({ apiStatus: null });
  expect((await (await stays.act(placed, 'checkout')).json()).url).toMatch(/cs_test_/);
});

test('a home whose feed was not read for 6 hours is requested, and says why', async () => {
  const { id, slug } = await stays.addProperty();
  const feed = { property_id: id, channel: 'vrbo' as const, url: 'https://feeds.example/x.ics' };
  await stays.db.insertInto('calendar_feeds').values(feed).execute();
  const placed = await stays.hold(slug);
  expect(placed).toMatchObject({ status: 'requested', checkoutUrl: null, why: expect.any(String) });
  await stays.db.updateTable('calendar_feeds').set({ last_good_at: new Date() }).execute();
  expect((await stays.hold(slug, {}, 90)).status).toBe('held');
});

test('T-06: a late payment and another guest who want the same nights at once: one gets them, the other is rejected or refunded', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { slug } = await stays.addProperty();
    const late = await paidAfterRelease(slug);
    const { id } = await stays.quote(slug);
    const [response] = await Promise.all([stays.book(id), stays.run()]);
    await stays.run();
    const isLateConfirmed = (await stays.stored(late.code)).status === 'confirmed';
    expect(response.status).toBe(isLateConfirmed ? 409 : 201);
    const refund = isLateConfirmed ? [] : ['refund 60000'];
    expect(await stays.ledger(late.code)).toEqual(['charge 60000', ...refund]);
  }
});

test('a payment page whose creation lost its response is found again', async () => {
  const { slug } = await stays.addProperty();
  await stays.faults({ apiReset: true });
  const placed = await stays.hold(slug);
  expect(placed.checkoutUrl).toBeNull();
  await stays.faults({ apiReset: false });
  const { url } = await (await stays.act(placed, 'checkout')).json();
  const { id } = await stays.stored(placed.code);
  const mine = (await stays.sessions()).filter(({ metadata }) => metadata?.bookingId === id);
  expect(mine.map((session) => session.url)).toEqual([url]);
});

test('the provider’s event for a page that we could not save settles its booking', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.holdPaid(slug);
  const { id } = await stays.stored(placed.code);
  await stays.db
    .updateTable('payment_attempts')
    .set({ status: 'pending', stripe_id: null, url: null })
    .where('booking_id', '=', id)
    .execute();
  const event = (await stays.events()).findLast(({ type }) => type === 'checkout.session.completed');
  expect((await stays.deliver(event ?? {})).status).toBe(200);
  expect((await stays.stored(placed.code)).status).toBe('confirmed');
});

test('three live holds for an e-mail address are the most', async () => {
  const { slug } = await stays.addProperty();
  const email = 'many@guests.example';
  const statuses: number[] = [];
  for (let index = 0; index < 4; index += 1) {
    const { id } = await stays.quote(slug, 100 + 5 * index);
    statuses.push((await stays.book(id, { email })).status);
  }
  expect(statuses).toEqual([201, 201, 201, 429]);
});
