import { expect, test } from 'vitest';
import { submitMessage } from './submit-message.ts';

interface Call {
  path: string;
  key: string | null;
  json: unknown;
}

async function submit(fields: Record<string, string>, answer: () => Response) {
  const calls: Call[] = [];
  const api: typeof fetch = async (input, init) => {
    const key = new Headers(init?.headers).get('Idempotency-Key');
    calls.push({ path: String(input), key, json: JSON.parse(String(init?.body)) });
    return answer();
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return {
    calls,
    result: await submitMessage(form, api, { code: 'ABCD1234', path: '/trips/ABCD1234' }),
  };
}
const sent = () => Response.json({ messages: [] }, { status: 201 });

test('a message from a form without scripts is sent once, and the page with it is opened', async () => {
  const { calls, result } = await submit({ text: 'May we come late?', count: '2' }, sent);
  expect(result).toBeInstanceOf(Response);
  const { status, headers } = result as Response;
  expect([status, headers.get('Location')]).toEqual([303, '/trips/ABCD1234?sent=1#message-form']);
  expect(calls).toMatchObject([
    { path: '/api/bookings/ABCD1234/messages', json: { text: 'May we come late?', kind: 'message' } },
  ]);
});

test('the same text has one key on one page, and another after a message more', async () => {
  const toKey = async (fields: Record<string, string>) => (await submit(fields, sent)).calls[0]?.key;
  const first = await toKey({ text: 'Hello', count: '0' });
  expect(first).toMatch(/^[\w-]{8,255}$/);
  expect(await toKey({ text: 'Hello', count: '0' })).toBe(first);
  expect(await toKey({ text: 'Hello', count: '1' })).not.toBe(first);
  expect(await toKey({ text: 'Hello!', count: '0' })).not.toBe(first);
});

test.each([
  ['change', 'change'],
  ['message', 'message'],
  ['', 'message'],
  ['refund', 'message'],
])('the kind %j is sent as %s', async (kind, json) => {
  const { calls } = await submit({ text: 'x', count: '0', kind }, sent);
  expect(calls[0]?.json).toMatchObject({ kind: json });
});

test.each([
  [400, { message: 'Please write a message' }, 'Please write a message'],
  [429, { message: 'Too many messages.' }, 'Too many messages.'],
])('a message rejected with %i stays typed, beside the server’s message', async (status, body, failure) => {
  const { result } = await submit({ text: ' May we? ', count: '0', kind: 'change' }, () =>
    Response.json(body, { status }),
  );
  expect(result).toMatchObject({
    data: { unsent: { typed: ' May we? ', kind: 'change', failure } },
    init: { status },
  });
});
