import { expect, test } from 'vitest';
import { authClient } from '../auth/client.ts';
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

test.each(calls)('"%s" stands in for an error body of one other field, or of none', async (words, call) => {
  for (const body of ['', 'null', '{}', '{"error":"Not so fast."}', '{"message":3}', '"Not so fast."'])
    await expect(call(adminClient(answering(body, { status: 500 })))).rejects.toThrow(words);
});

test('a server that sends the specified fields alone gives whole tables, schemas and pages', async () => {
  const bare = (body: unknown) => adminClient(async () => Response.json(body));
  const verbs = { create: true, update: true, delete: true };
  const boats = { tableName: 'boats', title: 'Boats', description: 'What floats' };
  expect(await bare({ schemas: [boats] }).schemas()).toEqual([{ ...boats, verbs }]);
  const properties = { id: { type: 'integer' }, name: { type: 'string' } };
  expect(await bare({ title: 'Boats', description: '', required: [], properties }).schema('boats')).toEqual({
    ...{ type: 'object', title: 'Boats', description: '', required: [], properties },
    ...{ label: 'name', verbs },
  });
  expect(await bare({ properties: {}, verbs: { delete: false } }).schema('boats')).toMatchObject({
    ...{ title: 'boats', label: 'id', verbs: { ...verbs, delete: false } },
  });
  expect(await bare({ data: [{ id: 1 }], total: 1 }).rows('boats', new URLSearchParams())).toEqual({
    ...{ data: [{ id: 1 }], total: 1, totalIs: 'exact', labels: {} },
  });
});

test.each(['', 'null', '{}', '<html>', '{"success":true}'])(
  'a write that is answered %j is made',
  async (body) => {
    const client = adminClient(answering(body, { status: 200 }));
    expect([await client.create('boats', {}), await client.update('boats', 1, {})]).toEqual([null, null]);
    expect(await client.remove('boats', 1)).toBeNull();
  },
);

test.each(['null', '[]', '{}', '{"schemas":3}', '<html>'])(
  'a list of tables is not read out of %s',
  async (body) => {
    const call = adminClient(answering(body, { status: 200 })).schemas();
    await expect(call).rejects.toThrow('Failed to fetch schemas');
  },
);

test('who may use the admin is not known without an answer', async () => {
  const answer = authClient(answering('no JSON', { status: 502 })).adminStatus();
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
