import { beforeAll, expect, test } from 'vitest';
import { openInboxForFile } from '../../../../test/inbox.ts';
import { type Browser, signedInBrowser } from '../../../../test/sign-in.ts';
import { newId } from '../../../shared/uuid.server.ts';

const inbox = await openInboxForFile();
const { db } = inbox;
const { pool } = inbox.platform;
let host: Browser;
beforeAll(async () => {
  host = await signedInBrowser(inbox, 'host@example.com');
});
const call = async (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) => {
  const response = await host.request(method, `/api/admin/inbox${path}`, { json, headers });
  return { ...(await response.json()), http: response.status };
};
const post = (path: string, json: unknown = {}, headers = {}) => call('POST', path, json, headers);
const mailsTo = async (address: string) =>
  (await inbox.queuedMail()).filter(({ to, key }) => to.address === address && key.startsWith('message-'));
/** The conversation of a booking, opened by a message of the hosts. */
async function bookingThread(more: object = {}) {
  const { id, code } = await inbox.addStay(more);
  await host.request('POST', `/api/admin/bookings/${code}/message`, { json: { text: 'Welcome!' } });
  return { id, code };
}
const eventsOf = async (id: string) =>
  (await db.selectFrom('booking_events').select('event').where('booking_id', '=', id).execute()).map(
    ({ event }) => event,
  );

test('a reply about a booking has its placeholders filled, is in the booking’s history, and links to the trip', async () => {
  const email = 'stay@guests.example';
  const { id, code } = await bookingThread({ email });
  const answer = await post(`/${id}/reply`, { text: 'Hello {guest}, booking {code} at {home} stands.' });
  expect(answer).toMatchObject({ http: 200, kind: 'booking', status: 'answered', clock: null });
  const mail = (await mailsTo(email)).at(-1);
  expect(mail?.text).toContain(`Hello Ann Lee, booking ${code} at The Beachcomber stands.`);
  expect(mail?.text).toContain(`/trips/${code}?key=`);
  expect((await eventsOf(id)).filter((event) => event === 'message_sent')).toHaveLength(2);
});

test('a key that was used for a reply is rejected with another text, and the first one is sent once', async () => {
  const email = 'key@guests.example';
  const { id } = await bookingThread({ email });
  const key = { 'Idempotency-Key': 'answer-1' };
  expect((await post(`/${id}/reply`, { text: 'Yes.' }, key)).http).toBe(200);
  expect((await post(`/${id}/reply`, { text: 'Yes.' }, key)).http).toBe(200);
  expect(await post(`/${id}/reply`, { text: 'No.' }, key)).toMatchObject({ http: 409, code: 'conflict' });
  expect(await mailsTo(email)).toHaveLength(2);
});

test('concurrent requests with one reply make one message and one mail', async () => {
  const email = 'race@guests.example';
  const id = await inbox.addInquiry({ email });
  const key = { 'Idempotency-Key': 'answer-2' };
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => post(`/${id}/reply`, { text: 'It is free.' }, key)),
  );
  expect(answers.map(({ http }) => http)).toEqual([200, 200, 200, 200]);
  expect(await mailsTo(email)).toHaveLength(1);
  expect((await inbox.messages(id)).filter(({ direction }) => direction === 'out')).toHaveLength(1);
});

test('a guest of a booking who deleted their account is not written to, and nothing is stored', async () => {
  const { id } = await bookingThread();
  await db.updateTable('bookings').set({ email: 'deleted@account.invalid' }).where('id', '=', id).execute();
  const before = await inbox.messages(id);
  expect(await post(`/${id}/reply`, { text: 'Hello' })).toMatchObject({
    http: 409,
    message: expect.stringContaining('There is no address to write to'),
  });
  expect(await inbox.messages(id)).toEqual(before);
});

test('a guest of an inquiry who deleted their account gets no message, and the host gets the reason', async () => {
  const id = await inbox.addInquiry();
  await db.updateTable('inquiries').set({ email: 'deleted@account.invalid' }).where('id', '=', id).execute();
  expect(await post(`/${id}/reply`, { text: 'Hello' })).toMatchObject({
    http: 409,
    message: 'This guest has deleted their account and cannot be written to any more.',
  });
});

const actions: [string, unknown][] = [
  ['reply', { text: 'Hello' }],
  ['close', {}],
  ['reopen', {}],
  ['unread', { isUnread: true }],
];
test.each(actions)(
  '%s in a conversation that does not exist is not found, with a message',
  async (action, json) => {
    for (const id of [newId(), 'none', '%00'])
      expect(await post(`/${id}/${action}`, json)).toMatchObject({
        http: 404,
        message: 'There is no such conversation.',
      });
  },
);

test.each(actions)(
  '%s of an inquiry that goes to the trash at that moment is all or nothing',
  async (action, json) => {
    for (let round = 0; round < 4; round += 1) {
      const email = `trash-${action}-${round}@guests.example`;
      const id = await inbox.addInquiry({ email });
      if (action === 'reopen') await post(`/${id}/close`);
      const [answer] = await Promise.all([
        post(`/${id}/${action}`, json),
        db.deleteFrom('inquiries').where('id', '=', id).execute(),
      ]);
      expect([200, 404]).toContain(answer.http);
      const stored = await inbox.messages(id);
      const sent = stored.filter(({ direction }) => direction === 'out').length;
      expect(await mailsTo(email)).toHaveLength(sent);
    }
  },
);

