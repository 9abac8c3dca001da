import { expect, test } from 'vitest';
import { inquiriesClient } from './client.ts';

const send = (response: Response) =>
  inquiriesClient(async () => response).submit({ name: 'Ann Lee' }, { elapsedMs: 5_000 });
const failure = 'Something went wrong. Please try again.';

test('a success ends quietly', async () => {
  await expect(send(Response.json({ success: true, message: 'Thank you' }))).resolves.toBeUndefined();
});

test('POST /api/forms/submit: success alone is a success', async () => {
  await expect(send(Response.json({ success: true }))).resolves.toBeUndefined();
});

test('a refusal is told in the words of the server, with those for the fields', async () => {
  const body = { message: 'Please check the highlighted fields', fields: { name: 'Name is required' } };
  await expect(send(Response.json(body, { status: 400 }))).rejects.toMatchObject(body);
});

test.each([
  ['no words', () => Response.json({}, { status: 500 })],
  ['no JSON', () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
  ['an error alone', () => Response.json({ error: 'No.' }, { status: 500 })],
  ['an empty body', () => new Response('', { status: 500 })],
  ['an empty body of a success', () => new Response('')],
])('a refusal with %s is told in general words', async (_, response) => {
  await expect(send(response())).rejects.toThrow(failure);
});

test('an answer that is no success and says nothing has words of its own', async () => {
  await expect(send(Response.json({ success: false }))).rejects.toThrow('Form submission failed');
  await expect(send(Response.json({ success: false, message: 'No.' }))).rejects.toThrow('No.');
});
