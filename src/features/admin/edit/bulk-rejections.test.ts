import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { newProperty, sender } from '../../../../test/rows.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';

const app = await testAppForFile();
const { pool } = app.platform;
const send = sender(await signedInBrowser(app, 'host@example.com'));
const bulk = (json: object, table = 'properties') => send('POST', `/api/tables/${table}/bulk`, json);
const property = () => send('POST', '/api/tables/properties', newProperty());
const rows = async () => (await pool.query('select id, guests, xmin from properties order by id')).rows;
const manyIds = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());

const one = (await property()).id as string;
const other = (await property()).id as string;
const choose = 'Choose at least one row';
const type = 'Every id must be a text or a number';
const either = 'Choose either what to set, or to delete';
const set = { guests: 9 };

test.each<[object, object]>([
  [{}, { ids: choose }],
  [{ ids: [], set }, { ids: choose }],
  [{ ids: {}, set }, { ids: choose }],
  [{ ids: one, set }, { ids: choose }],
  [{ ids: manyIds(1_001), delete: true }, { ids: 'At most 1,000 rows can be changed at once' }],
  [{ ids: [one, null], set }, { ids: type }],
  [{ ids: [[one]], set }, { ids: type }],
  [{ ids: [{ id: one }], delete: true }, { ids: type }],
  [{ ids: [one, one], set }, { ids: 'The same row is listed twice' }],
  [{ ids: [one, one.toUpperCase()], delete: true }, { ids: 'The same row is listed twice' }],
  [{ ids: [one] }, { set: either }],
  [{ ids: [one], set, delete: true }, { set: either }],
  [{ ids: [one], set, delete: false }, { set: either }],
  [{ ids: [one], delete: false }, { delete: 'Delete must be true' }],
  [{ ids: [one], delete: 'true' }, { delete: 'Delete must be true' }],
  [{ ids: [one], delete: null }, { delete: 'Delete must be true' }],
  [{ ids: [one, other], set: { guests: 0 } }, { guests: expect.stringMatching(/^Guests /) }],
])('a bulk request is rejected by its field, and nothing changes (%#)', async (json, fields) => {
  const before = await rows();
  const response = await bulk(json);
  expect(response).toMatchObject({ status: 400, code: 'invalid', fields });
  expect(Object.keys(response.fields)).toEqual(Object.keys(fields));
  expect(await rows()).toEqual(before);
});

test.each([
  ['one', 1],
  ['three', 3],
])('if %s of the rows are gone, none is changed or deleted', async (_, gone) => {
  const before = await rows();
  const ids = [one, ...manyIds(gone), other];
  const message = `${gone} of the rows no longer exist. Nothing was changed.`;
  for (const what of [{ set }, { delete: true }])
    expect(await bulk({ ids, ...what })).toMatchObject({ status: 404, code: 'notFound', message });
  expect(await rows()).toEqual(before);
});

test('a thousand ids are looked up, and what cannot be an id of the table is not found', async () => {
  expect(await bulk({ ids: manyIds(1_000), set })).toMatchObject({
    status: 404,
    message: '1000 of the rows no longer exist. Nothing was changed.',
  });
  for (const id of ['x', '', 7, -1, 1.5, '\0', "'; drop table properties; --"])
    expect([id, (await bulk({ ids: [id], set })).status]).toEqual([id, 404]);
  for (const id of [0.5, -1, 1e21, 999, '01', '1 '])
    expect([id, (await bulk({ ids: [id], set: { name: 'x' } }, 'amenities')).status]).toEqual([id, 404]);
});

test.each<[unknown, number, object]>([
  [[], 400, { fields: { trashIds: 'Choose from 1 to 1,000 rows' } }],
  ['all', 400, { fields: { trashIds: 'Choose from 1 to 1,000 rows' } }],
  [undefined, 400, { fields: { trashIds: 'Choose from 1 to 1,000 rows' } }],
  [manyIds(1_001), 400, { fields: { trashIds: 'Choose from 1 to 1,000 rows' } }],
  [manyIds(1_000), 404, { message: 'This item is no longer in the trash.' }],
  [['x'], 404, { message: 'There is no such row.' }],
  [[7], 404, { message: 'There is no such row.' }],
  [[null], 404, { message: 'There is no such row.' }],
])('a restore of wrong entries is rejected with a message (%#)', async (trashIds, status, answer) => {
  expect(await send('POST', '/api/admin/trash/restore', { trashIds })).toMatchObject({ status, ...answer });
});

test('a restore with one entry that is gone restores none of them', async () => {
  const made = await property();
  const { trashId } = await send('DELETE', `/api/tables/properties/${made.id}`);
  const trashIds = [trashId, crypto.randomUUID()];
  expect(await send('POST', '/api/admin/trash/restore', { trashIds })).toMatchObject({
    status: 404,
    message: 'This item is no longer in the trash.',
  });
  expect((await send('GET', `/api/tables/properties/${made.id}`)).status).toBe(404);
  const twice = { trashIds: [trashId, String(trashId).toUpperCase()] };
  expect(await send('POST', '/api/admin/trash/restore', twice)).toMatchObject({ status: 200, restored: 1 });
});

test('trash of a table that no longer exists is reported, and stays', async () => {
  const made = await property();
  const { trashId } = await send('DELETE', `/api/tables/properties/${made.id}`);
  await pool.query("update deleted_rows set table_name = 'former' where id = $1", [trashId]);
  expect(await send('POST', `/api/admin/trash/${trashId}/restore`)).toMatchObject({
    status: 404,
    message: 'Its table is not there any more.',
  });
  await pool.query("update deleted_rows set table_name = 'properties' where id = $1", [trashId]);
  expect((await send('POST', `/api/admin/trash/${trashId}/restore`)).status).toBe(200);
});

test('a version that is no text, and a history entry of another row, are rejected with a message', async () => {
  const wrong = await send('PUT', `/api/tables/properties/${one}`, { ...set, _version: 7 });
  expect(wrong).toMatchObject({ status: 400, fields: { _version: '_version must be a text' } });
  const { data } = await send('GET', `/api/tables/properties/${other}/history`);
  for (const entry of [data[0].id, '0', '99999999', 'x', '1e3']) {
    const place = `/api/tables/properties/${one}/history/${entry}/restore`;
    expect([entry, await send('POST', place)]).toMatchObject([
      entry,
      { status: 404, message: 'There is no such entry in the history of this row.' },
    ]);
  }
});

test.each(['null', '[]', '7', '"text"'])('the body %s is no row and no request', async (text) => {
  for (const path of ['properties', 'properties/bulk']) {
    const response = await send('POST', `/api/tables/${path}`, JSON.parse(text));
    expect([path, response]).toMatchObject([path, { status: 400, message: 'Please send a JSON object.' }]);
  }
});
