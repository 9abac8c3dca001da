import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterAll, expect, test } from 'vitest';
import { openMailServer } from '../../../test/mail-server.ts';
import { inDays } from '../../../test/paid-stays.ts';
import { runQueuedJobs } from '../../../test/queue.ts';
import { openMessagesForFile } from '../../../test/scheduled-messages.ts';
import { addDays } from '../../shared/nights.ts';
import { momentAtProperty } from '../../shared/property-time.server.ts';
import { reviewToken } from '../reviews/review-link.server.ts';
import { accessSentence, reviewSentence } from './message-text.server.ts';

const site = await openMessagesForFile();
const { db, platform } = site;
const server = await openMailServer();
afterAll(() => server.close());

const text = 'Hello {guest},\n\nGetting in: {access}\n\nWi-Fi: {wifi}\n\nReview: {review}\n\nBye';

/** The patterns match whole words, because ids may contain the same digits. */
const waysIn = /Door code 4711|0815#|sand-castle/;

/** A stay that begins in some days, whose message is queued now. */
async function queuedFor(from: number) {
  await sql`truncate bookings, graphile_worker._private_jobs cascade`.execute(db);
  await db.deleteFrom('message_rules').execute();
  await site.addRule({ text, event: 'booked', offset_days: 0, at_time: '00:00' });
  const stay = await site.addPaid(from, { access_code: '0815#' });
  await site.run();
  await site.makeDue(stay.id);
  await site.run();
  return stay;
}

/** Delivers all that waits as if it were this moment. @returns the mails to the guest */
async function deliverAt(moment: Date) {
  const before = server.raw.length;
  const settings = { ...platform.settings, smtpUrl: server.url };
  await runQueuedJobs({ ...platform, settings, now: () => moment });
  const mails = await Promise.all(server.raw.slice(before).map((raw) => PostalMime.parse(raw)));
  const [mail, ...more] = mails.filter(({ to }) =>
    to?.some(({ address }) => address === 'ann@guests.example'),
  );
  expect(more).toEqual([]);
  return { source: `${mail?.text}${mail?.html}`, text: mail?.text ?? '' };
}

test.each([
  ['the fourth day before arrival', -4, '23:59', false],
  ['the third day before arrival', -3, '00:00', true],
  ['the last minute of the check-out day', 3, '23:59', true],
  ['the day after the check-out day', 4, '00:00', false],
])('a mail delivered on %s contains the access only while it is shown', async (_, days, clock, isShown) => {
  const { checkin } = await queuedFor(20);
  const mail = await deliverAt(momentAtProperty(addDays(checkin, days), clock));
  expect(mail.text).toContain('Bye');
  for (const secret of ['4711', '0815#', 'Beachcomber, password sand-castle'])
    expect(mail.text.includes(secret)).toBe(isShown);
  expect(waysIn.test(mail.source)).toBe(isShown);
  expect(mail.source.includes(accessSentence)).toBe(!isShown);
  expect(mail.source).not.toMatch(/\{(access|wifi|review)\}/);
});

test.each<[string, () => Promise<object>]>([
  ['cancelled', async () => ({ status: 'cancelled' })],
  ['moved to later nights', async () => ({ checkin: inDays(60), checkout: inDays(63) })],
  ['moved by a day', async () => ({ checkin: inDays(2), checkout: inDays(5) })],
  ['moved to another home', async () => ({ property_id: (await site.addPaid(60)).property_id })],
])(
  'a mail that was queued while access was shown says nothing of it once the stay is %s',
  async (_, change) => {
    const stay = await queuedFor(1);
    await db
      .updateTable('bookings')
      .set(await change())
      .where('id', '=', stay.id)
      .execute();
    const mail = await deliverAt(new Date());
    expect(mail.source).not.toMatch(waysIn);
    expect(mail.source).toContain(accessSentence);
  },
);

test('neither the queue nor the conversation, the tables, or a reply from a template contains the access', async () => {
  const stay = await queuedFor(1);
  expect(JSON.stringify(await site.mails())).not.toMatch(waysIn);
  const [message] = await site.messages(stay.id);
  expect(message?.text).toContain(accessSentence);
  expect(JSON.stringify(await site.planned(stay.id))).not.toMatch(waysIn);
  const templates = await (await site.host.request('GET', `/api/admin/inbox/${stay.id}/templates`)).json();
  expect(JSON.stringify(templates)).not.toMatch(waysIn);
  await deliverAt(new Date());
});

test('the link of the review is only in the delivered mail: hosts read it nowhere', async () => {
  const stay = await queuedFor(1);
  const token = reviewToken(site.ctx, { id: stay.id, key_version: 0 });
  const template_id = await site.addTemplate('{review} { review }', '{review}');
  const get = async (path: string) => (await site.host.request('GET', path)).json();
  const [message] = await site.messages(stay.id);
  const seen = JSON.stringify([
    await site.mails(),
    message,
    await site.planned(stay.id),
    await get(`/api/admin/bookings/${stay.code}/scheduled-messages`),
    await get(`/api/admin/inbox/${stay.id}/templates`),
    await site.send('POST', '/api/admin/message-rules/preview', { template_id, code: stay.code }),
  ]);
  expect(seen).not.toContain(token);
  expect(message?.text).toContain(`Review: ${reviewSentence}`);
  const { source, text: mailed } = await deliverAt(new Date());
  expect(mailed).toContain(`/reviews/${token}`);
  expect(source).not.toContain(reviewSentence);
});

