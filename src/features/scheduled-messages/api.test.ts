import { expect, test } from 'vitest';
import { addBooking, addProperty } from '../../../test/bookings.ts';
import { cookieBrowser } from '../../../test/cookie-browser.ts';
import { inDays } from '../../../test/paid-stays.ts';
import { openMessagesForFile } from '../../../test/scheduled-messages.ts';
import { signedInBrowser } from '../../../test/sign-in.ts';
import { addDays } from '../../shared/nights.ts';
import { momentAtProperty } from '../../shared/property-time.server.ts';
import { newId } from '../../shared/uuid.server.ts';
import { sendArrivalEmail } from '../bookings/emails/send-arrival.server.ts';
import { runBookings } from '../bookings/run-bookings.server.ts';
import { nextMessages } from './actions.server.ts';
import { accessSentence, reviewSentence } from './message-text.server.ts';

const site = await openMessagesForFile();
const { db } = site;
const guest = await signedInBrowser(site, 'someone@guests.example', cookieBrowser(site));

const forecast = async (query = '') => {
  const response = await site.host.request('GET', `/api/admin/messages/forecast${query}`);
  return { status: response.status, body: await response.json() };
};
const act = (id: string, verb: 'send' | 'skip') => site.send('POST', `/api/admin/messages/${id}/${verb}`, {});
const ofStay = async ({ code }: { code: string }) => {
  const response = await site.host.request('GET', `/api/admin/bookings/${code}/scheduled-messages`);
  expect(response.status).toBe(200);
  return response.json();
};

/** A stay whose only rule goes out in three days. */
async function plannedStay() {
  await db.deleteFrom('message_rules').execute();
  const rule = await site.addRule({ text: 'Hello {guest}: {access}' });
  const stay = await site.addPaid(10);
  await site.run();
  const [row] = await site.planned(stay.id);
  return { ...stay, rule, message: row ?? expect.fail('nothing is planned') };
}

const calls = [
  ['GET', '/api/admin/messages/forecast'],
  ['GET', '/api/admin/bookings/7K3MQ2XA/scheduled-messages'],
  ['POST', `/api/admin/messages/${newId()}/send`],
  ['POST', `/api/admin/messages/${newId()}/skip`],
  ['POST', '/api/admin/message-rules/preview'],
  ['POST', '/api/admin/message-rules/dates'],
] as const;

test.each(calls)('only hosts may call %s %s', async (method, path) => {
  const json = method === 'POST' ? {} : undefined;
  expect((await site.request(method, path, { json })).status).toBe(401);
  expect((await guest.request(method, path, { json })).status).toBe(403);
});

test('the forecast names what goes out, by the moment, with the arrival mail as a rule without skip', async () => {
  const { code, message, checkin } = await plannedStay();
  const { status, body } = await forecast();
  expect(status).toBe(200);
  const mine = body.filter((one: { code: string }) => one.code === code);
  const home = (
    await db
      .selectFrom('bookings')
      .innerJoin('properties', 'properties.id', 'property_id')
      .select('title')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
  ).title;
  expect(mine).toEqual([
    {
      id: message.id,
      dueAt: momentAtProperty(addDays(checkin, -7), '10:00').toISOString(),
      status: 'planned',
      isUndeliverable: false,
      rule: 'Rule',
      template: 'Template',
      templateId: expect.any(String),
      code,
      guest: 'Ann Lee',
      home,
      subject: `Your stay in ${home}`,
      can: ['skip', 'send'],
    },
    expect.objectContaining({
      rule: 'Arrival',
      dueAt: momentAtProperty(addDays(checkin, -3), '00:00').toISOString(),
      status: 'planned',
      templateId: null,
      subject: expect.stringContaining(`(${code})`),
      can: [],
    }),
  ]);
});

test('days of the forecast are inclusive at both ends, by the homes’ clock', async () => {
  const { message } = await plannedStay();
  const has = async (from: string, to: string) =>
    (await forecast(`?from=${from}&to=${to}`)).body.some(({ id }: { id: string }) => id === message.id);
  const move = (due_at: Date) =>
    db.updateTable('scheduled_messages').set({ due_at }).where('id', '=', message.id).execute();
  await move(momentAtProperty(inDays(5), '00:00'));
  expect([await has(inDays(5), inDays(5)), await has(inDays(4), inDays(4))]).toEqual([true, false]);
  await move(momentAtProperty(inDays(5), '23:59'));
  expect([await has(inDays(5), inDays(5)), await has(inDays(6), inDays(6))]).toEqual([true, false]);
});

