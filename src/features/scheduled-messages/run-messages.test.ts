import { expect, test } from 'vitest';
import { replyMail } from '../../../test/inbox.ts';
import { inDays } from '../../../test/paid-stays.ts';
import { openMessagesForFile } from '../../../test/scheduled-messages.ts';
import { addDays } from '../../shared/nights.ts';
import { momentAtProperty } from '../../shared/property-time.server.ts';
import { newId } from '../../shared/uuid.server.ts';
import { passToGuest } from '../bookings/messages/message-guest.server.ts';
import { bookingEvents, recordEvent } from '../bookings/record/events-store.server.ts';
import { readReplies } from '../inbox/replies/read-replies.server.ts';
import { writePlans } from './planning-store.server.ts';
import { sendDueMessages } from './send-message.server.ts';

const site = await openMessagesForFile();
const { db } = site;
const hourMs = 3_600_000;

const one = async (bookingId: string) => {
  const [row, ...others] = await site.planned(bookingId);
  expect(others).toEqual([]);
  return row ?? expect.fail('nothing is planned');
};
const endRules = async () => {
  await db.deleteFrom('message_rules').execute();
  await site.run();
};

test('a confirmed stay gets one row for each rule that fits it, also when the job runs twice at once', async () => {
  const stay = await site.addPaid(30);
  const rules = [
    await site.addRule(),
    await site.addRule({ event: 'departure', offset_days: -1, at_time: '17:00' }),
    await site.addRule({ property_id: stay.property_id, offset_days: 1, at_time: '09:30' }),
  ];
  await site.addRule({ is_active: false });
  await site.addRule({ property_id: (await site.addPaid(20)).property_id });
  await Promise.all([site.run(), site.run()]);
  const rows = await site.planned(stay.id);
  expect(rows.map(({ rule_id, due_at, status }) => [rule_id, due_at, status])).toEqual([
    [rules[0], momentAtProperty(addDays(stay.checkin, -7), '10:00'), 'planned'],
    [rules[2], momentAtProperty(addDays(stay.checkin, 1), '09:30'), 'planned'],
    [rules[1], momentAtProperty(addDays(stay.checkout, -1), '17:00'), 'planned'],
  ]);
  await endRules();
});

test('a hold, a request and a block get none; once the hold is confirmed it gets its rows', async () => {
  await site.addRule();
  const stay = await site.addPaid(40, { status: 'held', confirmed_at: null });
  await site.run();
  expect(await site.planned(stay.id)).toEqual([]);
  await db
    .updateTable('bookings')
    .set({ status: 'confirmed', confirmed_at: new Date() })
    .where('id', '=', stay.id)
    .execute();
  await site.run();
  expect(await one(stay.id)).toMatchObject({ status: 'planned' });
  await endRules();
});

test('a late booking is sent at once or skipped with its reason, as its rule says', async () => {
  await site.addRule({ name: 'Sends' });
  await site.addRule({ name: 'Skips', when_late: 'skip' });
  const stay = await site.addPaid(3);
  await site.run();
  expect((await site.planned(stay.id)).map(({ status, reason }) => [status, reason])).toEqual(
    expect.arrayContaining([
      ['sent', null],
      ['skipped', 'late'],
    ]),
  );
  await endRules();
});

test('a rule made today sends nothing for moments that are past', async () => {
  const before = { confirmed_at: new Date(site.ctx.now().getTime() - 60_000) };
  const [near, far] = [await site.addPaid(3, before), await site.addPaid(20, before)];
  await site.addRule({ when_late: 'send' });
  await site.run();
  expect(await site.planned(near.id)).toEqual([]);
  expect(await one(far.id)).toMatchObject({ status: 'planned' });
  await endRules();
});

