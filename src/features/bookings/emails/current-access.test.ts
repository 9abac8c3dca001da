import { expect, test } from 'vitest';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import type { MailJob } from '../../../platform/mail/mailer.server.ts';
import { renderStayCalendar } from '../documents/stay-calendar.server.ts';
import { withCurrentAccess } from './current-access.server.ts';

const stays = await openStaysForFile();
const secrets = /17 Gulf Drive|Code 4711/;

/** A stay in two days, whose confirmation with address and code waits in the queue. */
async function waitingMail() {
  const home = await stays.addProperty({ access_notes: 'Code 4711', street_address: '17 Gulf Drive' });
  const placed = await stays.confirmed(home.slug, {}, 2);
  const queued = (await stays.queuedMail()) as unknown as MailJob[];
  const job = queued.find(({ subject, accessParts }) => subject.includes(placed.code) && accessParts);
  expect(job?.text).toMatch(secrets);
  const deliver = () => withCurrentAccess(stays.ctx, job as MailJob);
  return { ...placed, deliver, home };
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

test.each([
  ['cancelled', () => ({ status: 'cancelled' })],
  ['moved to later', () => ({ checkin: inDays(40), checkout: inDays(43) })],
  ['over', () => ({ checkin: inDays(-5), checkout: inDays(-2) })],
])('a mail that waits is delivered without address and code once its stay is %s', async (_, change) => {
  const { code, deliver } = await waitingMail();
  await stays.set(code, change());
  const mail = await deliver();
  expect(await received(mail)).not.toMatch(secrets);
  expect(mail.text).toContain(code);
});

test('a mail that waits has the address of the home to which its stay was moved', async () => {
  const { code, deliver } = await waitingMail();
  const other = await stays.addProperty({ access_notes: 'Lockbox 42', street_address: '3 Dune Road' });
  await stays.set(code, { property_id: other.id });
  const all = await received(await deliver());
  expect(all).toContain('3 Dune Road');
  expect(all).toContain('Lockbox 42');
  expect(all).not.toMatch(secrets);
});
