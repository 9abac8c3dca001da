import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { openInboxForFile, replyDomain, replyMail } from '../../../../test/inbox.ts';
import { type Browser, signedInBrowser } from '../../../../test/sign-in.ts';
import { jobs } from '../../../jobs.server.ts';
import { newId } from '../../../shared/uuid.server.ts';

const hourMs = 3_600_000;
let now = new Date('2030-03-01T18:00:00Z');
const inbox = await openInboxForFile({ now: () => now });
const { db } = inbox;
let host: Browser;
beforeAll(async () => {
  host = await signedInBrowser(inbox, 'host@example.com');
});

const url = '/api/admin/inbox';
const get = async (path: string) => (await host.request('GET', `${url}${path}`)).json();
const post = (path: string, json: object = {}, headers: Record<string, string> = {}) =>
  host.request('POST', `${url}${path}`, { json, headers });
const mailsTo = async (address: string) =>
  (await inbox.queuedMail()).filter(({ to, key }) => to.address === address && key.startsWith('message-'));

test('the inbox is closed to guests and anonymous visitors', async () => {
  const id = await inbox.addInquiry();
  const guest = await signedInBrowser(inbox, 'eve@guests.example');
  const calls: [string, string, object?][] = [
    ['GET', ''],
    ['GET', `/${id}`],
    ['GET', `/${id}/templates`],
    ['POST', `/${id}/close`, {}],
    ['POST', `/${id}/reopen`, {}],
    ['POST', `/${id}/renew-addresses`, {}],
    ['POST', '/fetch-mail', {}],
    ['POST', `/${id}/reply`, { text: 'Hello' }],
    ['POST', `/${id}/unread`, { isUnread: true }],
  ];
  for (const [method, path, json] of calls) {
    expect([path, (await inbox.request(method, url + path, { json })).status]).toEqual([path, 401]);
    expect([path, (await guest.request(method, url + path, { json })).status]).toEqual([path, 403]);
  }
});

test('the list has inquiries and bookings with their clocks, by filters and pages', async () => {
  const id = await inbox.addInquiry({
    name: 'Zoe Filter',
    message: 'We bring 50% of a dog',
    created_at: now,
  });
  const all = await get('?search=zoe%20FILTER');
  expect(all).toMatchObject({ total: 1, page: 1, pages: 1 });
  expect(all.threads[0]).toMatchObject({
    id,
    kind: 'inquiry',
    status: 'new',
    isUnread: true,
    property: 'Sunset Villa',
    bookingCode: null,
    lastText: 'We bring 50% of a dog',
    guest: { name: 'Zoe Filter', email: 'ann@guests.example' },
    clock: { waitedMinutes: 0, isUrgent: false, isLate: false, answerBy: '2030-03-02T18:00:00.000Z' },
  });
  expect((await get('?search=50%25&kind=inquiry&status=waiting&unread=true')).total).toBe(1);
  expect((await get('?search=50%25&kind=booking')).total).toBe(0);
  expect((await get('?search=50%25&status=closed')).threads).toEqual([]);
  expect((await get('?search=%00')).total).toBeGreaterThan(0);
  for (let count = 0; count < 26; count += 1) await inbox.addInquiry({ name: 'Paged Guest' });
  const second = await get('?search=paged%20guest&page=2');
  expect([second.total, second.pages, second.threads.length]).toEqual([26, 2, 1]);
});

test.each([
  ['status=old', 'status', 'Must be one of new, open, answered, closed, waiting'],
  ['kind=x', 'kind', 'Must be one of inquiry, booking'],
  ['unread=1', 'unread', 'Must be one of true, false'],
  ['page=0', 'page', 'Must be a page from 1 on'],
  ['color=red', 'color', 'There is no parameter "color"'],
  ['kind=inquiry&kind=booking', 'kind', 'Parameter "kind" is given twice'],
  [`search=${'x'.repeat(101)}`, 'search', 'A search has at most 100 characters'],
])('the list rejects ?%s with a message', async (query, field, words) => {
  const response = await host.request('GET', `${url}?${query}`);
  expect(response.status).toBe(400);
  expect((await response.json()).fields).toEqual({ [field]: words });
});

