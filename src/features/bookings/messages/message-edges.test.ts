import { expect, test } from 'vitest';
import { openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { anyAddress } from '../../../../test/shop.ts';
import { tripMessages } from '../trips/calls.ts';

const stays = await openStaysForFile();
const { slug } = await stays.addProperty();
let from = 30;
const confirmed = () => {
  from += 5;
  return stays.confirmed(slug, {}, from);
};
const send = async ({ code, key }: Pick<Placed, 'code' | 'key'>, json: object, idempotencyKey?: string) => {
  const response = await stays.request('POST', `/api/bookings/${code}/messages`, {
    json,
    headers: { 'X-Booking-Key': key, ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}) },
    from: anyAddress(),
  });
  return { ...(await response.json()), http: response.status };
};
const rowsOf = async (code: string) => {
  const { id } = await stays.stored(code);
  const messages = await stays.db.selectFrom('messages').select('text').where('thread_id', '=', id).execute();
  const mails = (await stays.queuedMail()).filter(
    ({ key, subject }) => key.startsWith('notice-') && subject.includes(code),
  );
  const events = await stays.db
    .selectFrom('booking_events')
    .select('event')
    .where('booking_id', '=', id)
    .where('event', 'in', ['message_received', 'change_asked'])
    .execute();
  return [messages, mails, events].map(({ length }) => length);
};

test('one message that is sent many times at the same moment is stored, mailed and recorded once', async () => {
  const placed = await confirmed();
  const sent = await Promise.all([1, 2, 3, 4].map(() => send(placed, { text: 'Is there a crib?' }, 'crib')));
  expect(sent.map(({ http }) => http)).toEqual([201, 201, 201, 201]);
  expect(await rowsOf(placed.code)).toEqual([1, 1, 1]);
});

test('one of two concurrent texts with one key is stored, and the other is rejected with a message', async () => {
  const placed = await confirmed();
  const sent = await Promise.all([
    send(placed, { text: 'A crib?' }, 'one'),
    send(placed, { text: 'A grill?' }, 'one'),
  ]);
  expect(sent.map(({ http }) => http).sort()).toEqual([201, 409]);
  expect(sent.find(({ http }) => http === 409)?.message).toBe(
    'An earlier message went out with the same Idempotency-Key. Please look at the conversation before you write again.',
  );
  expect(await rowsOf(placed.code)).toEqual([1, 1, 1]);
});

test('one key of two bookings is that of two messages', async () => {
  const [one, other] = [await confirmed(), await confirmed()];
  for (const placed of [one, other])
    expect((await send(placed, { text: `About ${placed.code}` }, 'shared')).http).toBe(201);
  expect(await rowsOf(other.code)).toEqual([1, 1, 1]);
});

test.each([
  ['held', 'message', 'This booking takes no messages'],
  ['cancelled', 'message', 'This booking takes no messages'],
  ['expired', 'change', 'A change of this stay cannot be asked for here'],
  ['requested', 'change', 'A change of this stay cannot be asked for here'],
] as const)(
  'a guest whose booking is %s sends no %s there, and reads where instead',
  async (status, kind, words) => {
    const placed = await confirmed();
    await stays.set(placed.code, { status, hold_expires_at: new Date(Date.now() + 3_600_000) });
    const sent = await send(placed, { text: 'Hello', kind });
    expect(sent).toMatchObject({ http: 409, code: 'conflict' });
    expect(sent.message).toMatch(new RegExp(`^${words}\\. Please call .*\\d.* or write to .+@.+\\.`));
    expect(await rowsOf(placed.code)).toEqual([0, 0, 0]);
  },
);

test('a key that is none is rejected before the message is stored', async () => {
  const placed = await confirmed();
  expect(await send(placed, { text: 'Hello' }, 'x'.repeat(256))).toMatchObject({
    http: 400,
    message: 'The Idempotency-Key header is not valid.',
    fields: { 'Idempotency-Key': 'Must be 1 to 255 visible ASCII characters' },
  });
  expect(await rowsOf(placed.code)).toEqual([0, 0, 0]);
});

/** An API that returns this for every call. */
const answering = (body: unknown, status = 200) => ({
  code: 'A',
  fetch: async () => Response.json(body, { status }),
});
const message = { json: { text: 'x', kind: 'message' as const }, idempotencyKey: 'k' };

test('the client reads a conversation with missing fields', async () => {
  const messages = [
    { id: 1, from: 'hosts', text: 'Yes' },
    { id: '2', from: 'guest', kind: 'change' },
  ];
  expect(await tripMessages.list(answering({ messages }))).toEqual([
    { id: '1', isFromHosts: true, isChange: false, text: 'Yes', at: '' },
    { id: '2', isFromHosts: false, isChange: true, text: '', at: '' },
  ]);
});

test('the client gives the server’s words, and its own where there are none', async () => {
  await expect(
    tripMessages.send({ ...answering({ message: 'Please wait.' }, 429), ...message }),
  ).rejects.toThrow('Please wait.');
  await expect(tripMessages.send({ ...answering({}, 500), ...message })).rejects.toThrow(
    'Your message could not be sent. Please try again.',
  );
  await expect(tripMessages.list(answering({ messages: 'none' }))).rejects.toThrow(
    'Failed to fetch your messages',
  );
});
