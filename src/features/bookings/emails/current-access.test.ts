import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { openMailServer } from '../../../../test/mail-server.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { runQueuedJobs } from '../../../../test/queue.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import type { MailJob } from '../../../platform/mail/mailer.server.ts';
import { renderStayCalendar } from '../documents/stay-calendar.server.ts';
import { withCurrentAccess } from './current-access.server.ts';

const stays = await openStaysForFile();
const secrets = /17 Gulf Drive|Code 4711/;

/** A stay in two days, whose mail with address and code waits in the queue. */
async function waitingMail(kind: 'Confirmed' | 'Your arrival' = 'Confirmed') {
  const home = await stays.addProperty({ access_notes: 'Code 4711', street_address: '17 Gulf Drive' });
  const placed = await stays.confirmed(home.slug, {}, 2);
  await stays.set(placed.code, { arrival_sent_at: null });
  await stays.run();
  const queued = (await stays.queuedMail()) as unknown as MailJob[];
  const job = queued.find(({ subject }) => subject.includes(placed.code) && subject.startsWith(kind));
  expect(job?.text).toMatch(secrets);
  const deliverOrNot = () => withCurrentAccess(stays.ctx, job as MailJob);
  const deliver = async () => (await deliverOrNot()) ?? expect.fail('the mail is not delivered');
  return { ...placed, deliver, deliverOrNot, home };
}

/** All that the guest gets, the calendar file included. */
async function received({ text, content, attachments = [] }: MailJob): Promise<string> {
  const file = attachments.find(({ filename }) => filename === 'stay.ics');
  const calendar = file ? await renderStayCalendar(file.data as never) : '';
  return `${text}${JSON.stringify(content)}${calendar}`;
}

test('a mail that waits is delivered with the way in while the stay shows it, as it is then', async () => {
  const { deliver, home } = await waitingMail();
  const before = await deliver();
  expect(before.text.match(/17 Gulf Drive/g)).toHaveLength(1);
  await stays.db
    .updateTable('properties')
    .set({ access_notes: 'Code 0815' })
    .where('id', '=', home.id)
    .execute();
  const after = await deliver();
  expect(after.text).toContain('Code 0815');
  expect(await received(after)).not.toContain('Code 4711');
});

type Changed = [string, () => Promise<object>];
const otherHome = { access_notes: 'Lockbox 42', street_address: '3 Dune Road' };
const changes: Changed[] = [
  ['cancelled', async () => ({ status: 'cancelled' })],
  ['moved to later', async () => ({ checkin: inDays(40), checkout: inDays(43) })],
  ['moved by a day', async () => ({ checkin: inDays(3), checkout: inDays(6) })],
  ['moved to another home', async () => ({ property_id: (await stays.addProperty(otherHome)).id })],
  ['over', async () => ({ checkin: inDays(-5), checkout: inDays(-2) })],
];

test.each(changes)(
  'a confirmation that waits is delivered without address and code once its stay is %s',
  async (_, change) => {
    const { code, deliver } = await waitingMail();
    await stays.set(code, await change());
    const mail = await deliver();
    expect(await received(mail)).not.toMatch(/17 Gulf Drive|Code 4711|3 Dune Road|Lockbox 42/);
    expect(mail.text).toContain(code);
    expect(mail.text).not.toMatch(/below/);
  },
);

test.each(changes)('an arrival mail that waits is not delivered once its stay is %s', async (_, change) => {
  const { code, deliverOrNot } = await waitingMail('Your arrival');
  await stays.set(code, await change());
  expect(await deliverOrNot()).toBeNull();
});

test.each(['Confirmed', 'Your arrival'] as const)(
  'a mail that waits (%s) contains the access if its stay was only made longer or shorter',
  async (kind) => {
    const { code, deliver } = await waitingMail(kind);
    await stays.set(code, { checkout: inDays(7) });
    expect((await deliver()).text).toMatch(secrets);
  },
);

test('the access that a move removes from a waiting mail is in the mail about the move', async () => {
  const { code, deliverOrNot } = await waitingMail('Your arrival');
  const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
  const json = {
    property: (await stays.addProperty(otherHome)).slug,
    checkin: inDays(2),
    checkout: inDays(5),
  };
  expect((await host.request('POST', `/api/admin/bookings/${code}/move`, { json })).status).toBe(200);
  expect(await deliverOrNot()).toBeNull();
  const queued = (await stays.queuedMail()) as unknown as MailJob[];
  const moved = queued.find(({ subject }) => subject.includes(code) && subject.startsWith('Moved'));
  const all = await received((await withCurrentAccess(stays.ctx, moved as MailJob)) as MailJob);
  expect(all).toContain('3 Dune Road');
  expect(all).toContain('Lockbox 42');
  expect(all).not.toMatch(secrets);
});

test('a mail that an older release queued is delivered with the way in that its stay shows', async () => {
  const { code, deliver } = await waitingMail();
  const queued = (await stays.queuedMail()) as unknown as MailJob[];
  const { accessFor, isAboutAccess, ...older } = queued.find(
    ({ subject }) => subject.includes(code) && subject.startsWith('Confirmed'),
  ) as MailJob;
  expect(accessFor).toBeDefined();
  expect((await withCurrentAccess(stays.ctx, older))?.text).toBe((await deliver()).text);
});

test('the queue is done with an arrival mail that is not delivered', { tags: ['waits'] }, async () => {
  const server = await openMailServer();
  const { code } = await waitingMail('Your arrival');
  await stays.set(code, { status: 'cancelled' });
  const settings = { ...stays.platform.settings, smtpUrl: server.url };
  await runQueuedJobs({ ...stays.platform, settings });
  const subjects = await Promise.all(
    server.raw.map(async (raw) => (await PostalMime.parse(raw)).subject ?? ''),
  );
  const mine = subjects.filter((subject) => subject.includes(code));
  expect(mine.filter((subject) => subject.startsWith('Confirmed'))).toHaveLength(1);
  expect(mine.filter((subject) => subject.startsWith('Your arrival'))).toEqual([]);
  expect((await stays.queuedMail()).filter(({ subject }) => subject.includes(code))).toEqual([]);
  await server.close();
});
