import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { openInboxForFile, replyDomain, replyMail } from '../../../../test/inbox.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { sendMessage } from '../threads/messages.server.ts';
import { renewReplyTokens } from '../threads/store.server.ts';
import * as replies from './read-replies.server.ts';

const inbox = await openInboxForFile();
const { ctx, db } = inbox;
const readReplies = (context: Ctx) =>
  replies.readReplies(context, (_, tx, thread, answer) => sendMessage(context, tx, thread.id, answer));
let id = '';
let token = '';
beforeEach(async () => {
  id = await inbox.addInquiry();
  token = (await inbox.thread(id)).reply_token;
});

const texts = async () => (await inbox.messages(id)).map(({ direction, text }) => [direction, text]);
const notices = async () =>
  (await inbox.queuedMail()).filter(({ key, text }) => key.startsWith('notice-') && text.includes(id));

test('a reply is stored in its thread once, without its quotation, and the hosts get one mail', async () => {
  await db
    .updateTable('threads')
    .set({ status: 'answered', waiting_since: null, is_unread: false })
    .execute();
  const quoted =
    'Great, we take it!\r\n\r\nOn Mon, Nov 22, 2026 at 3:04 PM PCB Beach Rentals wrote:\r\n> Hello Ann,';
  await inbox.deliver(replyMail({ token, text: quoted, id: '<one@guests.example>' }));
  await readReplies(ctx);
  await readReplies(ctx);
  const [, answer] = await inbox.messages(id);
  expect(answer).toMatchObject({
    direction: 'in',
    text: 'Great, we take it!',
    author: 'Ann Lee',
    author_email: 'ann@guests.example',
    mail_id: '<one@guests.example>',
  });
  expect(answer?.original_text).toContain('> Hello Ann,');
  expect(await inbox.thread(id)).toMatchObject({ status: 'open', is_unread: true });
  expect((await inbox.thread(id)).waiting_since).not.toBeNull();
  const [notice, ...more] = await notices();
  expect(more).toEqual([]);
  expect(notice).toMatchObject({ to: { address: 'hosts@pcbbeachrentals.example' } });
  expect(notice?.text).toContain(`/admin/inbox?thread=${id}`);
});

test('a mail that is delivered twice under one Message-ID is shown once', async () => {
  const mail = replyMail({ token, text: 'Twice', id: '<twice@guests.example>' });
  await inbox.deliver(mail);
  await inbox.deliver(mail);
  await readReplies(ctx);
  expect((await texts()).filter(([, text]) => text === 'Twice')).toHaveLength(1);
});

test('a crash between fetching and storing loses nothing and doubles nothing', async () => {
  await db.schema
    .alterTable('messages')
    .addCheckConstraint('broken', sql`text <> 'After the crash'`)
    .execute();
  await inbox.deliver(replyMail({ token, text: 'After the crash' }));
  await expect(readReplies(ctx)).rejects.toThrow('broken');
  expect(await texts()).toEqual([['in', 'Is it free?']]);
  await db.schema.alterTable('messages').dropConstraint('broken').execute();
  await readReplies(ctx);
  await readReplies(ctx);
  expect(await texts()).toEqual([
    ['in', 'Is it free?'],
    ['in', 'After the crash'],
  ]);
});