test('a conversation that is open is not opened again, with a message', async () => {
  const id = await inbox.addInquiry();
  expect(await post(`/${id}/reopen`)).toMatchObject({
    http: 409,
    message: 'This conversation is open already.',
  });
  await post(`/${id}/close`);
  const answers = await Promise.all([post(`/${id}/reopen`), post(`/${id}/reopen`)]);
  expect(answers.map(({ http }) => http).sort()).toEqual([200, 409]);
});

test('a conversation about a booking is closed and opened like any other, and its booking does not change', async () => {
  const { id, code } = await bookingThread();
  expect(await post(`/${id}/close`)).toMatchObject({ http: 200, status: 'closed', isUnread: false });
  expect(await post(`/${id}/close`)).toMatchObject({ http: 200, status: 'closed' });
  expect(await post(`/${id}/reopen`)).toMatchObject({ http: 200, status: 'open', clock: null });
  const { status } = await db
    .selectFrom('bookings')
    .select('status')
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  expect(status).toBe('confirmed');
});

test.each([
  ['reply', { text: 'Hello', isUnread: true }, { isUnread: 'There is no such field' }],
  ['unread', {}, { isUnread: 'Must be true or false' }],
  ['unread', { isUnread: 'true' }, { isUnread: 'Must be true or false' }],
  ['unread', { isUnread: true, status: 'new' }, { status: 'There is no such field' }],
  ['unread', [], { isUnread: 'Must be true or false' }],
])('%s with %j is rejected by its field, and changes nothing', async (action, json, fields) => {
  const id = await inbox.addInquiry();
  const before = await inbox.thread(id);
  expect(await post(`/${id}/${action}`, json)).toMatchObject({ http: 400, fields });
  expect(await inbox.thread(id)).toEqual(before);
});

test('a reply whose mail cannot be queued is not stored, and the guest still waits', async () => {
  const id = await inbox.addInquiry();
  await pool.query(`create function reject_mail() returns trigger language plpgsql as $$
    begin raise exception 'the disk is full'; end $$`);
  await pool.query(`create trigger reject_mail before insert on graphile_worker._private_jobs
    for each row execute function reject_mail()`);
  const before = await inbox.thread(id);
  expect(await post(`/${id}/reply`, { text: 'Hello' })).toMatchObject({ http: 500, code: 'internal' });
  await pool.query('drop trigger reject_mail on graphile_worker._private_jobs');
  expect([await inbox.thread(id), (await inbox.messages(id)).length]).toEqual([before, 1]);
  expect((await post(`/${id}/reply`, { text: 'Hello' })).http).toBe(200);
});

test('a template that names what a booking has fills it there, and says in an inquiry what is missing', async () => {
  const template = { name: 'Arrival', text: 'Your code is {code}.' };
  expect((await host.request('POST', '/api/tables/message_templates', { json: template })).status).toBe(201);
  const { id, code } = await bookingThread();
  const own = async (thread: string) => {
    const response = await host.request('GET', `/api/admin/inbox/${thread}/templates`);
    const all: { name: string; text: string; problem: string | null }[] = await response.json();
    return all.find(({ name }) => name === 'Arrival');
  };
  expect(await own(id)).toMatchObject({ text: `Your code is ${code}.`, problem: null });
  expect((await own(await inbox.addInquiry()))?.problem).toContain('nothing to put in place of {code}');
});

test.each([
  ['{home', null],
  ['{ guest }', null],
  ['{{guest}}', null],
  ['{Guest}', 'There is no placeholder {Guest}'],
  ['{guest} and {door_code}', 'There is no placeholder {door_code}'],
])('a template with %j is %j', async (text, problem) => {
  const response = await host.request('POST', '/api/tables/message_templates', {
    json: { name: `T ${text}`, text },
  });
  const body = await response.json();
  if (problem === null) expect(response.status, JSON.stringify(body)).toBe(201);
  else expect([response.status, body.fields.text]).toEqual([400, expect.stringContaining(problem)]);
});

test('a change of a template that does not touch its text is not checked against it', async () => {
  const made = await host.request('POST', '/api/tables/message_templates', {
    json: { name: 'One', text: 'Hello' },
  });
  const { id, _version } = await made.json();
  const json = { name: 'Two', _version };
  const response = await host.request('PUT', `/api/tables/message_templates/${id}`, { json });
  expect(response.status).toBe(200);
});

test('a very long conversation shows its newest messages, the oldest of them first', async () => {
  const id = await inbox.addInquiry({ message: 'The first of all' });
  await pool.query(
    `insert into messages (thread_id, direction, text, created_at)
    select $1, 'in', 'Text ' || number, now() + make_interval(secs => number) from generate_series(1, 1000) as number`,
    [id],
  );
  const { messages } = await call('GET', `/${id}`);
  const texts = messages.map(({ text }: { text: string }) => text);
  expect([texts.length, texts[0], texts.at(-1)]).toEqual([1000, 'Text 1', 'Text 1000']);
});

test('a mailbox that cannot be read is reported to the host who fetches the mail', async () => {
  await inbox.sandbox.close();
  expect(await post('/fetch-mail')).toMatchObject({
    http: 503,
    code: 'unavailable',
    message: 'The mailbox for answers cannot be read just now.',
  });
});