const arrivalOn = async (code: string, from: string, to: string) =>
  (await forecast(`?from=${from}&to=${to}`)).body.find(({ id }: { id: string }) => id === `arrival-${code}`);

test('the arrival mail of a late booking is in the forecast only on the day of its confirmation', async () => {
  const confirmed_at = momentAtProperty(inDays(0), '09:00');
  const { code, checkin } = await site.addPaid(2, { confirmed_at });
  expect(await arrivalOn(code, inDays(0), inDays(0))).toMatchObject({ dueAt: confirmed_at.toISOString() });
  expect(await arrivalOn(code, addDays(checkin, -3), addDays(checkin, -3))).toBeUndefined();
  expect(await arrivalOn(code, inDays(1), checkin)).toBeUndefined();
});

test('the arrival mail of an early booking is in the forecast only three days before', async () => {
  const { code, checkin } = await site.addPaid(10);
  const day = addDays(checkin, -3);
  expect(await arrivalOn(code, day, day)).toMatchObject({ status: 'planned' });
  expect(await arrivalOn(code, addDays(day, 1), checkin)).toBeUndefined();
  expect(await arrivalOn(code, inDays(0), addDays(day, -1))).toBeUndefined();
});

test('the arrival mail of a stay with a code of its own is in the forecast, even if its home has no code', async () => {
  const [coded, silent] = [await site.addPaid(5, { access_code: '0815#' }), await site.addPaid(5)];
  await db
    .updateTable('properties')
    .set({ street_address: '', access_notes: '' })
    .where('id', 'in', [coded.property_id, silent.property_id])
    .execute();
  expect(await arrivalOn(coded.code, inDays(0), inDays(5))).toMatchObject({ status: 'planned' });
  expect(await arrivalOn(silent.code, inDays(0), inDays(5))).toBeUndefined();
});

test('the arrival mail of a stay that is over is in the lists only if it was sent', async () => {
  const { code } = await site.addPaid(-9, { confirmed_at: momentAtProperty(inDays(-30), '09:00') });
  const day = inDays(-12);
  expect(await ofStay({ code })).toEqual([]);
  expect(await arrivalOn(code, day, day)).toBeUndefined();
  await db.updateTable('bookings').set({ arrival_sent_at: new Date() }).where('code', '=', code).execute();
  expect(await ofStay({ code })).toMatchObject([{ rule: 'Arrival', status: 'sent' }]);
  expect(await arrivalOn(code, day, day)).toMatchObject({ status: 'sent' });
});

test('the arrival mail of a cancelled stay is in the lists only if it was sent', async () => {
  const [sent, unsent] = [await site.addPaid(4), await site.addPaid(5)];
  const codes = [sent.code, unsent.code];
  await db
    .updateTable('bookings')
    .set({ arrival_sent_at: new Date() })
    .where('code', '=', sent.code)
    .execute();
  await db
    .updateTable('bookings')
    .set({ status: 'cancelled', cancelled_at: new Date() })
    .where('code', 'in', codes)
    .execute();
  expect(await ofStay(sent)).toMatchObject([{ rule: 'Arrival', status: 'sent', can: [] }]);
  expect(await ofStay(unsent)).toEqual([]);
  const [first, last] = [inDays(0), inDays(5)];
  expect(await arrivalOn(sent.code, first, last)).toMatchObject({ status: 'sent' });
  expect(await arrivalOn(unsent.code, first, last)).toBeUndefined();
});

test.each([
  ['days at the end of time', '?from=9999-12-20&to=9999-12-31', 'Please check the highlighted fields'],
  ['reversed days', `?from=${inDays(5)}&to=${inDays(4)}`, 'The last day cannot be before the first.'],
  ['more than 60 days', `?from=${inDays(0)}&to=${inDays(60)}`, 'A forecast has at most 60 days.'],
  ['a day that does not exist', '?from=2027-02-30', 'Must be a date such as 2027-07-09'],
  ['no date', '?to=tomorrow', 'Must be a date such as 2027-07-09'],
  ['an unknown parameter', '?days=3', 'There is no parameter "days"'],
])('a forecast of %s is rejected', async (_, query, message) => {
  expect(await forecast(query)).toMatchObject({ status: 400, body: { message } });
});