test('a thread that does not exist is not found', async () => {
  for (const id of ['nonsense', '00000000-0000-4000-8000-000000000000'])
    expect((await host.request('GET', `${url}/${id}`)).status).toBe(404);
});

test('a reply is mailed once, the guest’s reply to it arrives in the thread, and the guest no longer waits', async () => {
  const email = 'once@guests.example';
  const id = await inbox.addInquiry({ email, created_at: new Date(now.getTime() - 2 * hourMs) });
  const send = () =>
    post(
      `/${id}/reply`,
      { text: 'Hello {guest},\n\nit is free: {dates}.' },
      { 'Idempotency-Key': 'first-answer' },
    );
  const response = await send();
  const answered = await response.json();
  expect(response.status, JSON.stringify(answered)).toBe(200);
  expect(answered).toMatchObject({ status: 'answered', isUnread: false, clock: null });
  expect(answered.messages.at(-1)).toMatchObject({
    direction: 'out',
    text: 'Hello Ann Lee,\n\nit is free: July 9, 2030 to July 14, 2030.',
    sentAt: null,
  });
  expect((await send()).status).toBe(200);
  const [mail, ...more] = await mailsTo(email);
  expect(more).toEqual([]);
  const { reply_token: token } = await inbox.thread(id);
  expect(mail).toMatchObject({
    replyTo: { address: `reply+${token}@${replyDomain}` },
    subject: 'Your inquiry for Sunset Villa',
  });
  expect(mail?.text).toContain('it is free: July 9, 2030 to July 14, 2030.');
  expect(mail?.html).toContain('it is free: July 9, 2030');
  const inquiry = await db.selectFrom('inquiries').select('status').where('id', '=', id).executeTakeFirst();
  expect(inquiry?.status).toBe('answered');
  expect((await inbox.messages(id)).at(-1)?.waited_seconds).toBe(7200);

  now = new Date(now.getTime() + 60_000);
  await inbox.deliver(replyMail({ token, text: 'Wonderful!', id: '<back@guests.example>' }));
  expect((await post('/fetch-mail')).status).toBe(200);
  expect(await get(`/${id}`)).toMatchObject({ status: 'open', isUnread: true, clock: { waitedMinutes: 0 } });
  now = new Date(now.getTime() + 60_000);
  await post(`/${id}/reply`, { text: 'See you!' });
  expect((await mailsTo(email)).at(-1)).toMatchObject({
    subject: 'Re: Your inquiry for Sunset Villa',
    inReplyTo: '<back@guests.example>',
  });
});

test('a reply is sent once the mail server accepted it, and undeliverable after the last attempt', async () => {
  const id = await inbox.addInquiry({ email: 'gone@guests.example' });
  await post(`/${id}/reply`, { text: 'First' });
  now = new Date(now.getTime() + 1_000);
  await post(`/${id}/reply`, { text: 'Second' });
  const states = async () =>
    (await get(`/${id}`)).messages
      .filter(({ direction }: { direction: string }) => direction === 'out')
      .map(({ sentAt, isUndeliverable }: { sentAt: string | null; isUndeliverable: boolean }) => [
        sentAt !== null,
        isUndeliverable,
      ]);
  expect(await states()).toEqual([
    [false, false],
    [false, false],
  ]);
  const [first, second] = await mailsTo('gone@guests.example');
  const tasks = jobs(inbox.platform, { deliver: async () => true, close() {} });
  await tasks.send_mail?.(first, { abortSignal: undefined } as never);
  await inbox.platform.pool.query(
    'update graphile_worker._private_jobs set attempts = max_attempts where key = $1',
    [`mail:${second?.key}`],
  );
  const ended = [
    [true, false],
    [false, true],
  ];
  expect(await states()).toEqual(ended);
  // Failed jobs are deleted after 30 days.
  await inbox.platform.pool.query('delete from graphile_worker._private_jobs');
  expect(await states()).toEqual(ended);
});

