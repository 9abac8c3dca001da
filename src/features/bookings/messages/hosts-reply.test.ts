import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { openInboxForFile, replyDomain, replyMail } from '../../../../test/inbox.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { readReplies } from '../../inbox/replies/read-replies.server.ts';
import { passToGuest } from './message-guest.server.ts';

const inbox = await openInboxForFile();
const { ctx, db } = inbox;
const browser = await signedInBrowser(inbox, 'host@example.com');
const host = 'Hanna Host <host@example.com>';
let id = '';
let token = '';
beforeEach(async () => {
  id = await inbox.addInquiry();
  token = (await inbox.thread(id)).host_reply_token;
});

const read = () => readReplies(ctx, passToGuest);
const arrive = async (mail: Partial<Parameters<typeof replyMail>[0]>) => {
  await inbox.deliver(replyMail({ token, from: host, ...mail }));
  await read();
};
const mailsTo = async (address: string) =>
  (await inbox.queuedMail()).filter(
    ({ to, text, subject }) => to.address === address && (text + subject).includes('Ann Lee'),
  );
const toGuest = async () => {
  const sent = (await inbox.messages(id))
    .filter(({ direction }) => direction === 'out')
    .map((row) => `message-${row.id}`);
  return (await inbox.queuedMail()).filter(({ key }) => sent.includes(key));
};
const unsent = async (threadId = id) =>
  (await inbox.queuedMail()).filter(({ key, text }) => key.startsWith('unsent-') && text.includes(threadId));
const rows = async () => (await inbox.messages(id)).slice(1).map(({ direction, text }) => [direction, text]);

test('a host’s reply by mail goes to the guest once, from the site, and stops the clock', async () => {
  const text =
    'Yes, it is free.\r\n\r\nOn Mon, Nov 22, 2026 at 3:04 PM PCB Beach Rentals wrote:\r\n> Is it free?';
  await inbox.deliver(replyMail({ token, from: host, text, id: '<one@example.com>' }));
  await Promise.all([read(), read()]);
  await db.updateTable('mailbox_positions').set({ uid_validity: 'another' }).execute();
  await read();
  const [, answer, ...more] = await inbox.messages(id);
  expect(more).toEqual([]);
  expect(answer).toMatchObject({ direction: 'out', text: 'Yes, it is free.', author: 'Hanna Host' });
  expect(answer?.waited_seconds).not.toBeNull();
  expect(await inbox.thread(id)).toMatchObject({ status: 'answered', waiting_since: null, is_unread: false });
  const [mail, ...others] = await toGuest();
  expect(others).toEqual([]);
  const guestToken = (await inbox.thread(id)).reply_token;
  expect(mail).toMatchObject({
    to: { address: 'ann@guests.example' },
    replyTo: { address: `reply+${guestToken}@${replyDomain}` },
  });
  expect(mail?.text).toContain('Yes, it is free.');
  expect(JSON.stringify(mail)).not.toContain(token);
  expect(await unsent()).toEqual([]);
});

test('a reply about a booking is in its history, and its mail links to the trip', async () => {
  const stay = await inbox.addStay();
  const { host_reply_token } = await db
    .insertInto('threads')
    .values({ id: stay.id, kind: 'booking', waiting_since: new Date(), is_unread: true })
    .returning('host_reply_token')
    .executeTakeFirstOrThrow();
  await arrive({ token: host_reply_token, text: 'Come at four.' });
  const events = await db
    .selectFrom('booking_events')
    .selectAll()
    .where('booking_id', '=', stay.id)
    .execute();
  expect(events).toMatchObject([
    { event: 'message_sent', actor: 'host@example.com', details: { text: 'Come at four.' } },
  ]);
  const [answer] = await inbox.messages(stay.id);
  const mail = (await inbox.queuedMail()).find(({ key }) => key === `message-${answer?.id}`);
  expect(mail?.text).toContain(`/trips/${stay.code}?key=`);
  expect((await inbox.thread(stay.id)).waiting_since).toBeNull();
});

