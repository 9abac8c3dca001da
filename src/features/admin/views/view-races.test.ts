import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { sender } from '../../../../test/rows.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { untilTaken } from '../../../../test/until-taken.ts';

const app = await testAppForFile();
const sendOnce = sender(await signedInBrowser(app, 'host@example.com'));
const send = (...call: Parameters<typeof sendOnce>) => untilTaken(() => sendOnce(...call));
const save = (name: unknown, table: unknown = 'properties', query: unknown = '') =>
  send('POST', '/api/admin/views', { table, name, query });
const names = async (table: string) =>
  (await send('GET', `/api/admin/views?table=${table}`)).data.map(({ name }: { name: string }) => name);
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted();

test('one of several hosts who concurrently save a view under one name succeeds', async () => {
  const answers = await Promise.all(['Sea', 'sea', 'SEA', 'Sea'].map((name) => save(name)));
  expect(statuses(answers)).toEqual([201, 400, 400, 400]);
  expect(await names('properties')).toHaveLength(1);
});

test('one of two views that concurrently take one name succeeds', async () => {
  const [one, other] = [await save('One'), await save('Other')];
  const answers = await Promise.all(
    [one, other].map(({ id }) => send('PUT', `/api/admin/views/${id}`, { name: 'Both' })),
  );
  expect(statuses(answers)).toEqual([200, 400]);
  expect((await names('properties')).filter((name: string) => name === 'Both')).toHaveLength(1);
});

test('sixty views at once leave fifty, and another table has its own fifty', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => save(`View ${at}`, 'products')));
  expect(statuses(answers)).toEqual([...Array(50).fill(201), ...Array(10).fill(409)]);
  expect(await names('products')).toHaveLength(50);
  expect((await save('First', 'reviews')).status).toBe(201);
});

test('a full table has its views renamed, and takes another once one is deleted', async () => {
  const { data } = await send('GET', '/api/admin/views?table=products');
  expect((await send('PUT', `/api/admin/views/${data[0].id}`, { name: 'Renamed' })).status).toBe(200);
  expect((await save('One more', 'products')).status).toBe(409);
  expect((await send('DELETE', `/api/admin/views/${data[0].id}`)).status).toBe(200);
  expect((await save('One more', 'products')).status).toBe(201);
});

test('one of two concurrent deletions of a view succeeds, and a concurrent change does not restore it', async () => {
  const { id } = await save('Short-lived', 'reviews');
  const answers = await Promise.all([
    send('DELETE', `/api/admin/views/${id}`),
    send('DELETE', `/api/admin/views/${id}`),
    send('PUT', `/api/admin/views/${id}`, { name: 'Changed' }),
  ]);
  expect(statuses(answers.slice(0, 2))).toEqual([200, 404]);
  expect(await names('reviews')).not.toContain('Changed');
});

test.each<[unknown[], string[]]>([
  [[undefined], ['name']],
  [[7], ['name']],
  [[['x']], ['name']],
  [['\u0000'], ['name']],
  [['x', 7], ['table']],
  [['x', null], ['table']],
  [['x', 'properties', 7], ['query']],
  [['x', 'properties', 'x'.repeat(8_001)], ['query']],
])('a view of %j is rejected by its field', async (input, fields) => {
  const [name, table, query] = input;
  const answer = await send('POST', '/api/admin/views', {
    table: 'properties',
    name,
    ...(input.length > 1 && { table }),
    query,
  });
  expect([answer.status, Object.keys(answer.fields)]).toEqual([400, fields]);
});

test.each(['x', crypto.randomUUID(), '%00', "'"])('the view %s is not found', async (id) => {
  for (const [method, json] of [['PUT', { name: 'x' }], ['DELETE']] as const)
    expect(await send(method, `/api/admin/views/${id}`, json)).toMatchObject({
      status: 404,
      message: 'There is no such view.',
    });
});

test('a stored view is the query of a list and nothing else', async () => {
  const { query } = await save('Odd', 'properties', '?search=<b>&x=javascript:alert(1)#top');
  expect(query).toBe('search=%3Cb%3E&x=javascript%3Aalert%281%29%23top');
});
