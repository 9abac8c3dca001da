import { expect, test } from 'vitest';
import { submitInquiry } from './submit-inquiry.ts';

const send = (response: Response) =>
  submitInquiry({ name: 'Ann Lee' }, { elapsedMs: 5_000 }, async () => response);
const failure = 'Something went wrong. Please try again.';

test('submit resolves on a success', async () => {
  await expect(send(Response.json({ success: true, message: 'Thank you' }))).resolves.toBeUndefined();
});

test('submit resolves on a success without a message', async () => {
  await expect(send(Response.json({ success: true }))).resolves.toBeUndefined();
});

test("submit rejects with the server's message and field messages", async () => {
  const body = { message: 'Please check the highlighted fields', fields: { name: 'Name is required' } };
  await expect(send(Response.json(body, { status: 400 }))).rejects.toMatchObject(body);
});

test.each([
  ['no words', () => Response.json({}, { status: 500 })],
  ['no JSON', () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
  ['an error alone', () => Response.json({ error: 'No.' }, { status: 500 })],
  ['an empty body', () => new Response('', { status: 500 })],
  ['an empty body of a success', () => new Response('')],
])('submit rejects a response with %s with a general message', async (_, response) => {
  await expect(send(response())).rejects.toThrow(failure);
});

test('submit rejects a response without success with its message or a default', async () => {
  await expect(send(Response.json({ success: false }))).rejects.toThrow('Form submission failed');
  await expect(send(Response.json({ success: false, message: 'No.' }))).rejects.toThrow('No.');
});