test('Today lists what goes out within the next 7 days, the arrival mail with it', async () => {
  await db.deleteFrom('message_rules').execute();
  const { code, id, checkin } = await site.addPaid(10);
  for (const offset_days of [-3, -2]) await site.addRule({ offset_days, at_time: '23:59' });
  await site.addRule({ offset_days: -5 });
  await site.run();
  const skipped = (await site.planned(id)).at(0);
  await act(skipped?.id ?? '', 'skip');
  const { upcomingMessages } = await (await site.host.request('GET', '/api/admin/today')).json();
  const mine = upcomingMessages.filter((one: { code: string }) => one.code === code);
  const day = addDays(checkin, -3);
  expect(mine).toMatchObject([
    { rule: 'Arrival', dueAt: momentAtProperty(day, '00:00').toISOString(), can: [] },
    { rule: 'Rule', dueAt: momentAtProperty(day, '23:59').toISOString(), can: ['skip', 'send'] },
  ]);
  expect(mine).toHaveLength(2);
});

test('60 days are a forecast', async () => {
  expect((await forecast(`?from=${inDays(0)}&to=${inDays(59)}`)).status).toBe(200);
});

test('the forecast shows that a message waits only for the payment', async () => {
  const { code, rule, id } = await plannedStay();
  await db.updateTable('message_rules').set({ only_if_paid: true }).where('id', '=', rule).execute();
  await db.updateTable('bookings').set({ total_cents: 90_000 }).where('id', '=', id).execute();
  expect((await ofStay({ code }))[0]).toMatchObject({ status: 'planned', reason: 'not_paid' });
});

test('Send now sends at once, and never twice', async () => {
  const { message, id } = await plannedStay();
  const answers = await Promise.all([
    act(message.id, 'send'),
    act(message.id, 'send'),
    act(message.id, 'send'),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 200)).toMatchObject({ status: 200, can: [] });
  expect(answers.find(({ status }) => status === 409)).toMatchObject({
    reason: 'already_sent',
    message: 'This message was sent already.',
  });
  await site.makeDue(id);
  await site.run();
  expect((await site.mails()).filter(({ key }) => key === `message-${message.id}`)).toHaveLength(1);
  expect(await act(message.id, 'skip')).toMatchObject({ status: 409, reason: 'already_sent' });
});

/** The mail server rejects the guest's mailbox, or all attempts are over. */
const failMail = (key: string) =>
  site.platform.pool.query(
    'update graphile_worker._private_jobs set attempts = max_attempts where key like $1',
    [`mail:${key}%`],
  );

test('a message whose mail could not be delivered has the problem beside its status', async () => {
  const { message, code } = await plannedStay();
  await act(message.id, 'send');
  const mine = (all: { id: string }[]) => all.find(({ id }) => id === message.id);
  expect(mine((await forecast()).body)).toMatchObject({ status: 'sent', isUndeliverable: false });
  await failMail(`message-${message.id}`);
  const failed = { status: 'sent', sentAt: expect.any(String), isUndeliverable: true };
  expect(mine((await forecast()).body)).toMatchObject(failed);
  expect(mine(await ofStay({ code }))).toMatchObject(failed);
});

test('an arrival mail that could not be delivered has the problem beside its status', async () => {
  const { id, code } = await site.addPaid(2);
  await sendArrivalEmail(site.ctx, id);
  expect(await ofStay({ code })).toMatchObject([{ rule: 'Arrival', status: 'sent', isUndeliverable: false }]);
  await failMail(`booking-arrival-${id}`);
  const failed = { rule: 'Arrival', status: 'sent', isUndeliverable: true };
  expect(await ofStay({ code })).toMatchObject([failed]);
  expect(await arrivalOn(code, inDays(0), inDays(2))).toMatchObject(failed);
});

test.each([1, 2, 3, 4])('only one of concurrent Skip, Send now and the job takes effect (%i)', async () => {
  const { message, id } = await plannedStay();
  await site.makeDue(id);
  const [skipped, sent] = await Promise.all([act(message.id, 'skip'), act(message.id, 'send'), site.run()]);
  const mails = (await site.mails()).filter(({ key }) => key === `message-${message.id}`);
  const [row] = await site.planned(id);
  // What was skipped first may still be sent, and what was sent is not skipped.
  expect([row?.status, mails.length]).toEqual(
    sent.status === 200 || skipped.status === 409 ? ['sent', 1] : ['skipped', 0],
  );
  expect(row?.reason).toBe(row?.status === 'sent' ? null : 'by_host');
});

test('a stay that is cancelled while its message is sent is not written to afterwards', async () => {
  const { message, id } = await plannedStay();
  await site.makeDue(id);
  const cancelled_at = new Date();
  const [, sent] = await Promise.all([
    db.updateTable('bookings').set({ status: 'cancelled', cancelled_at }).where('id', '=', id).execute(),
    act(message.id, 'send'),
    site.run(),
  ]);
  await site.run();
  const mails = (await site.mails()).filter(({ key }) => key === `message-${message.id}`);
  const [row] = await site.planned(id);
  expect([row?.status, mails.length]).toEqual(row?.sent_at ? ['sent', 1] : ['cancelled', 0]);
  if (sent.status === 200) expect(row?.status).toBe('sent');
});

