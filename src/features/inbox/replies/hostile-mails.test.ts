import { expect, test, vi } from 'vitest';
import { childrenRunning } from '../../../../test/children.ts';
import { hostileBodies } from '../../../../test/hostile-mails.ts';
import { openInboxForFile, replyDomain, replyMail } from '../../../../test/inbox.ts';
import { sendMessage } from '../threads/messages.server.ts';
import { readReplies } from './read-replies.server.ts';
import { tokensInHead } from './reply-token.ts';
import { runMailParser } from './run-mail-parser.server.ts';

const inbox = await openInboxForFile();
const { ctx } = inbox;
const read = () => readReplies(ctx, (_, tx, thread, answer) => sendMessage(ctx, tx, thread.id, answer));

const hostileMail = (token: string, body: string) =>
  `From: Eve <eve@evil.example>\r\nTo: reply+${token}@${replyDomain}\r\n${body}`;

test.each(Object.entries(hostileBodies))(
  'a hostile mail leaves the process free while it is read, and ends: %s',
  async (_, body) => {
    const source = Buffer.from(hostileMail('0'.repeat(32), body)).subarray(0, 512_000);
    const parsed = runMailParser(source, source.length, { texts: [], senders: [] }).then(
      () => 'read',
      () => 'unreadable',
    );
    // Another process reads it; that of an earlier file may not have ended yet.
    expect(childrenRunning('parse-mail.worker')).not.toEqual([]);
    expect(await parsed).toMatch(/^(read|unreadable)$/);
  },
);

test('hostile mails of a conversation stop no later mail', { timeout: 120_000 }, async () => {
  const id = await inbox.addInquiry();
  const { reply_token: token } = await inbox.thread(id);
  const error = vi.spyOn(ctx.log, 'error').mockImplementation(() => {});
  for (const body of Object.values(hostileBodies)) await inbox.deliver(hostileMail(token, body));
  await inbox.deliver(replyMail({ token, text: 'We come at six.' }));
  await read();
  error.mockRestore();
  const messages = await inbox.messages(id);
  expect(messages.at(-1)).toMatchObject({ text: 'We come at six.', author_email: 'ann@guests.example' });
  expect(messages).toHaveLength(Object.keys(hostileBodies).length + 2);
});

test('a mail that names no conversation is left without being parsed', async () => {
  const limit = vi.spyOn(ctx, 'consumeLimit');
  await inbox.deliver(hostileMail('0'.repeat(32), hostileBodies['one word'] ?? ''));
  await read();
  expect(limit.mock.calls.filter(([{ name }]) => name === 'read_mail')).toEqual([]);
  limit.mockRestore();
});

test('a token counts only in the headers of a mail, and only at our domain', () => {
  const token = 'a'.repeat(32);
  const tokens = (text: string) => tokensInHead(Buffer.from(text), replyDomain);
  expect(tokens(`To: PCB <reply+${token.toUpperCase()}@Answers.Example>\r\n\r\nx`)).toEqual([token]);
  expect(tokens(`Subject: x\r\n\r\nreply+${token}@${replyDomain}`)).toEqual([]);
  expect(tokens(`To: reply+${token}@${replyDomain}.evil.example\r\n\r\nx`)).toEqual([]);
});