test('a reply of the hosts explains how the link of the review is sent, instead of containing it', async () => {
  const stay = await queuedFor(1);
  await site.host.request('POST', `/api/admin/inbox/${stay.id}/reply`, { json: { text: 'Soon: {review}' } });
  const messages = await site.messages(stay.id);
  expect(messages.map(({ text: said }) => said)).toContain(`Soon: ${reviewSentence}`);
  expect(JSON.stringify(await site.queuedMail())).not.toContain(
    reviewToken(site.ctx, { id: stay.id, key_version: 0 }),
  );
});

/** A message whose mail waits for its delivery since noon of the day before the check-out. */
async function queuedLeaving(rule: object = { event: 'departure', offset_days: -1, at_time: '12:00' }) {
  await sql`truncate bookings, graphile_worker._private_jobs cascade`.execute(db);
  await db.deleteFrom('message_rules').execute();
  await site.addRule({ text: 'Leaving tomorrow', ...rule });
  const stay = await site.addPaid(20);
  await site.run();
  const noon = momentAtProperty(addDays(stay.checkout, -1), '12:00');
  await site.run(noon);
  const row = async () => (await site.planned(stay.id))[0] ?? expect.fail('nothing is planned');
  expect((await row()).status).toBe('sent');
  const shown = () => site.send('GET', `/api/admin/inbox/${stay.id}`);
  return { stay, row, shown };
}

test('a message that the mail server takes 12 hours late goes out', async () => {
  const { stay, row } = await queuedLeaving();
  const mail = await deliverAt(momentAtProperty(stay.checkout, '00:00'));
  expect(mail.text).toContain('Leaving tomorrow');
  expect((await row()).status).toBe('sent');
});

test('a message that the mail server did not take for 12 hours is skipped with its reason, and a host may still send it', async () => {
  const { stay, row, shown } = await queuedLeaving();
  const later = momentAtProperty(stay.checkout, '00:01');
  expect((await deliverAt(later)).text).toBe('');
  const skipped = await row();
  expect(skipped).toMatchObject({ status: 'skipped', reason: 'too_late', sent_at: null });
  expect(JSON.stringify(await shown())).not.toContain('Leaving tomorrow');
  expect(await site.send('POST', `/api/admin/messages/${skipped.id}/send`, {})).toMatchObject({
    status: 200,
  });
  expect((await deliverAt(momentAtProperty(addDays(stay.checkout, 1), '09:00'))).text).toContain(
    'Leaving tomorrow',
  );
  expect(await row()).toMatchObject({ status: 'sent', reason: null });
});

test('a message that is counted from the booking is delivered days later, but not after the stay', async () => {
  const thanks = { event: 'booked', offset_days: 0, at_time: '00:00' };
  const late = await queuedLeaving(thanks);
  expect((await deliverAt(momentAtProperty(late.stay.checkout, '23:00'))).text).toContain('Leaving tomorrow');
  const over = await queuedLeaving(thanks);
  const nextDay = momentAtProperty(addDays(over.stay.checkout, 1), '00:01');
  expect((await deliverAt(nextDay)).text).toBe('');
  expect(await over.row()).toMatchObject({ status: 'skipped', reason: 'too_late' });
});

test('a skipped message that was alone in its conversation leaves none, and another one stays', async () => {
  const threads = async (id: string) =>
    (await db.selectFrom('threads').select('id').where('id', '=', id).execute()).length;
  const alone = await queuedLeaving();
  expect(await threads(alone.stay.id)).toBe(1);
  await deliverAt(momentAtProperty(alone.stay.checkout, '00:01'));
  expect(await threads(alone.stay.id)).toBe(0);
  const talked = await queuedLeaving();
  await site.host.request('POST', `/api/admin/inbox/${talked.stay.id}/reply`, { json: { text: 'Bye bye' } });
  await deliverAt(momentAtProperty(talked.stay.checkout, '00:01'));
  expect((await site.messages(talked.stay.id)).map(({ text: said }) => said)).toEqual(['Bye bye']);
});

test('a message that the mail server took is neither skipped nor sent again where its job is repeated too late', async () => {
  const { stay, row } = await queuedLeaving();
  await db.updateTable('messages').set({ sent_at: new Date() }).where('thread_id', '=', stay.id).execute();
  expect((await deliverAt(momentAtProperty(stay.checkout, '00:01'))).text).toBe('');
  expect(await row()).toMatchObject({ status: 'sent', reason: null });
  expect(await site.messages(stay.id)).toHaveLength(1);
});
