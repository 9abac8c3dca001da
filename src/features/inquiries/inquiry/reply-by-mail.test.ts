import { expect, test } from 'vitest';
import { openInboxForFile, replyDomain, replyMail } from '../../../../test/inbox.ts';
import { passToGuest } from '../../bookings/messages/message-guest.server.ts';
import { readReplies } from '../../inbox/replies/read-replies.server.ts';

const inbox = await openInboxForFile();
const { ctx, db } = inbox;

/** Sends the form and returns the mail that notifies the hosts. */
async function inquire() {
  const json = {
    formId: 'booking_inquiry',
    name: 'Ann Lee',
    email: 'ann@guests.example',
    property: 'Sunset Villa',
    checkin: '2030-07-09',
    checkout: '2030-07-14',
    guests: 4,
    message: 'Is it free?',
  };
  const response = await inbox.request('POST', '/api/forms/submit', { json });
  expect(response.status).toBe(200);
  const { id } = await db
    .selectFrom('inquiries')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const notice = (await inbox.queuedMail()).find(({ key }) => key === `inquiry-${id}-hosts`);
  const token = notice?.replyTo?.address.replace(/^reply\+(\w+)@.*$/, '$1') ?? '';
  const arrive = async (from: string, headers: string[] = []) => {
    await inbox.deliver(replyMail({ token, from, text: 'Yes, it is free.', headers }));
    await readReplies(ctx, passToGuest);
    const sent = (await inbox.messages(id)).filter(({ direction }) => direction === 'out');
    return { thread: await inbox.thread(id), sent };
  };
  return { id, notice, token, arrive };
}

test('a host’s reply to the mail about a new inquiry is sent by the site, and stops the clock', async () => {
  const { id, notice, token, arrive } = await inquire();
  const { host_reply_token, waiting_since } = await inbox.thread(id);
  expect(waiting_since).not.toBeNull();
  expect(notice?.replyTo).toEqual({
    name: 'Ann Lee (by the site)',
    address: `reply+${host_reply_token}@${replyDomain}`,
  });
  expect(notice?.text).toContain('the guest gets your answer by mail from the site, and the clock stops');
  const { thread, sent } = await arrive('Hanna Host <host@example.com>');
  expect(thread).toMatchObject({ status: 'answered', waiting_since: null });
  expect(sent).toMatchObject([{ text: 'Yes, it is free.', author: 'Hanna Host' }]);
  const mail = (await inbox.queuedMail()).find(({ key }) => key === `message-${sent[0]?.id}`);
  expect(mail).toMatchObject({ to: { address: 'ann@guests.example' } });
  expect(JSON.stringify(mail)).not.toContain(token);
});

test.each([
  ['another sender', 'Eve <eve@evil.example>', []],
  ['a forged host', 'Hanna Host <host@example.com>', ['Authentication-Results: mx.example; dmarc=fail']],
  ['a host who is away', 'Hanna Host <host@example.com>', ['Auto-Submitted: auto-replied']],
])(
  'a mail of %s to the reply address is not sent to the guest, who still waits',
  async (_, from, headers) => {
    await db.deleteFrom('inquiries').execute();
    const { thread, sent } = await (await inquire()).arrive(from, headers);
    expect(sent).toEqual([]);
    expect(thread.waiting_since).not.toBeNull();
  },
);