test.each<[string, Partial<Parameters<typeof replyMail>[0]>, string]>([
  ['of a stranger', { from: 'Eve <eve@evil.example>' }, 'Its sender is not one of the hosts.'],
  ['without a sender’s address', { from: 'Hanna Host' }, 'Its sender is not one of the hosts.'],
  [
    'of two senders',
    { from: `${host}, Eve <eve@evil.example>` },
    'could not confirm that its sender sent it',
  ],
  [
    'that a mail server found to be forged',
    { headers: ['Authentication-Results: mx.example; spf=pass; dmarc=fail (p=none)'] },
    'could not confirm that its sender sent it',
  ],
  ['of nothing but a quotation', { text: '> Is it free?' }, 'could not be told from the rest'],
  ['without text', { text: '' }, 'could not be told from the rest'],
  ['that is cut off', { text: `Hello\r\n${'x'.repeat(70)}\r\n`.repeat(400) }, 'or it was too long'],
])('a mail %s is kept for the hosts to see, and the guest gets nothing', async (_, mail, problem) => {
  await arrive({ text: 'All of it is free of charge', ...mail });
  expect((await inbox.messages(id)).map(({ direction }) => direction)).toEqual(['in', 'unverified']);
  expect((await inbox.messages(id))[1]?.problem).toContain(problem);
  expect(await toGuest()).toEqual([]);
  const thread = await inbox.thread(id);
  expect(thread).toMatchObject({ status: 'new', is_unread: true });
  expect(thread.waiting_since).not.toBeNull();
  const [notice] = await unsent();
  expect(notice?.subject).toBe('Not sent: Ann Lee, Sunset Villa');
  expect(notice?.text).toContain(problem);
  const { messages } = await (await browser.request('GET', `/api/admin/inbox/${id}`)).json();
  expect(messages.at(-1)).toMatchObject({
    direction: 'unverified',
    problem: expect.stringContaining(problem),
  });
});

test('a reply that was not passed on is not sent when the mailbox is read again', async () => {
  await arrive({ from: 'Partner <partner@example.com>', text: 'Hello' });
  await db.updateTable('mailbox_positions').set({ uid_validity: 'again' }).execute();
  const settings = { ...ctx.settings, adminEmails: [...ctx.settings.adminEmails, 'partner@example.com'] };
  await readReplies({ ...ctx, settings }, passToGuest);
  expect(await rows()).toEqual([['unverified', 'Hello']]);
  expect(await toGuest()).toEqual([]);
});

test('a vacation note of a host is automatic, and a mail of the guest at the hosts’ address is the guest’s', async () => {
  await arrive({ text: 'I am away.', headers: ['Auto-Submitted: auto-replied'] });
  await arrive({ from: undefined, text: 'I saw this address' });
  expect(await rows()).toEqual([
    ['auto', 'I am away.'],
    ['in', 'I saw this address'],
  ]);
  expect(await toGuest()).toEqual([]);
});

test('mail of the site that comes back is left, also where the hosts write from the site’s own address', async () => {
  const address = ctx.settings.mailFrom.address;
  const settings = { ...ctx.settings, hostsEmail: address };
  const from = `PCB Beach Rentals <${address}>`;
  await inbox.deliver(replyMail({ token, from, text: 'From the site', headers: ['X-Site-Mail: example'] }));
  await inbox.deliver(replyMail({ token, from, text: 'By hand' }));
  await readReplies({ ...ctx, settings }, passToGuest);
  expect(await rows()).toEqual([['out', 'By hand']]);
  await inbox.deliver(replyMail({ token, from, text: 'Not a host' }));
  await read();
  expect(await rows()).toHaveLength(1);
});

test('a guest without an address gets no message, and the host gets an error', async () => {
  const stay = await inbox.addStay({ email: '' });
  const { host_reply_token } = await db
    .insertInto('threads')
    .values({ id: stay.id, kind: 'booking' })
    .returning('host_reply_token')
    .executeTakeFirstOrThrow();
  await arrive({ token: host_reply_token, text: 'Hello?' });
  expect((await inbox.messages(stay.id)).map(({ direction }) => direction)).toEqual(['unverified']);
  const [notice] = await unsent(stay.id);
  expect(notice?.text).toContain('There is no address to write to');
});

