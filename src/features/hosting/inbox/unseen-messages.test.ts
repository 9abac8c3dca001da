import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { openInboxForFile, replyMail } from '../../../../test/inbox.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { passToGuest } from '../../bookings/messages/message-guest.server.ts';
import { readReplies } from '../../inbox/replies/read-replies.server.ts';
import { receiveMessage } from '../../inbox/threads/messages.server.ts';

const inbox = await openInboxForFile();
const { ctx, db } = inbox;
const host = await signedInBrowser(inbox, 'host@example.com', cookieBrowser(inbox));

const read = async (id: string) => (await host.request('GET', `/api/admin/inbox/${id}`)).json();
const lastId = async (id: string): Promise<string> => (await read(id)).messages.at(-1).id;
const reply = (id: string, json: object) =>
  host.request('POST', `/api/admin/inbox/${id}/reply`, { json, headers: { 'Idempotency-Key': newId() } });
/** What the guest writes. @returns the id of the message */
const write = async (id: string, text: string): Promise<string> => {
  const incoming = { author: 'Ann Lee', authorEmail: 'ann@guests.example', text };
  const stored = await db.transaction().execute((tx) => receiveMessage(ctx, tx, id, incoming));
  return stored?.id ?? '';
};

test('a reply to a message is not sent if a newer one has not been seen, and the error names the newer one', async () => {
  const id = await inbox.addInquiry();
  const seen = await lastId(id);
  const ramp = await write(id, 'My mother uses a wheelchair. Is there a ramp?');
  const response = await reply(id, { text: 'Yes, it is free.', lastMessageId: seen });
  expect([response.status, await response.json()]).toMatchObject([
    409,
    {
      message: expect.stringContaining('The guest has written again'),
      reason: 'new_messages',
      messages: [{ id: ramp, text: 'My mother uses a wheelchair. Is there a ramp?' }],
    },
  ]);
  expect(await inbox.thread(id)).toMatchObject({ status: 'new', is_unread: true });
  expect((await reply(id, { text: 'Yes, and yes.', lastMessageId: ramp })).status).toBe(200);
  expect(await inbox.thread(id)).toMatchObject({ status: 'answered', waiting_since: null });
});

test('the second of two hosts who reply to one message gets an error', async () => {
  const id = await inbox.addInquiry();
  const lastMessageId = await lastId(id);
  const answers = await Promise.all(['Yes.', 'No.'].map((text) => reply(id, { text, lastMessageId })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const late = await answers.find(({ status }) => status === 409)?.json();
  expect(late.message).toContain('has answered in the meantime');
  expect((await inbox.messages(id)).filter(({ direction }) => direction === 'out')).toHaveLength(1);
});

test('a conversation is not closed over a message that has not been seen', async () => {
  const id = await inbox.addInquiry();
  const seen = await lastId(id);
  const newer = await write(id, 'One more question');
  const close = (message: string) =>
    host.request('POST', `/api/admin/inbox/${id}/close?lastMessageId=${message}`, { json: {} });
  expect((await close(seen)).status).toBe(409);
  expect((await inbox.thread(id)).waiting_since).not.toBeNull();
  expect((await close(newer)).status).toBe(200);
  expect((await close('x')).status).toBe(400);
});

test('a host’s mail in reply to an older notice is sent, and a guest who wrote since still waits', async () => {
  const id = await inbox.addInquiry();
  const first = await write(id, 'We are four.');
  await write(id, 'Is there a ramp?');
  const { host_reply_token: token } = await inbox.thread(id);
  const mail = (headers: string[], text: string) =>
    replyMail({ token, text, from: 'Hanna <host@example.com>', headers });
  await inbox.deliver(mail([`In-Reply-To: <notice-${first}@pcb.example>`], 'Four is fine.'));
  await readReplies(ctx, passToGuest);
  const [, , ramp, answer] = await inbox.messages(id);
  expect(answer).toMatchObject({ direction: 'out', text: 'Four is fine.' });
  expect(await inbox.thread(id)).toMatchObject({ is_unread: true, waiting_since: ramp?.created_at });
  await inbox.deliver(mail([`In-Reply-To: <notice-${ramp?.id}@pcb.example>`], 'There is.'));
  await readReplies(ctx, passToGuest);
  expect(await inbox.thread(id)).toMatchObject({ status: 'answered', waiting_since: null });
});
