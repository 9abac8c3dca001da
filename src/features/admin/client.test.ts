import { expect, test } from 'vitest';
import { accountsClient } from '../accounts/client.ts';
import { adminClient } from './client.ts';

const away: typeof fetch = async () => {
  throw new TypeError('fetch failed');
};
const answering =
  (body: BodyInit | null, init: ResponseInit): typeof fetch =>
  async () =>
    new Response(body, init);

const calls: [words: string, call: (client: ReturnType<typeof adminClient>) => Promise<unknown>][] = [
  ['Failed to fetch schemas', (client) => client.schemas()],
  ['Failed to fetch schemas', (client) => client.schema('reviews')],
  ['Failed to fetch data', (client) => client.rows('reviews', new URLSearchParams())],
  ['Failed to create row', (client) => client.create('reviews', {})],
  ['Failed to update row', (client) => client.update('reviews', 1, {})],
  ['Failed to update row', (client) => client.bulk('reviews', { ids: [1], set: {} })],
  ['Failed to delete row', (client) => client.remove('reviews', 1)],
  ['Failed to delete row', (client) => client.bulk('reviews', { ids: [1], delete: true })],
  ['Failed to restore row', (client) => client.restoreAll(['1'])],
];

test.each(calls)('"%s" stands in for words that the server does not say', async (words, call) => {
  await expect(call(adminClient(answering('no JSON', { status: 502 })))).rejects.toThrow(words);
  await expect(call(adminClient(away))).rejects.toThrow(words);
  const said = adminClient(answering('{"message":"Not so fast."}', { status: 429 }));
  await expect(call(said)).rejects.toThrow('Not so fast.');
});

test('who may use the admin is not known without an answer', async () => {
  const answer = accountsClient(answering('no JSON', { status: 502 })).adminStatus();
  await expect(answer).rejects.toThrow('Failed to check admin status');
});

test('an export says how far it came: no answer, a refusal, or a break in the middle', async () => {
  const all = new URLSearchParams();
  const broken = new ReadableStream({ pull: (stream) => stream.error(new TypeError('cut off')) });
  const exported = (fetch: typeof globalThis.fetch) => adminClient(fetch).exportCsv('reviews', all);
  await expect(exported(away)).rejects.toThrow(/^Failed to export CSV$/);
  await expect(exported(answering('', { status: 503 }))).rejects.toThrow(/^Export failed: 503$/);
  await expect(exported(answering(broken, { status: 200 }))).rejects.toThrow(/^Export failed$/);
});

test('a call that the page ends is no failure to tell of', async () => {
  const ended = new DOMException('ended', 'AbortError');
  const call = adminClient(async () => {
    throw ended;
  }).schemas();
  await expect(call).rejects.toBe(ended);
});