test('a skipped message stays in the forecast with its reason, is not sent by the job, and may still be sent by hand', async () => {
  const { message, id, code } = await plannedStay();
  expect(await act(message.id, 'skip')).toMatchObject({ status: 200, reason: 'by_host', can: ['send'] });
  await site.makeDue(id);
  await site.run();
  expect((await ofStay({ code })).find((one: { id: string }) => one.id === message.id)).toMatchObject({
    status: 'skipped',
    reason: 'by_host',
  });
  expect((await act(message.id, 'send')).status).toBe(200);
  expect((await ofStay({ code })).find((one: { id: string }) => one.id === message.id)).toMatchObject({
    status: 'sent',
    sentAt: expect.any(String),
  });
});

test('a cancelled message is neither sent nor skipped', async () => {
  const { message, rule } = await plannedStay();
  await db.updateTable('message_rules').set({ is_active: false }).where('id', '=', rule).execute();
  await site.run();
  for (const verb of ['send', 'skip'] as const)
    expect(await act(message.id, verb)).toMatchObject({
      status: 409,
      reason: 'cancelled',
      message: 'This message was cancelled.',
    });
});

test.each(['cancelled', 'declined'] as const)('nothing is sent for a stay that is %s', async (status) => {
  const { message, id } = await plannedStay();
  await db.updateTable('bookings').set({ status }).where('id', '=', id).execute();
  for (const verb of ['send', 'skip'] as const)
    expect(await act(message.id, verb)).toMatchObject({
      status: 409,
      reason: 'not_confirmed',
      message: 'This stay is not confirmed.',
    });
});

test('a guest without an address cannot be written to, and hosts read why', async () => {
  const { message, id, code } = await plannedStay();
  const planned = async () => (await ofStay({ code })).find((one: { id: string }) => one.id === message.id);
  expect(await planned()).toMatchObject({ status: 'planned', can: ['skip', 'send'] });
  await db.updateTable('bookings').set({ email: 'deleted@account.invalid' }).where('id', '=', id).execute();
  expect(await planned()).toMatchObject({ status: 'planned', reason: 'no_address', can: ['skip'] });
  expect(await act(message.id, 'send')).toMatchObject({ status: 409, reason: 'no_address' });
});

test.each([newId(), 'nothing', '%00'])('there is no message %s', async (id) => {
  expect((await act(id, 'send')).status).toBe(404);
  expect((await act(id, 'skip')).status).toBe(404);
});

test('the arrival mail is neither sent nor skipped by hand', async () => {
  const { code } = await plannedStay();
  expect(await act(`arrival-${code}`, 'skip')).toMatchObject({
    status: 409,
    message: 'The mail with address and access goes out by itself, 3 days before arrival.',
  });
});

test('an arrival mail that a restore withheld is sent only by a host, once', async () => {
  const { id, code, checkin, property_id } = await site.addPaid(2);
  await db.insertInto('withheld_arrivals').values({ booking_id: id, property_id, checkin }).execute();
  const mails = async () =>
    (await site.queuedMail()).filter(({ key }) => key.startsWith(`booking-arrival-${id}`));
  await runBookings(site.ctx);
  expect(await mails()).toEqual([]);
  const arrival = async () =>
    (await ofStay({ code })).find((one: { id: string }) => one.id === `arrival-${code}`);
  expect(await arrival()).toMatchObject({ status: 'skipped', reason: 'restored', can: ['send'] });
  expect((await nextMessages(site.ctx, inDays(3), 100)).messages.map((one) => one.id)).not.toContain(
    `arrival-${code}`,
  );
  expect(await act(`arrival-${code}`, 'send')).toMatchObject({ status: 200 });
  expect(await act(`arrival-${code}`, 'send')).toMatchObject({ status: 409 });
  expect(await mails()).toHaveLength(1);
  expect(await arrival()).toMatchObject({ status: 'sent', can: [] });
});

test('a withheld arrival mail goes out by itself once the stay moves to other days', async () => {
  const { id, checkin, property_id } = await site.addPaid(2);
  await db.insertInto('withheld_arrivals').values({ booking_id: id, property_id, checkin }).execute();
  await db
    .updateTable('bookings')
    .set({ checkin: inDays(1), checkout: inDays(4) })
    .where('id', '=', id)
    .execute();
  await runBookings(site.ctx);
  expect((await site.queuedMail()).filter(({ key }) => key.startsWith(`booking-arrival-${id}`))).toHaveLength(
    1,
  );
});