test('a move moves what is planned, and a host’s skip stays', async () => {
  await site.addRule({ name: 'First' });
  await site.addRule({ name: 'Skipped', event: 'departure', offset_days: 0 });
  const stay = await site.addPaid(30);
  await site.run();
  const skipped = (await site.planned(stay.id))[1];
  expect((await site.send('POST', `/api/admin/messages/${skipped?.id}/skip`, {})).status).toBe(200);
  const [checkin, checkout] = [inDays(50), inDays(53)];
  await db.updateTable('bookings').set({ checkin, checkout }).where('id', '=', stay.id).execute();
  await site.run();
  const rows = await site.planned(stay.id);
  expect(rows.map(({ status, reason }) => [status, reason]).toSorted()).toEqual([
    ['planned', null],
    ['skipped', 'by_host'],
  ]);
  expect(rows.find(({ status }) => status === 'planned')?.due_at).toEqual(
    momentAtProperty(inDays(43), '10:00'),
  );
  expect(rows.find(({ status }) => status === 'skipped')?.due_at).toEqual(skipped?.due_at);
  await endRules();
});

test('a stay moved nearer is late again, and the rule says what happens', async () => {
  const [sends, skips] = [await site.addRule(), await site.addRule({ when_late: 'skip' })];
  const stay = await site.addPaid(30);
  await site.run();
  await db
    .updateTable('bookings')
    .set({ checkin: inDays(2), checkout: inDays(5) })
    .where('id', '=', stay.id)
    .execute();
  // The database's clock says when it was moved.
  await site.run(new Date(Date.now() + 1_000));
  const rows = await site.planned(stay.id);
  expect(rows.find(({ rule_id }) => rule_id === sends)).toMatchObject({ status: 'sent' });
  expect(rows.find(({ rule_id }) => rule_id === skips)).toMatchObject({ status: 'skipped', reason: 'late' });
  await endRules();
});

test.each<[string, string, (rule: string, stay: { id: string }) => Promise<unknown>]>([
  [
    'the stay is cancelled',
    'stay_cancelled',
    (_, { id }) =>
      db
        .updateTable('bookings')
        .set({ status: 'cancelled', cancelled_at: new Date() })
        .where('id', '=', id)
        .execute(),
  ],
  [
    'the rule is switched off',
    'rule_off',
    (rule) => db.updateTable('message_rules').set({ is_active: false }).where('id', '=', rule).execute(),
  ],
  ['the rule is deleted', 'rule_deleted', (rule) => site.send('DELETE', `/api/tables/message_rules/${rule}`)],
  [
    'the rule is bound to another home',
    'other_home',
    async (rule) =>
      db
        .updateTable('message_rules')
        .set({ property_id: (await site.addPaid(60)).property_id })
        .where('id', '=', rule)
        .execute(),
  ],
])(
  'a planned message is cancelled once %s and is not sent, in any order of the jobs',
  async (_, reason, act) => {
    const rule = await site.addRule();
    const stay = await site.addPaid(30);
    await site.run();
    await site.makeDue(stay.id);
    await act(rule, stay);
    const before = (await site.mails()).length;
    await site.run();
    expect(await one(stay.id)).toMatchObject({ status: 'cancelled', reason });
    expect(await site.mails()).toHaveLength(before);
    await endRules();
  },
);

test('a sent message stays sent after any change of its rule, and is not sent again', async () => {
  const rule = await site.addRule();
  const stay = await site.addPaid(30);
  await site.run();
  await site.makeDue(stay.id);
  await site.run();
  const { trashId } = await site.send('DELETE', `/api/tables/message_rules/${rule}`);
  await site.run();
  await site.send('POST', `/api/admin/trash/${trashId}/restore`, {});
  await site.run();
  await db.updateTable('message_rules').set({ offset_days: -8 }).where('id', '=', rule).execute();
  await site.run();
  expect(await one(stay.id)).toMatchObject({ status: 'sent' });
  expect((await site.mails()).filter(({ key }) => key.includes(rule))).toEqual([]);
  await endRules();
});

test('a rule whose time changes moves what it planned', async () => {
  const rule = await site.addRule();
  const stay = await site.addPaid(30);
  await site.run();
  await db
    .updateTable('message_rules')
    .set({ at_time: '18:15', offset_days: -5 })
    .where('id', '=', rule)
    .execute();
  await site.run();
  expect(await one(stay.id)).toMatchObject({
    status: 'planned',
    due_at: momentAtProperty(addDays(stay.checkin, -5), '18:15'),
  });
  await endRules();
});