test('a mail that is read while the addresses of its conversation are renewed is not stored', async () => {
  await inbox.deliver(replyMail({ token, text: 'Too late' }));
  const { running } = await db.transaction().execute(async (tx) => {
    await renewReplyTokens(tx, id);
    const started = readReplies(ctx);
    const blocked = `select from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
    while (((await inbox.platform.pool.query(blocked)).rowCount ?? 0) === 0);
    return { running: started };
  });
  await running;
  expect(await texts()).toEqual([['in', 'Is it free?']]);
});

test('two readers at once store a mail once', async () => {
  await inbox.deliver(replyMail({ token, text: 'At once', id: '' }));
  await Promise.all([readReplies(ctx), readReplies(ctx)]);
  expect((await texts()).filter(([, text]) => text === 'At once')).toHaveLength(1);
  expect(await notices()).toHaveLength(1);
});

test('a mailbox with new UIDs is read from its start, and shows nothing twice', async () => {
  await inbox.deliver(replyMail({ token, text: 'Before' }));
  await readReplies(ctx);
  await db.updateTable('mailbox_positions').set({ uid_validity: 'another' }).execute();
  await inbox.deliver(replyMail({ token, text: 'Behind' }));
  await readReplies(ctx);
  expect((await texts()).map(([, text]) => text)).toEqual(['Is it free?', 'Before', 'Behind']);
});

test.each<[string, string[], string?]>([
  ['a vacation note', ['Auto-Submitted: auto-replied']],
  ['a mail to a list', ['Precedence: bulk']],
  ['a bounce', ['Content-Type: multipart/report; report-type=delivery-status; boundary=b']],
  ['mail of the mail system', [], 'Mail Delivery <MAILER-DAEMON@guests.example>'],
  ['an automatic reply of Outlook', ['X-Autoreply: yes']],
])('%s is stored as automatic: no mail goes out, no clock starts', async (_, headers, from) => {
  await db
    .updateTable('threads')
    .set({ status: 'answered', waiting_since: null, is_unread: false })
    .execute();
  const text = headers.some((line) => line.includes('multipart'))
    ? '--b\r\nContent-Type: text/plain\r\n\r\nNot delivered\r\n--b--'
    : 'I am away.';
  await inbox.deliver(replyMail({ token, text, headers, from }));
  await readReplies(ctx);
  expect((await inbox.messages(id)).map(({ direction }) => direction)).toEqual(['in', 'auto']);
  expect(await inbox.thread(id)).toMatchObject({ status: 'answered', waiting_since: null, is_unread: false });
  expect(await notices()).toEqual([]);
});

test('forged tokens, other domains and mails without a token are left', async () => {
  const count = async () => (await db.selectFrom('messages').select('id').execute()).length;
  const before = await count();
  const mail = replyMail({ token });
  await inbox.deliver(mail.replace(token, '0'.repeat(32)));
  await inbox.deliver(mail.replace(`+${token}`, ''));
  await inbox.deliver(mail.replace(replyDomain, 'evil.example'));
  await inbox.deliver(mail.replace(token, `${token}' or '1'='1`));
  await readReplies(ctx);
  expect(await count()).toBe(before);
});

test('HTML is stored only as text, and files by their names', async () => {
  const html = [
    '--b',
    'Content-Type: text/html',
    '',
    '<p>Hello <b>hosts</b></p><script>alert(1)</script>',
    '<img src="https://evil.example/x.gif" onerror="alert(2)"><style>p{}</style>',
    '--b',
    'Content-Type: application/pdf; name="plan.pdf"',
    'Content-Disposition: attachment; filename="plan.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    'JVBERi0=',
    '--b--',
  ].join('\r\n');
  await inbox.deliver(
    replyMail({ token, text: html, headers: ['Content-Type: multipart/mixed; boundary=b'] }),
  );
  await readReplies(ctx);
  const stored = (await inbox.messages(id)).at(-1);
  expect(stored).toMatchObject({ text: 'Hello hosts', attachments: ['plan.pdf'] });
});

test('header injection, control characters and a mail without sender reach neither mails nor the database', async () => {
  const from = '=?utf-8?q?Ann=0D=0ABcc:_all=40victims.example=00?= <bob@guests.example>';
  await inbox.deliver(replyMail({ token, from, text: 'a\u0000b\u202ec' }));
  await inbox.deliver(replyMail({ token, text: 'Nobody' }).replace(/^From: .*\r\n/, ''));
  await readReplies(ctx);
  const [, first, second] = await inbox.messages(id);
  expect(first?.author).not.toMatch(/[\r\n\0]/);
  expect(first?.text).toBe('abc');
  expect(second?.author).toBe('Unknown sender');
  for (const { subject } of await notices()) expect(subject).not.toMatch(/[\r\n]/);
});

test('only the beginning of a huge mail is read, and marked as such', async () => {
  await inbox.deliver(replyMail({ token, text: `Hello\r\n${'x'.repeat(70)}\r\n`.repeat(40_000) }));
  await readReplies(ctx);
  const stored = (await inbox.messages(id)).at(-1);
  expect(stored?.text.length).toBeLessThan(21_000);
  expect(stored?.text).toContain('This mail has 4 MB. Only its beginning was read');
});

test.each([
  ['alone', (photo: string[], text: string[]) => [...photo, ...text]],
  [
    'beside a text in two forms',
    (photo: string[], text: string[]) => [
      ...photo,
      'Content-Type: multipart/alternative; boundary=a',
      '',
      '--a',
      ...text,
      '--a',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>The door code does not work, please help!</p>',
      '--a--',
    ],
  ],
])('a text behind a photo of 700 KB is read whole, and the hosts get it: %s', async (_, compose) => {
  const photo = [
    'Content-Type: image/jpeg; name="IMG_1.jpeg"',
    'Content-Disposition: inline; filename="IMG_1.jpeg"',
    'Content-Transfer-Encoding: base64',
    '',
    ...Array<string>(9_500).fill('A'.repeat(76)),
    '--b',
  ];
  const words = ['Content-Type: text/plain; charset=utf-8', '', 'The door code does not work, please help!'];
  await inbox.deliver(
    replyMail({
      token,
      text: ['--b', ...compose(photo, words), '--b--', ''].join('\r\n'),
      headers: ['Content-Type: multipart/mixed; boundary=b', 'MIME-Version: 1.0'],
    }),
  );
  await readReplies(ctx);
  expect((await inbox.messages(id)).at(-1)).toMatchObject({
    direction: 'in',
    text: 'The door code does not work, please help!',
    attachments: ['IMG_1.jpeg'],
  });
  expect((await notices()).at(-1)?.text).toContain('The door code does not work');
});

test('only the beginning of a text of 600 KB after a photo is read, and marked as such', async () => {
  const part = (type: string, body: string) => ['--b', `Content-Type: ${type}`, '', body].join('\r\n');
  const text = `${part('image/jpeg', 'x'.repeat(90_000))}\r\n${part('text/plain', `Hello\r\n${`${'x'.repeat(70)}\r\n`.repeat(9_000)}`)}\r\n--b--\r\n`;
  await inbox.deliver(replyMail({ token, text, headers: ['Content-Type: multipart/mixed; boundary=b'] }));
  await readReplies(ctx);
  expect((await inbox.messages(id)).at(-1)?.text).toContain('Only its beginning was read');
});

test('HTML that is nested without end is stored', async () => {
  const text = `${'<div><table><tr><td>'.repeat(9_000)}deep`;
  await inbox.deliver(replyMail({ token, text, headers: ['Content-Type: text/html'] }));
  await readReplies(ctx);
  expect(await inbox.messages(id)).toHaveLength(2);
});

test.each([
  [
    'tags that never end',
    '<img '.repeat(100_000),
    '[This mail has no readable text; it is in your mailbox.]',
  ],
  ['more than 200,000 characters', `<p>We take it!</p>${'<p> </p>'.repeat(40_000)}`, 'We take it!'],
  ['no text', '<p></p>', '[This mail has no readable text; it is in your mailbox.]'],
])('HTML of %s is stored, and never empty', async (_, text, words) => {
  await inbox.deliver(replyMail({ token, text, headers: ['Content-Type: text/html'] }));
  await readReplies(ctx);
  const [, answer] = await inbox.messages(id);
  expect(answer?.text.split('\n')[0]).toBe(words);
});

test('mails beyond 30 within an hour are left in the mailbox, and the conversation mentions it once', {
  timeout: 180_000,
}, async () => {
  // The conversation says so in each hour of the clock, so the clock of this test begins with one.
  let now = Date.parse('2030-03-01T18:00:00Z');
  id = await inbox.addInquiry({ created_at: new Date(now) });
  token = (await inbox.thread(id)).reply_token;
  const headers = ['Auto-Submitted: auto-replied'];
  for (let count = 0; count < 32; count += 1)
    await inbox.deliver(replyMail({ token, text: `Robot ${count}`, headers }));
  for (let count = 0; count < 32; count += 1)
    await inbox.deliver(replyMail({ token, text: `Mail ${count}` }));
  await readReplies({
    ...ctx,
    now: () => {
      now += 1;
      return new Date(now);
    },
  });
  const stored = (await inbox.messages(id)).map(({ direction }) => direction);
  expect(stored.filter((direction) => direction === 'auto')).toHaveLength(31);
  // The inquiry itself is the first of the hour.
  expect(stored.filter((direction) => direction === 'in')).toHaveLength(30);
  expect((await texts()).at(-1)?.[1]).toContain('the rest is in your mailbox');
  expect(await notices()).toHaveLength(29);
});

test('mails beyond 1 MB of text within an hour are left in the mailbox', async () => {
  const text = `Hello\r\n${`> ${'x'.repeat(70)}\r\n`.repeat(1_300)}`;
  for (let count = 0; count < 15; count += 1) await inbox.deliver(replyMail({ token, text }));
  await readReplies(ctx);
  const stored = await inbox.messages(id);
  const bytes = stored.map(({ text, original_text }) => text.length + (original_text?.length ?? 0));
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(1_120_000);
  expect(stored.length).toBeLessThan(15);
  expect(stored.at(-1)?.text).toContain('the rest is in your mailbox');
});

test('a mail that fails again and again is named in its thread, and those behind it are read', async () => {
  await db.schema.alterTable('messages').addCheckConstraint('poison', sql`text <> 'Poison'`).execute();
  await inbox.deliver(replyMail({ token, text: 'Poison', id: '<poison@guests.example>' }));
  await inbox.deliver(replyMail({ token, text: 'Behind it' }));
  for (let count = 0; count < 5; count += 1) await expect(readReplies(ctx)).rejects.toThrow('poison');
  await readReplies(ctx);
  await db.schema.alterTable('messages').dropConstraint('poison').execute();
  expect((await texts()).slice(1)).toEqual([
    ['in', '[A mail could not be read; it is in your mailbox as <poison@guests.example>.]'],
    ['in', 'Behind it'],
  ]);
});

test('a mailbox that cannot be opened is reported, and read as soon as it can be', async () => {
  const settings = {
    ...ctx.settings,
    replies: { imapUrl: 'imap://reply:wrong@127.0.0.1:9', address: 'reply@x.example' },
  };
  await expect(readReplies({ ...ctx, settings })).rejects.toThrow();
  const row = await db
    .selectFrom('mailbox_positions')
    .selectAll()
    .where('mailbox', 'like', '%127.0.0.1%')
    .execute();
  expect(row).toMatchObject([{ last_read_at: null, mailbox: 'reply@127.0.0.1:9/INBOX' }]);
  expect(row[0]?.last_error).not.toBe('');
  expect(row[0]?.last_error).not.toContain('wrong');
});

test('without a mailbox nothing is read', async () => {
  await readReplies({ ...ctx, settings: { ...ctx.settings, replies: null } });
});

/** Does what `DELETE /api/tables/inquiries/:id` does. */
async function putInTrash(inquiryId: string): Promise<{ restore(): Promise<void> }> {
  const row = await db
    .selectFrom('inquiries')
    .selectAll()
    .where('id', '=', inquiryId)
    .executeTakeFirstOrThrow();
  await sql`insert into deleted_rows (id, table_name, row_id, label, row, cleared_references, deleted_by_email, deleted_at, expires_at)
    select gen_random_uuid(), 'inquiries', id::text, name, to_jsonb(inquiries), '[]', 'host@example.com',
      ${ctx.now()}::timestamptz, ${ctx.now()}::timestamptz + interval '30 days'
    from inquiries where id = ${inquiryId}`.execute(db);
  await db.deleteFrom('inquiries').where('id', '=', inquiryId).execute();
  return {
    async restore() {
      await db.deleteFrom('deleted_rows').where('row_id', '=', inquiryId).execute();
      await db.insertInto('inquiries').values(row).execute();
    },
  };
}

test('a reply to an inquiry in the trash is stored, mailed to the hosts once, and waits for them when the inquiry is restored', async () => {
  await db
    .updateTable('threads')
    .set({ status: 'answered', waiting_since: null, is_unread: false })
    .where('id', '=', id)
    .execute();
  const { restore } = await putInTrash(id);
  for (const text of ['We still want to come!', 'Hello?']) {
    await inbox.deliver(replyMail({ token, text }));
    await readReplies(ctx);
  }
  expect(await texts()).toEqual([
    ['in', 'Is it free?'],
    ['in', 'We still want to come!'],
    ['in', 'Hello?'],
  ]);
  const mails = (await inbox.queuedMail()).filter(({ subject }) => subject.includes('in the trash'));
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Message about an inquiry in the trash: Ann Lee, Sunset Villa',
  ]);
  expect(mails[0]?.text).toContain('We still want to come!');
  expect(mails[0]?.text).toContain('/admin?table=inquiries&view=trash');
  await restore();
  const thread = await inbox.thread(id);
  expect(thread).toMatchObject({ status: 'open', is_unread: true });
  expect(thread.waiting_since).not.toBeNull();
});

test('a host’s reply to an inquiry in the trash is not sent, and the host is mailed the reason', async () => {
  const { host_reply_token } = await inbox.thread(id);
  await putInTrash(id);
  const from = ctx.settings.hostsEmail;
  await inbox.deliver(replyMail({ token: host_reply_token, from, text: 'Yes, it is free.' }));
  await readReplies(ctx);
  expect(await texts()).toEqual([
    ['in', 'Is it free?'],
    ['unverified', 'Yes, it is free.'],
  ]);
  const unsent = (await inbox.queuedMail()).filter(({ key }) => key.startsWith('unsent-'));
  expect(unsent.at(-1)?.text).toContain(
    'The inquiry is in the trash. Restore it, and send your answer again.',
  );
});

test('a reply to a purged inquiry is ignored, and so is one to a deleted account in the trash', async () => {
  await putInTrash(id);
  await db
    .updateTable('deleted_rows')
    .set({ expires_at: new Date(ctx.now().getTime() - 1) })
    .where('row_id', '=', id)
    .execute();
  const other = await inbox.addInquiry({ email: 'deleted@account.invalid' });
  const otherToken = (await inbox.thread(other)).reply_token;
  await putInTrash(other);
  await inbox.deliver(replyMail({ token, text: 'Too late' }));
  await inbox.deliver(replyMail({ token: otherToken, text: 'Who?' }));
  await readReplies(ctx);
  expect([await texts(), (await inbox.messages(other)).map(({ text }) => text)]).toEqual([
    [['in', 'Is it free?']],
    ['Is it free?'],
  ]);
});