test('files of a host are named as not sent, but images of a signature are not', async () => {
  const part = (type: string, disposition: string, name: string) => [
    '--b',
    `Content-Type: ${type}; name="${name}"`,
    `Content-Disposition: ${disposition}; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    'JVBERi0=',
  ];
  const text = [
    '--b',
    'Content-Type: text/plain',
    '',
    'See the plan.',
    ...part('application/pdf', 'attachment', 'plan.pdf'),
    '--b--',
  ];
  await arrive({ text: text.join('\r\n'), headers: ['Content-Type: multipart/mixed; boundary=b'] });
  expect((await inbox.messages(id))[1]).toMatchObject({ direction: 'out', attachments: ['plan.pdf'] });
  const [notice] = await unsent();
  expect(notice?.subject).toBe('Sent without its files: Ann Lee, Sunset Villa');
  expect(notice?.text).toContain('not your files: plan.pdf');
});

test('thirty replies within an hour are sent; more are stored', async () => {
  for (let count = 0; count < 31; count += 1)
    await inbox.deliver(replyMail({ token, from: host, text: `No ${count}` }));
  await read();
  const directions = (await rows()).map(([direction]) => direction);
  expect(directions.filter((direction) => direction === 'out')).toHaveLength(30);
  expect(directions.at(-1)).toBe('unverified');
});

test('thirty mails that were not passed on are stored within an hour; the others stay in the mailbox, and the conversation mentions it', async () => {
  const warn = vi.spyOn(ctx.log, 'warn').mockImplementation(() => {});
  for (let count = 0; count < 33; count += 1)
    await inbox.deliver(replyMail({ token, from: 'Eve <eve@evil.example>', text: `No ${count}` }));
  await read();
  const stored = await rows();
  expect(stored.slice(0, -1).map(([direction]) => direction)).toEqual(Array(30).fill('unverified'));
  expect(stored.at(-1)).toEqual(['auto', expect.stringContaining('the rest is in your mailbox')]);
  expect(warn).toHaveBeenCalledTimes(3);
  warn.mockRestore();
});

test('a conversation stores the hundred newest mails that were not passed on, and an older one is never sent', async () => {
  const old = { from: 'Partner <partner@example.com>', text: 'The first of all', id: '<first@example.com>' };
  await arrive(old);
  await sql`update messages set created_at = created_at - interval '2 days' where thread_id = ${id}`.execute(
    db,
  );
  await sql`insert into messages (thread_id, direction, problem, author, author_email, text, created_at)
    select ${id}::uuid, 'unverified', 'Not a host.', 'Eve', 'eve@evil.example', 'Junk ' || n, now() - interval '1 day'
    from generate_series(1, 99) as n`.execute(db);
  const shown = async () => {
    const { messages } = await (await browser.request('GET', `/api/admin/inbox/${id}`)).json();
    return messages.filter(({ direction }: { direction: string }) => direction === 'unverified');
  };
  expect(await shown()).toHaveLength(100);
  await arrive({ from: 'Eve <eve@evil.example>', text: 'One more' });
  expect(await shown()).toHaveLength(100);
  expect(JSON.stringify(await inbox.messages(id))).not.toMatch(/The first of all|partner@/);
  await db.updateTable('mailbox_positions').set({ uid_validity: 'again' }).execute();
  const settings = { ...ctx.settings, adminEmails: [...ctx.settings.adminEmails, 'partner@example.com'] };
  await readReplies({ ...ctx, settings }, passToGuest);
  expect(await toGuest()).toEqual([]);
  expect(await shown()).toHaveLength(100);
});

test('mails to hosts carry their own address of the thread, and guests are never shown what was kept', async () => {
  const guestToken = (await inbox.thread(id)).reply_token;
  expect(guestToken).not.toBe(token);
  await inbox.deliver(replyMail({ token: guestToken, text: 'One more thing' }));
  await read();
  const notice = (await inbox.queuedMail()).find(
    ({ key, text }) => key.startsWith('notice-') && text.includes(id),
  );
  expect(notice?.replyTo?.address).toBe(`reply+${token}@${replyDomain}`);
  expect(notice?.text).toContain('Answer this mail, or in your inbox');
  expect(JSON.stringify(await mailsTo('ann@guests.example'))).not.toContain(token);
});

test('without a mailbox mails to hosts carry no such address', async () => {
  const { hostsReplyTo } = await import('../../inbox/threads/message-email.server.ts');
  const thread = { hostReplyToken: token, guestName: 'Ann Lee' };
  expect(hostsReplyTo({ ...ctx.settings, replies: null }, thread)).toEqual({});
});