test('a message that waits for the payment has that reason, is sent once nothing is open, and is skipped after the check-out', async () => {
  await site.addRule({ only_if_paid: true });
  const [paid, never] = [await site.addPaid(30), await site.addPaid(35)];
  await db
    .updateTable('bookings')
    .set({ total_cents: 90_000 })
    .where('id', 'in', [paid.id, never.id])
    .execute();
  await site.run();
  await Promise.all([site.makeDue(paid.id), site.makeDue(never.id)]);
  await site.run();
  expect(await one(paid.id)).toMatchObject({ status: 'planned', reason: 'not_paid' });
  await site.pay(paid.id);
  await site.run();
  expect(await one(paid.id)).toMatchObject({ status: 'sent', reason: null });
  expect(await one(never.id)).toMatchObject({ status: 'planned', reason: 'not_paid' });
  await site.run(new Date(momentAtProperty(never.checkout, '23:59')));
  expect(await one(never.id)).toMatchObject({ status: 'planned', reason: 'not_paid' });
  await site.run(new Date(momentAtProperty(addDays(never.checkout, 1), '00:01')));
  expect(await one(never.id)).toMatchObject({ status: 'skipped', reason: 'not_paid' });
  await endRules();
});

/** A stay whose message waits for its payment. */
async function unpaidStay() {
  const rule = await site.addRule({ only_if_paid: true });
  const stay = await site.addPaid(30);
  await db.updateTable('bookings').set({ total_cents: 90_000 }).where('id', '=', stay.id).execute();
  await site.run();
  await site.makeDue(stay.id);
  await site.run();
  expect(await one(stay.id)).toMatchObject({ status: 'planned', reason: 'not_paid' });
  return { ...stay, rule };
}
const sendUnpaid = (rule: string) =>
  db.updateTable('message_rules').set({ only_if_paid: false }).where('id', '=', rule).execute();

test('a message that waits for the payment is sent once its rule no longer requires it', async () => {
  const { id, rule } = await unpaidStay();
  await sendUnpaid(rule);
  await site.run();
  expect(await one(id)).toMatchObject({ status: 'sent', reason: null });
  await endRules();
});

test('a message that waited until its stay was over is skipped, also if its rule no longer requires the payment', async () => {
  const { id, rule, checkout } = await unpaidStay();
  await sendUnpaid(rule);
  const dayAfter = new Date(momentAtProperty(addDays(checkout, 1), '00:01'));
  // The stay is not planned again before that.
  await db.deleteFrom('message_planning').execute();
  await site.run(dayAfter);
  const row = await one(id);
  expect(row).toMatchObject({ status: 'skipped', reason: 'not_paid' });
  expect((await site.mails()).filter(({ key }) => key === `message-${row.id}`)).toEqual([]);
  await endRules();
});

test('it goes out through the guest’s thread as an automatic message, once, with a Message-ID that does not change', async () => {
  await site.addRule({ text: 'Hello {guest}, see you on {checkin}.\n\nYour trip: {trip}' });
  const stay = await site.addPaid(30);
  await site.run();
  await site.makeDue(stay.id);
  await Promise.all([site.run(), site.run(), site.run()]);
  const row = await one(stay.id);
  expect(row).toMatchObject({ status: 'sent', sent_at: expect.any(Date), message_id: row.id });
  const [message, ...others] = await site.messages(stay.id);
  expect(others).toEqual([]);
  expect(message).toMatchObject({
    direction: 'auto',
    author: 'PCB Beach Rentals',
    mail_id: `<message-${row.id}@pcbbeachrentals.example>`,
  });
  const [mail, ...more] = (await site.mails()).filter(({ key }) => key === `message-${row.id}`);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe(row.subject);
  expect(mail?.text).toContain(`/trips/${stay.code}?key=`);
  expect(mail?.replyTo?.address).toContain((await site.thread(stay.id)).reply_token);
  await endRules();
});

test('a reply to it arrives in the inbox', async () => {
  await site.addRule();
  const stay = await site.addPaid(30);
  await site.run();
  await site.makeDue(stay.id);
  await site.run();
  const { reply_token: token } = await site.thread(stay.id);
  await site.deliver(replyMail({ token, text: 'At five.' }));
  await readReplies(site.ctx, passToGuest);
  const [, answer] = await site.messages(stay.id);
  expect(answer).toMatchObject({ direction: 'in', text: 'At five.' });
  expect((await site.thread(stay.id)).waiting_since).not.toBeNull();
  await endRules();
});

