import { expect, test } from 'vitest';
import { adminStatus } from '../../auth/calls.ts';
import { exportCsv } from '../export/calls.ts';
import { trash } from '../trash/calls.ts';
import { fetchForm, removeRows, rows, rowWrite, rowWrites, tables } from './calls.ts';

type Fetch = typeof fetch;

const unreachable: Fetch = async () => {
  throw new TypeError('fetch failed');
};
const respondWith =
  (body: BodyInit | null, init: ResponseInit): Fetch =>
  async () =>
    new Response(body, init);

const table = 'reviews';
const one = { table, id: '1' };
const calls: [message: string, call: (fetch: Fetch) => Promise<unknown>][] = [
  ['Failed to fetch schemas', (fetch) => tables.list({ fetch })],
  ['Failed to fetch schemas', (fetch) => fetchForm(table, { fetch })],
  ['Failed to fetch data', (fetch) => rows.list({ table, fetch })],
  ['Failed to create row', (fetch) => rowWrites.create({ table, json: {}, fetch })],
  ['Failed to update row', (fetch) => rowWrite.update({ ...one, json: {}, fetch })],
  ['Failed to update row', (fetch) => rowWrites.bulk({ table, json: { ids: [1], set: {} }, fetch })],
  ['Failed to delete row', (fetch) => rowWrite.remove({ ...one, fetch })],
  ['Failed to delete row', (fetch) => removeRows(table, [1], fetch)],
  ['Failed to restore row', (fetch) => trash.restore({ json: { trashIds: ['1'] }, fetch })],
];

test.each(calls)('a call shows "%s" without a message from the server', async (message, call) => {
  await expect(call(respondWith('no JSON', { status: 502 }))).rejects.toMatchObject({ status: 502, message });
  await expect(call(unreachable)).rejects.toMatchObject({ status: 0, message });
  const limited = respondWith('{"message":"Not so fast."}', { status: 429 });
  await expect(call(limited)).rejects.toThrow('Not so fast.');
});

test.each(calls)('a call shows "%s" for an error body without `message`', async (message, call) => {
  for (const body of ['', 'null', '{}', '{"error":"Not so fast."}', '{"message":3}', '"Not so fast."'])
    await expect(call(respondWith(body, { status: 500 }))).rejects.toThrow(message);
});

test('tables, schemas and pages are completed of a server that sends the specified fields alone', async () => {
  const bare =
    (body: unknown): Fetch =>
    async () =>
      Response.json(body);
  const verbs = { create: true, update: true, delete: true };
  const boats = { tableName: 'boats', title: 'Boats', description: 'What floats' };
  expect(await tables.list({ fetch: bare({ schemas: [boats] }) })).toEqual([{ ...boats, group: '', verbs }]);
  const properties = { id: { type: 'integer' }, name: { type: 'string' } };
  const form = { title: 'Boats', description: '', required: [], properties };
  expect(await fetchForm('boats', { fetch: bare(form) })).toEqual({
    type: 'object',
    title: 'Boats',
    description: '',
    required: [],
    properties,
    label: 'name',
    verbs,
  });
  const untitled = bare({ properties: {}, verbs: { delete: false } });
  expect(await fetchForm('boats', { fetch: untitled })).toMatchObject({
    title: 'boats',
    label: 'id',
    verbs: { ...verbs, delete: false },
  });
  const page = bare({ data: [{ id: 1 }], total: 1 });
  expect(await rows.list({ table: 'boats', fetch: page })).toEqual({
    data: [{ id: 1 }],
    total: 1,
    totalIsEstimate: false,
    labels: {},
  });
});

test.each(['', 'null', '{}', '<html>', '{"success":true}'])(
  'a write succeeds with the body %j',
  async (body) => {
    const fetch = respondWith(body, { status: 200 });
    expect(await rowWrites.create({ table: 'boats', json: {}, fetch })).toBeNull();
    expect(await rowWrite.update({ ...one, json: {}, fetch })).toBeNull();
    expect(await rowWrite.remove({ ...one, fetch })).toBeNull();
  },
);

test.each(['null', '[]', '{}', '{"schemas":3}', '<html>'])('the tables reject the body %s', async (body) => {
  const call = tables.list({ fetch: respondWith(body, { status: 200 }) });
  await expect(call).rejects.toThrow('Failed to fetch schemas');
});

test('the status rejects without a readable response', async () => {
  const call = adminStatus.read({ fetch: respondWith('no JSON', { status: 502 }) });
  await expect(call).rejects.toThrow('Failed to check admin status');
});

test('exportCsv tells apart no response, an error response and a broken body', async () => {
  const broken = new ReadableStream({ pull: (stream) => stream.error(new TypeError('cut off')) });
  const exported = (fetch: Fetch) => exportCsv({ table, query: new URLSearchParams(), fetch });
  await expect(exported(unreachable)).rejects.toThrow(/^Failed to export CSV$/);
  await expect(exported(respondWith('', { status: 503 }))).rejects.toThrow(/^Export failed: 503$/);
  await expect(exported(respondWith(broken, { status: 200 }))).rejects.toThrow(/^Export failed$/);
});

test('an aborted call rejects with the AbortError itself', async () => {
  const aborted = new DOMException('ended', 'AbortError');
  const call = tables.list({
    fetch: async () => {
      throw aborted;
    },
  });
  await expect(call).rejects.toBe(aborted);
});
