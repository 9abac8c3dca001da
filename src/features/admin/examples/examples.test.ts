import { expect, test } from 'vitest';
import { testAppForHosts } from '../../../../test/host.ts';
import { exampleTables } from './tables.ts';

const { app, host, send } = await testAppForHosts();
const { pool } = app.platform;

const one = async (table: string, more = '') =>
  (await pool.query(`select * from ${table} where is_example ${more} order by id limit 1`)).rows[0];
const isExample = async (table: string, id: string | number) =>
  (await pool.query(`select is_example from ${table} where id = $1`, [id])).rows[0]?.is_example;
const counts = async () => {
  const found: Record<string, number> = {};
  for (const table of exampleTables)
    found[table] = (
      await pool.query(`select count(*)::int as count from ${table} where is_example`)
    ).rows[0].count;
  return found;
};

test('every table that the seed writes marks its rows as examples', async () => {
  const found = await counts();
  for (const table of exampleTables) expect([table, found[table]]).not.toEqual([table, 0]);
});

test('hosts list the examples of every table, others do not', async () => {
  const list = async () => (await host.request('GET', '/api/admin/examples')).json();
  const { tables } = await list();
  const found = await counts();
  expect(
    tables.map(({ table, title, ids }: { table: string; title: string; ids: unknown[] }) => [
      table,
      title !== table,
      ids.length,
    ]),
  ).toEqual(exampleTables.map((table) => [table, true, found[table]]));
  expect((await app.request('GET', '/api/admin/examples')).status).toBe(401);
});

test('a row that a host saves is theirs, in bulk, by an import and without any change, too', async () => {
  const fee = await one('fees');
  expect(
    (await host.request('PUT', `/api/tables/fees/${fee.id}`, { json: { label: fee.label } })).status,
  ).toBe(200);
  expect(await isExample('fees', fee.id)).toBe(false);

  const rate = await one('rates');
  const bulk = { ids: [rate.id], set: { name: rate.name } };
  expect((await host.request('POST', '/api/tables/rates/bulk', { json: bulk })).status).toBe(200);
  expect(await isExample('rates', rate.id)).toBe(false);

  const amenity = await one('amenities');
  const imported = await host.request('POST', '/api/tables/amenities/import?commit=true', {
    body: `id,name\n${amenity.id},"${amenity.name}"\n`,
    headers: { 'Content-Type': 'text/csv' },
  });
  expect([imported.status, await isExample('amenities', amenity.id)]).toEqual([200, false]);
});

test('the mark is ignored in what hosts send, as any read-only field', async () => {
  const tax = await one('taxes');
  await host.request('PUT', `/api/tables/taxes/${tax.id}`, { json: { is_example: true } });
  expect(await isExample('taxes', tax.id)).toBe(false);
});

test('keep makes examples the hosts’ own without a change, once', async () => {
  const section = await one('guide_sections');
  const json = { table: 'guide_sections', ids: [section.id] };
  const keep = async () => (await host.request('POST', '/api/admin/examples/keep', { json })).json();
  expect([await keep(), await keep()]).toEqual([{ changed: 1 }, { changed: 0 }]);
  expect(await isExample('guide_sections', section.id)).toBe(false);
});

test('a row of a table without examples cannot be kept', async () => {
  const { rows } = await pool.query('select id from bookings limit 1');
  const json = { table: 'bookings', ids: [rows[0].id] };
  const response = await host.request('POST', '/api/admin/examples/keep', { json });
  expect([response.status, (await response.json()).message]).toEqual([400, expect.any(String)]);
});

test.each([
  ['keep', { table: 'reviews', ids: [1] }, 400],
  ['keep', { table: 'fees', ids: [] }, 400],
  ['keep', { table: 'fees', ids: ['00000000-0000-4000-8000-000000000000'] }, 404],
  ['keep', { table: 'fees', ids: [1], more: 1 }, 400],
  ['remove', { tables: ['bookings'] }, 400],
  ['remove', { other: 1 }, 400],
  ['removals/00000000-0000-4000-8000-000000000000/undo', undefined, 404],
])('%s with %j is rejected with %i', async (path, json, status) => {
  expect((await host.request('POST', `/api/admin/examples/${path}`, { json })).status).toBe(status);
});

test('remove leaves what bookings need, and its undo restores examples once', async () => {
  const before = await counts();
  const booked = (await pool.query('select distinct property_id as id from bookings')).rows.map(
    ({ id }) => id,
  );
  expect(booked.length).toBeGreaterThan(0);
  await pool.query(`update properties set is_example = true`);
  const total = Object.values(await counts()).reduce((sum, count) => sum + count, 0);
  const response = await host.request('POST', '/api/admin/examples/remove', { json: {} });
  const result = await response.json();
  expect(response.status).toBe(200);
  const after = await counts();
  expect(result.removed).toBe(total - Object.values(after).reduce((sum, count) => sum + count, 0));
  expect(result.removed).toBeGreaterThan(0);
  expect(after).toMatchObject({ blog_posts: 0, taxes: 0 });
  const keptHomes = result.kept.filter(({ table }: { table: string }) => table === 'properties');
  expect(keptHomes.map(({ id }: { id: string }) => id).sort()).toEqual([...booked].sort());
  for (const { why } of result.kept) expect(why).not.toBe('');
  const undo = () => host.request('POST', result.undo);
  expect((await undo()).status).toBe(200);
  expect(await counts()).toEqual({ ...before, properties: (await counts()).properties });
  expect((await undo()).status).toBe(409);
  const home = await pool.query('select count(*)::int as count from products where property_id is null');
  expect(home.rows[0].count).toBe(0);
});

test.each([
  [
    'cancellation_policies',
    'select distinct cancellation_policy_id as id from properties where cancellation_policy_id is not null',
    'A home uses it.',
  ],
  ['message_templates', 'select distinct template_id as id from message_rules', 'A message rule sends it.'],
  ['properties', 'select distinct property_id as id from bookings', 'Bookings need this home.'],
])('of %s those in use stay, with the reason', async (table, used, why) => {
  await pool.query(
    `insert into message_rules (name, template_id)
     select 'Rule', id from message_templates where not exists (select from message_rules) limit 1`,
  );
  const ids = (await pool.query(used)).rows.map(({ id }) => id).sort();
  expect(ids.length).toBeGreaterThan(0);
  await pool.query(`update ${table} set is_example = true`);
  const { kept, undo } = await send('POST', '/api/admin/examples/remove', { tables: [table] });
  expect(kept.map(({ id }: { id: string }) => id).sort()).toEqual(ids);
  expect(new Set(kept.map((row: { why: string }) => row.why))).toEqual(new Set([why]));
  expect(
    (await pool.query(`select id from ${table} where is_example`)).rows.map(({ id }) => id).sort(),
  ).toEqual(ids);
  expect((await host.request('POST', undo)).status).toBe(200);
});

test('of some tables alone the examples go', async () => {
  const before = await counts();
  const response = await send('POST', '/api/admin/examples/remove', { tables: ['blog_posts'] });
  expect(response.removed).toBe(before.blog_posts);
  expect(await counts()).toEqual({ ...before, blog_posts: 0 });
});