test('it neither starts nor stops the clock of a conversation', async () => {
  await site.addRule();
  const [quiet, waiting] = [await site.addPaid(30), await site.addPaid(31)];
  const since = new Date(Date.now() - 5 * hourMs);
  await db
    .insertInto('threads')
    .values({ id: waiting.id, kind: 'booking', status: 'new', waiting_since: since, is_unread: true })
    .execute();
  await site.run();
  await Promise.all([site.makeDue(quiet.id), site.makeDue(waiting.id)]);
  await site.run();
  expect(await site.thread(quiet.id)).toMatchObject({
    waiting_since: null,
    is_unread: false,
    status: 'answered',
  });
  expect(await site.thread(waiting.id)).toMatchObject({
    waiting_since: since,
    is_unread: true,
    status: 'new',
  });
  await endRules();
});

test('a guest who deleted their account gets nothing, and the row says why', async () => {
  await site.addRule();
  const stay = await site.addPaid(30);
  await site.run();
  await db
    .updateTable('bookings')
    .set({ email: 'deleted@account.invalid' })
    .where('id', '=', stay.id)
    .execute();
  await site.makeDue(stay.id);
  await site.run();
  expect(await one(stay.id)).toMatchObject({ status: 'skipped', reason: 'no_address' });
  await endRules();
});

test('the subject of what was sent goes with the guest’s other data, also out of the booking’s history', async () => {
  const template_id = await site.addTemplate('Hello', 'For {guest}');
  await site.addRule({ template_id });
  const stay = await site.addPaid(30);
  await site.run();
  await site.makeDue(stay.id);
  await site.run();
  const row = await one(stay.id);
  expect(row).toMatchObject({ status: 'sent', subject: 'For Ann Lee' });
  const other = { event: 'mail_queued', details: { to: 'guest', subject: 'Confirmed: Home' } };
  await recordEvent(db, { ...other, booking_id: stay.id, actor: 'system', created_at: new Date() });
  const mailEvents = async () => (await bookingEvents(db, stay.id)).map(({ details }) => details);
  expect(await mailEvents()).toEqual([
    { to: 'guest', subject: 'For Ann Lee', message: row.id },
    other.details,
  ]);
  await db
    .updateTable('bookings')
    .set({ email: 'deleted@account.invalid' })
    .where('id', '=', stay.id)
    .execute();
  expect(await one(stay.id)).toMatchObject({ status: 'sent', subject: '' });
  expect(await mailEvents()).toEqual([{ to: 'guest', message: row.id }, other.details]);
  await endRules();
});

test('more rows than one statement takes are written at once, and written again', async () => {
  const stay = await site.addPaid(30);
  const due_at = momentAtProperty(inDays(20), '10:00');
  const row = { booking_id: stay.id, due_at, planned_for: due_at, status: 'planned' as const, reason: null };
  const plans = Array.from({ length: 11_000 }, () => ({ ...row, rule_id: newId() }));
  await db.transaction().execute((tx) => writePlans(tx, plans));
  expect(await site.planned(stay.id)).toHaveLength(plans.length);
  const moved = plans.map((plan) => ({ ...plan, due_at: momentAtProperty(inDays(21), '10:00') }));
  await db.transaction().execute((tx) => writePlans(tx, moved));
  const days = new Set((await site.planned(stay.id)).map((written) => written.due_at.getTime()));
  expect([...days]).toEqual([momentAtProperty(inDays(21), '10:00').getTime()]);
  await db.deleteFrom('scheduled_messages').where('booking_id', '=', stay.id).execute();
});

test('a stay that is locked is planned by the next run, and holds up no other', async () => {
  await site.addRule();
  const [locked, free] = [await site.addPaid(30), await site.addPaid(31)];
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('bookings').select('id').where('id', '=', locked.id).forUpdate().execute();
    await site.run();
    expect(await site.planned(locked.id)).toEqual([]);
    expect(await one(free.id)).toMatchObject({ status: 'planned' });
  });
  await site.run();
  expect(await one(locked.id)).toMatchObject({ status: 'planned' });
  await endRules();
});