test.each([
  [{ text: '' }, 'text', 'Please write a message'],
  [{ text: 7 }, 'text', 'Please write a message'],
  [{ text: 'x'.repeat(5001) }, 'text', 'A message has at most 5000 characters'],
  [
    { text: 'Hello {gest}' },
    'text',
    'There is no placeholder {gest}; there are {guest}, {home}, {checkin}, {checkout}, {dates}, {guests}, {code}, {trip}, {guide}, {wifi}, {access}, {checkin_time}, {checkout_time}, {open_balance}, {review}, {host}',
  ],
  [
    { text: 'Your code is {code}' },
    'text',
    'There is nothing to put in place of {code} in this conversation',
  ],
  [{ text: 'Hello', to: 'x' }, 'to', 'There is no such field'],
])('a reply %j is rejected with a message, and nothing is sent', async (json, field, words) => {
  const email = 'refused@guests.example';
  const id = await inbox.addInquiry({ email });
  const response = await post(`/${id}/reply`, json);
  expect(response.status).toBe(400);
  expect((await response.json()).fields).toEqual({ [field]: words });
  expect(await mailsTo(email)).toEqual([]);
  expect((await inbox.thread(id)).status).toBe('new');
});

test('a guest who deleted their account cannot be written to', async () => {
  const id = await inbox.addInquiry({ message: 'My secret' });
  await db
    .updateTable('inquiries')
    .set({ email: 'deleted@account.invalid', name: 'Deleted account' })
    .where('id', '=', id)
    .execute();
  expect(await inbox.thread(id)).toMatchObject({ status: 'closed', waiting_since: null });
  expect(await inbox.messages(id)).toMatchObject([{ text: '', author: 'Deleted account', author_email: '' }]);
  expect((await post(`/${id}/reply`, { text: 'Hello' })).status).toBe(409);
});

test('a closed thread has no clock, and can be opened again', async () => {
  const id = await inbox.addInquiry();
  const statusOf = async () =>
    (await db.selectFrom('inquiries').select('status').where('id', '=', id).executeTakeFirst())?.status;
  expect(await (await post(`/${id}/close`)).json()).toMatchObject({ status: 'closed', clock: null });
  expect(await statusOf()).toBe('archived');
  expect(await (await post(`/${id}/reopen`)).json()).toMatchObject({ status: 'open', clock: null });
  expect(await statusOf()).toBe('answered');
  expect((await post(`/${id}/reopen`)).status).toBe(409);
  expect(await (await post(`/${id}/unread`, { isUnread: false })).json()).toMatchObject({ isUnread: false });
  expect((await post(`/${id}/unread`, { isUnread: 'yes' })).status).toBe(400);
});

test('the status that hosts set in the table of inquiries is that of the thread', async () => {
  const id = await inbox.addInquiry();
  const set = (status: 'new' | 'answered' | 'archived') =>
    db.updateTable('inquiries').set({ status }).where('id', '=', id).execute();
  await set('answered');
  expect(await inbox.thread(id)).toMatchObject({ status: 'answered', waiting_since: null });
  await set('archived');
  expect((await inbox.thread(id)).status).toBe('closed');
  await set('new');
  expect((await inbox.thread(id)).status).toBe('new');
  expect((await inbox.thread(id)).waiting_since).not.toBeNull();
});

test('renewed addresses of a conversation replace the old ones, which no longer work', async () => {
  const id = await inbox.addInquiry({ name: 'Leaked Guest' });
  const before = await inbox.thread(id);
  expect((await post(`/${id}/renew-addresses`, {})).status).toBe(200);
  const after = await inbox.thread(id);
  expect(after.reply_token).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set([before, after].flatMap((one) => [one.reply_token, one.host_reply_token])).size).toBe(4);
  await inbox.deliver(replyMail({ token: before.reply_token, text: 'From a stranger' }));
  await inbox.deliver(replyMail({ token: after.reply_token, text: 'From the guest' }));
  await post('/fetch-mail', {});
  expect((await inbox.messages(id)).map(({ text }) => text)).toEqual(['Is it free?', 'From the guest']);
  expect((await post(`/${newId()}/renew-addresses`, {})).status).toBe(404);
  expect((await inbox.request('POST', `${url}/${id}/renew-addresses`)).status).toBe(401);
});

