import { expect, test } from 'vitest';
import { openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { anyAddress } from '../../../../test/shop.ts';
import { messageGuest } from './message-guest.server.ts';

const stays = await openStaysForFile();
const { slug } = await stays.addProperty({ title: 'The Beachcomber' });
let held: Placed | undefined;
const actor = { name: 'Hanna', email: 'host@example.com' };

const send = (
  { code, key }: { code: string; key: string },
  json: unknown,
  more: Record<string, string> = {},
) =>
  stays.request('POST', `/api/bookings/${code}/messages`, {
    json,
    headers: { 'X-Booking-Key': key, ...more },
    from: anyAddress(),
  });
const notices = async (code: string) =>
  (await stays.queuedMail()).filter(
    ({ key, subject }) => key.startsWith('notice-') && subject.includes(code),
  );

test('a guest’s message reaches the hosts by one mail, and the trip shows the hosts’ reply', async () => {
  const placed = await stays.confirmed(slug, { email: 'talk@guests.example' }, 40);
  const url = `/api/bookings/${placed.code}/messages`;
  const headers = { 'X-Booking-Key': placed.key };
  expect(await (await stays.request('GET', url, { headers })).json()).toEqual({ messages: [] });
  const key = { 'Idempotency-Key': 'guest-message-1' };
  const response = await send(placed, { text: 'Is there a grill?' }, key);
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({
    messages: [{ from: 'guest', kind: 'message', text: 'Is there a grill?' }],
  });
  expect((await send(placed, { text: 'Is there a grill?' }, key)).status).toBe(201);
  const [notice, ...more] = await notices(placed.code);
  expect(more).toEqual([]);
  const { id } = await stays.stored(placed.code);
  expect(notice?.text).toContain(`/admin/inbox?thread=${id}`);
  const thread = await stays.db.selectFrom('threads').selectAll().where('id', '=', id).executeTakeFirst();
  expect(thread).toMatchObject({ kind: 'booking', status: 'new', is_unread: true });

  await messageGuest(stays.ctx, placed.code.toLowerCase(), 'Yes, there is!', actor, 'hosts-key-1');
  await messageGuest(stays.ctx, placed.code, 'Yes, there is!', actor, 'hosts-key-1');
  const { messages } = await (await stays.request('GET', url, { headers })).json();
  expect(messages.map(({ from, text }: { from: string; text: string }) => [from, text])).toEqual([
    ['guest', 'Is there a grill?'],
    ['hosts', 'Yes, there is!'],
  ]);
  const mails = (await stays.queuedMail()).filter(({ key: mailKey }) => mailKey.startsWith('message-'));
  expect(mails).toMatchObject([{ to: { address: 'talk@guests.example' } }]);
  expect(mails[0]?.text).toContain(`/trips/${placed.code}?key=`);
  const events = await stays.db
    .selectFrom('booking_events')
    .select('event')
    .where('booking_id', '=', id)
    .execute();
  expect(events.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['message_received', 'message_sent']),
  );
});

test('half a character, typed or cut, keeps no message from being stored and mailed', async () => {
  const placed = await stays.confirmed(slug, {}, 45);
  const response = await send(placed, { text: 'hi \ud83d\0' });
  expect([response.status, (await response.json()).messages[0].text]).toEqual([201, 'hi \ufffd']);
  await messageGuest(stays.ctx, placed.code, `${'x'.repeat(119)}😀`, actor);
  const mails = await stays.queuedMail();
  expect(mails.filter((mail) => !JSON.stringify(mail).isWellFormed())).toEqual([]);
});

test('a change can be asked for, and is named so in the mail', async () => {
  const placed = await stays.confirmed(slug, {}, 50);
  expect((await send(placed, { text: 'One day later?', kind: 'change' })).status).toBe(201);
  expect((await notices(placed.code))[0]?.subject).toMatch(/^Change asked for: Ann Lee/);
});

test.each([
  [{}, 'text', 'Please write a message'],
  [{ text: ' \n ' }, 'text', 'Please write a message'],
  [{ text: 'x'.repeat(5001) }, 'text', 'A message has at most 5000 characters'],
  [{ text: 'Hello', kind: 'shout' }, 'kind', 'Must be message or change'],
  [{ text: 'Hello', from: 'hosts' }, 'from', 'There is no such field'],
])('%j is rejected with a message', async (json, field, words) => {
  held ??= await stays.hold(slug, {}, 60);
  const response = await send(held, json);
  expect(response.status).toBe(400);
  expect((await response.json()).fields).toEqual({ [field]: words });
});

test('a viewer without access to a booking gets the 404 of an unknown code', async () => {
  const placed = await stays.confirmed(slug, {}, 70);
  const unknown = await send({ code: '00000000', key: placed.key }, { text: 'Hello' });
  const body = await unknown.json();
  const denied = await send({ code: placed.code, key: 'x'.repeat(43) }, { text: 'Hello' });
  expect([unknown.status, denied.status, await denied.json()]).toEqual([404, 404, body]);
  expect((await stays.request('GET', `/api/bookings/${placed.code}/messages`)).status).toBe(404);
});

test('the guest of a request writes while the hosts decide', async () => {
  const property = await stays.addProperty({ booking_mode: 'request' });
  const placed = await stays.hold(property.slug);
  expect(placed.status).toBe('requested');
  expect((await send(placed, { text: 'We bring a crib' })).status).toBe(201);
  expect((await send(placed, { text: 'Other dates?', kind: 'change' })).status).toBe(409);
});

test('a hold takes no messages, and names another way', async () => {
  const placed = await stays.hold(slug, {}, 80);
  const response = await send(placed, { text: 'Hello' });
  expect(response.status).toBe(409);
  expect((await response.json()).message).toMatch(
    /^This booking takes no messages. Please call .+ or write to .+@/,
  );
});

test('the eleventh message within an hour waits', async () => {
  const placed = await stays.confirmed(slug, {}, 90);
  for (let count = 0; count < 10; count += 1)
    expect((await send(placed, { text: `Message ${count}` })).status).toBe(201);
  const response = await send(placed, { text: 'One more' });
  expect([response.status, response.headers.has('Retry-After')]).toEqual([429, true]);
});

test('messageGuest rejects an empty text and an unknown booking', async () => {
  await expect(messageGuest(stays.ctx, 'NOSUCH00', 'Hello', actor)).rejects.toMatchObject({
    code: 'notFound',
  });
  await expect(messageGuest(stays.ctx, 'NOSUCH00', '', actor)).rejects.toMatchObject({ code: 'invalid' });
});

test('the conversation of a guest who deleted their account is emptied with the booking', async () => {
  const placed = await stays.confirmed(slug, {}, 100);
  await send(placed, { text: 'A secret' });
  const { id } = await stays.stored(placed.code);
  await stays.set(placed.code, { email: 'deleted@account.invalid' });
  const messages = await stays.db
    .selectFrom('messages')
    .select(['text', 'author'])
    .where('thread_id', '=', id)
    .execute();
  expect(messages).toEqual([{ text: '', author: 'Deleted account' }]);
});