test.each<[string, (rule: string, stay: { id: string }) => Promise<unknown>]>([
  [
    'stay moved',
    (_, { id }) =>
      db
        .updateTable('bookings')
        .set({ checkin: inDays(70), checkout: inDays(73) })
        .where('id', '=', id)
        .execute(),
  ],
  [
    'rule changed',
    (rule) => db.updateTable('message_rules').set({ offset_days: -9 }).where('id', '=', rule).execute(),
  ],
])('a message that is due is not sent once its %s, before it is planned again', async (_, change) => {
  const rule = await site.addRule();
  const stay = await site.addPaid(30);
  await site.run();
  await site.makeDue(stay.id);
  await change(rule, stay);
  await sendDueMessages(site.ctx);
  expect(await one(stay.id)).toMatchObject({ status: 'planned' });
  await site.run();
  const { status, due_at } = await one(stay.id);
  expect([status, due_at > new Date()]).toEqual(['planned', true]);
  await endRules();
});

const leaving = { event: 'departure', offset_days: -1, at_time: '17:00' } as const;

test.each([
  ['from the departure, the day after the check-out', leaving, 'checkout', 1, '09:00'],
  ['from the departure, 12 hours and a minute after its moment', leaving, 'checkout', 0, '05:01'],
  ['from the arrival, after it', { offset_days: -7, at_time: '10:00' }, 'checkin', 1, '10:00'],
  ['from the departure, for the day after it', { ...leaving, offset_days: 1 }, 'checkout', 2, '05:01'],
  ['from the booking, after the stay', { event: 'booked', offset_days: 1 }, 'checkout', 1, '09:00'],
] as const)(
  'a message that is counted %s, is skipped with a reason, and can still be sent by a host',
  async (_, rule, from, days, clock) => {
    await site.addRule(rule);
    const stay = await site.addPaid(30);
    await site.run();
    await site.run(momentAtProperty(addDays(stay[from], days), clock));
    const row = await one(stay.id);
    expect(row).toMatchObject({ status: 'skipped', reason: 'too_late' });
    const sentTo = async () => (await site.mails()).filter(({ key }) => key === `message-${row.id}`);
    expect(await sentTo()).toEqual([]);
    const shown = await site.send('GET', `/api/admin/bookings/${stay.code}/scheduled-messages`);
    expect(Object.values(shown)).toContainEqual(
      expect.objectContaining({ id: row.id, status: 'skipped', reason: 'too_late', can: ['send'] }),
    );
    expect(await site.send('POST', `/api/admin/messages/${row.id}/send`, {})).toMatchObject({ status: 200 });
    expect(await sentTo()).toHaveLength(1);
    await endRules();
  },
);

test('a message that is a few hours late goes out, and one that is counted from the booking also days later', async () => {
  await site.addRule(leaving);
  await site.addRule({ name: 'Thanks', event: 'booked', offset_days: 1 });
  const stay = await site.addPaid(30);
  await site.run();
  await site.run(momentAtProperty(addDays(stay.checkin, -5), '09:00'));
  await site.run(momentAtProperty(stay.checkout, '05:00'));
  expect((await site.planned(stay.id)).map(({ status }) => status)).toEqual(['sent', 'sent']);
  await endRules();
});

test('a message that waited days for its payment goes out when it is paid', async () => {
  const { id, checkin } = await unpaidStay();
  await site.pay(id);
  await site.run(momentAtProperty(addDays(checkin, -2), '09:00'));
  expect(await one(id)).toMatchObject({ status: 'sent' });
  await endRules();
});

test('a message moved by a check or a late booking is late by the later of its two moments', async () => {
  await site.addRule();
  const [moved, booked] = [await site.addPaid(30), await site.addPaid(1)];
  await site.run();
  expect(await one(booked.id)).toMatchObject({ status: 'sent' });
  await db
    .updateTable('scheduled_messages')
    .set({ due_at: new Date(Date.now() - 48 * hourMs) })
    .where('booking_id', '=', moved.id)
    .execute();
  await site.run();
  expect(await one(moved.id)).toMatchObject({ status: 'sent' });
  await endRules();
});