test('an inquiry in the trash takes its thread along, and brings it back with every message', async () => {
  const id = await inbox.addInquiry({ name: 'Binned Guest' });
  await post(`/${id}/reply`, { text: 'Our answer' });
  const row = await db.selectFrom('inquiries').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await db.deleteFrom('inquiries').where('id', '=', id).execute();
  expect((await host.request('GET', `${url}/${id}`)).status).toBe(404);
  await db.insertInto('inquiries').values(row).execute();
  expect((await get(`/${id}`)).messages.map(({ text }: { text: string }) => text)).toEqual([
    'Is it free?',
    'Our answer',
  ]);
  await inbox.platform.tableHooks.inquiries?.afterPurge?.(inbox.ctx, [id]);
  expect(await inbox.messages(id)).toEqual([]);
});

test('a restored backup brings its own threads: none is opened beside them', async () => {
  const id = await db.transaction().execute(async (tx) => {
    await sql`select set_config('pcb.restoring', 'on', true)`.execute(tx);
    const row = await tx.selectFrom('inquiries').selectAll().limit(1).executeTakeFirstOrThrow();
    const copy = { ...row, id: newId() };
    await tx.insertInto('inquiries').values(copy).execute();
    return copy.id;
  });
  expect(await db.selectFrom('threads').select('id').where('id', '=', id).execute()).toEqual([]);
  await db.deleteFrom('inquiries').where('id', '=', id).execute();
});

test('templates are filled for a thread, and unknown placeholders are rejected', async () => {
  const id = await inbox.addInquiry({ name: 'ANN LEE' });
  const templates = await get(`/${id}/templates`);
  expect(templates).toHaveLength(6);
  expect(templates[0]).toMatchObject({ problem: null });
  expect(templates[0].text).toContain('Sunset Villa is free for your dates, July 9, 2030 to July 14, 2030');
  const make = (text: string) =>
    host.request('POST', '/api/tables/message_templates', { json: { name: 'Test', text } });
  const refused = await make('Dear {name}');
  expect(refused.status).toBe(400);
  expect((await refused.json()).fields.text).toContain('There is no placeholder {name}');
  const made = await (await make('Booking {code}')).json();
  const changed = await host.request('PUT', `/api/tables/message_templates/${made.id}`, {
    json: { text: '{x}', _version: made._version },
  });
  expect(changed.status).toBe(400);
  const [own] = (await get(`/${id}/templates`)).filter(({ name }: { name: string }) => name === 'Test');
  expect(own.problem).toBe('There is nothing to put in place of {code} in this conversation');
});

test('without a mailbox for replies, they go to the hosts’ own address', async () => {
  const settings = { ...inbox.platform.settings, replies: null };
  const { replyToGuest, fetchMail } = await import('./actions.server.ts');
  const viewer = {
    id: '1',
    email: 'host@example.com',
    name: 'Hanna',
    role: 'admin' as const,
    createdAt: now,
    sessionId: 's',
    needsReauthentication: false,
  };
  const ctx = { ...inbox.ctx, settings, viewer };
  const email = 'no-mailbox@guests.example';
  const id = await inbox.addInquiry({ email });
  await replyToGuest(ctx, id, { text: 'Best, {host}' }, null);
  const [mail] = await mailsTo(email);
  expect(mail?.replyTo?.address).toBe('hosts@pcbbeachrentals.example');
  expect(mail?.text).toContain('Best, Hanna');
  await expect(fetchMail(ctx)).rejects.toThrow('No mailbox for answers is set');
});

test('a mailbox that cannot be read is said on the screen', async () => {
  await inbox.sandbox.close();
  now = new Date(now.getTime() + hourMs);
  expect((await post('/fetch-mail')).status).toBe(503);
  expect((await get('')).mailbox.error).not.toBe('');
});
