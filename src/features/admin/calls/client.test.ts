import { expect, test } from 'vitest';
import { adminStatus } from '../../auth/calls.ts';
import { adminClient } from './client.ts';

const unreachable: typeof fetch = async () => {
  throw new TypeError('fetch failed');
};
const respondWith =
  (body: BodyInit | null, init: ResponseInit): typeof fetch =>
  async () =>
    new Response(body, init);

const calls: [message: string, call: (client: ReturnType<typeof adminClient>) => Promise<unknown>][] = [
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

test.each(calls)('the client shows "%s" without a message from the server', async (message, call) => {
  await expect(call(adminClient(respondWith('no JSON', { status: 502 })))).rejects.toThrow(message);
  await expect(call(adminClient(unreachable))).rejects.toThrow(message);
  const limited = adminClient(respondWith('{"message":"Not so fast."}', { status: 429 }));
  await expect(call(limited)).rejects.toThrow('Not so fast.');
});

test.each(calls)('the client shows "%s" for an error body without `message`', async (message, call) => {
  for (const body of ['', 'null', '{}', '{"error":"Not so fast."}', '{"message":3}', '"Not so fast."'])
    await expect(call(adminClient(respondWith(body, { status: 500 })))).rejects.toThrow(message);
});

test('the client completes tables, schemas and pages of a server that sends the specified fields alone', async () => {
  const bare = (body: unknown) => adminClient(async () => Response.json(body));
  const verbs = { create: true, update: true, delete: true };
  const boats = { tableName: 'boats', title: 'Boats', description: 'What floats' };
  expect(await bare({ schemas: [boats] }).schemas()).toEqual([{ ...boats, verbs }]);
  const properties = { id: { type: 'integer' }, name: { type: 'string' } };
  expect(await bare({ title: 'Boats', description: '', required: [], properties }).schema('boats')).toEqual({
    type: 'object',
    title: 'Boats',
    description: '',
    required: [],
    properties,
    label: 'name',
    verbs,
  });
  expect(await bare({ properties: {}, verbs: { delete: false } }).schema('boats')).toMatchObject({
    title: 'boats',
    label: 'id',
    verbs: { ...verbs, delete: false },
  });
  expect(await bare({ data: [{ id: 1 }], total: 1 }).rows('boats', new URLSearchParams())).toEqual({
    data: [{ id: 1 }],
    total: 1,
    totalIsEstimate: false,
    labels: {},
  });
});

test.each(['', 'null', '{}', '<html>', '{"success":true}'])(
  'a write succeeds with the body %j',
  async (body) => {
    const client = adminClient(respondWith(body, { status: 200 }));
    expect([await client.create('boats', {}), await client.update('boats', 1, {})]).toEqual([null, null]);
    expect(await client.remove('boats', 1)).toBeNull();
  },
);

test.each(['null', '[]', '{}', '{"schemas":3}', '<html>'])('schemas() rejects the body %s', async (body) => {
  const call = adminClient(respondWith(body, { status: 200 })).schemas();
  await expect(call).rejects.toThrow('Failed to fetch schemas');
});

test('adminStatus() rejects without a readable response', async () => {
  const call = adminStatus.read({ fetch: respondWith('no JSON', { status: 502 }) });
  await expect(call).rejects.toThrow('Failed to check admin status');
});

test('exportCsv tells apart no response, an error response and a broken body', async () => {
  const all = new URLSearchParams();
  const broken = new ReadableStream({ pull: (stream) => stream.error(new TypeError('cut off')) });
  const exported = (fetch: typeof globalThis.fetch) => adminClient(fetch).exportCsv('reviews', all);
  await expect(exported(unreachable)).rejects.toThrow(/^Failed to export CSV$/);
  await expect(exported(respondWith('', { status: 503 }))).rejects.toThrow(/^Export failed: 503$/);
  await expect(exported(respondWith(broken, { status: 200 }))).rejects.toThrow(/^Export failed$/);
});

test('an aborted call rejects with the AbortError itself', async () => {
  const aborted = new DOMException('ended', 'AbortError');
  const call = adminClient(async () => {
    throw aborted;
  }).schemas();
  await expect(call).rejects.toBe(aborted);
});