test('a withheld arrival mail of a stay that is cancelled, or whose guest is gone, is not sent', async () => {
  for (const [values, reason] of [
    [{ status: 'cancelled', cancelled_at: new Date() }, 'not_confirmed'],
    [{ email: 'deleted@account.invalid' }, 'no_address'],
  ] as const) {
    const { id, code, checkin, property_id } = await site.addPaid(2);
    await db.insertInto('withheld_arrivals').values({ booking_id: id, property_id, checkin }).execute();
    await db.updateTable('bookings').set(values).where('id', '=', id).execute();
    const offered = (await ofStay({ code })).filter((one: { can: string[] }) => one.can.includes('send'));
    expect(offered).toEqual([]);
    expect(await act(`arrival-${code}`, 'send')).toMatchObject({ status: 409, reason });
  }
});

test('a booking that does not exist has no messages', async () => {
  expect((await site.host.request('GET', '/api/admin/bookings/00000000/scheduled-messages')).status).toBe(
    404,
  );
});

test('a preview is what would go out, and shows access only while the guest may see it', async () => {
  const template_id = await site.addTemplate(
    '{guest}|{home}|{checkin}|{checkout}|{dates}|{guests}|{code}|{trip}|{guide}|{wifi}|{access}|{checkin_time}|{checkout_time}|{open_balance}|{review}|{host}',
    'For {guest}',
  );
  const stay = await site.addPaid(20);
  const preview = (json: object) => site.send('POST', '/api/admin/message-rules/preview', json);
  const { subject, text } = await preview({ template_id, code: stay.code });
  expect(subject).toBe('For Ann Lee');
  const parts = text.split('|');
  expect(parts).toHaveLength(16);
  expect(text).not.toMatch(/[{}]|4711/);
  expect(parts[7]).toMatch(new RegExp(`/trips/${stay.code}\\?key=[\\w-]{43}$`));
  expect(parts[8]).toMatch(new RegExp(`/trips/${stay.code}/guide\\?key=[\\w-]{43}$`));
  expect(parts.slice(9, 14)).toEqual([accessSentence, accessSentence, '4 PM', '10 AM', '$0.00']);
  expect(parts[14]).toBe(reviewSentence);
  const near = await site.addPaid(2);
  const shown = await preview({ template_id, code: near.code.toLowerCase() });
  expect(shown.text.split('|')[10]).toBe('Door code 4711');
});

test.each<[string, object, number]>([
  ['an unknown field', { template_id: newId(), code: 'X', name: 'x' }, 400],
  ['no template', { code: 'X' }, 400],
  ['no code', { template_id: newId() }, 400],
  ['a template that does not exist', { template_id: newId(), code: 'X' }, 404],
])('a preview with %s is rejected', async (_, json, status) => {
  expect((await site.send('POST', '/api/admin/message-rules/preview', json)).status).toBe(status);
});

test('a preview for a booking that does not exist is rejected', async () => {
  const template_id = await site.addTemplate();
  const json = { template_id, code: '00000000' };
  expect((await site.send('POST', '/api/admin/message-rules/preview', json)).status).toBe(404);
});

test('the form of a rule shows for the next three stays when it would go out', async () => {
  const { id: home } = await addProperty(db);
  const dates = (json: object) => site.send('POST', '/api/admin/message-rules/dates', json);
  expect(await dates({ property_id: home })).toMatchObject({
    status: 200,
    title: 'No stay to come is booked yet: no dates to show.',
    lines: [],
  });
  for (const from of [2, 12, 22, 32])
    await addBooking(db, { property_id: home, checkin: inDays(from), checkout: inDays(from + 3) });
  const { lines } = await dates({
    name: 'New',
    template_id: newId(),
    event: 'arrival',
    offset_days: -7,
    at_time: '09:30',
    property_id: home,
    is_active: true,
  });
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/9:30 AM C[SD]T \(over: a new rule does not send it\): Ann Lee, Home/);
  expect(lines[1]).toMatch(/9:30 AM C[SD]T: Ann Lee, Home/);
});

test.each<[string, object]>([
  ['event', { event: 'birthday' }],
  ['offset_days', { offset_days: 366 }],
  ['offset_days', { offset_days: '1' }],
  ['offset_days', { event: 'booked', offset_days: -1 }],
  ['at_time', { at_time: '24:00' }],
  ['property_id', { property_id: 'home' }],
  ['color', { color: 'red' }],
])('dates for a rule with a wrong %s are rejected', async (field, json) => {
  const answer = await site.send('POST', '/api/admin/message-rules/dates', json);
  expect([answer.status, Object.keys(answer.fields)]).toEqual([400, [field]]);
});
