import { afterAll, describe, expect, test } from 'vitest';
import { testAppForHosts } from '../../../../test/host.ts';
import { newProduct, newProperty } from '../../../../test/rows.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { anonymizeHistory } from '../history/store.server.ts';
import { purgeExpiredTrash } from './actions.server.ts';

const dayMs = 86_400_000;
const { app, send } = await testAppForHosts();
afterAll(() => app.close());

const create = (table: string, row: object) => send('POST', `/api/tables/${table}`, row);
const remove = (table: string, id: unknown) => send('DELETE', `/api/tables/${table}/${id}`);
const restore = (trashId: unknown) => send('POST', `/api/admin/trash/${trashId}/restore`);
const row = (table: string, id: unknown) => send('GET', `/api/tables/${table}/${id}`);
const historyOf = async (table: string, id: unknown) =>
  (await send('GET', `/api/tables/${table}/${id}/history`)).data as { action: string }[];

describe('a deleted row', () => {
  test('lies in the trash with its label and is restored as it was', async () => {
    const { status: _, ...made } = await create('properties', newProperty({ images: ['/media/a/1.jpg'] }));
    const { status, ...gone } = await remove('properties', made.id);
    expect([status, gone]).toEqual([
      200,
      { success: true, trashId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ]);
    expect(await row('properties', made.id)).toMatchObject({ status: 404 });
    const { data, total } = await send('GET', '/api/admin/trash?table=properties');
    expect(total).toBe(1);
    expect(data).toEqual([
      {
        trashId: gone.trashId,
        table: 'properties',
        rowId: made.id,
        label: made.title,
        deletedBy: 'host@example.com',
        deletedAt: expect.stringMatching(/Z$/),
        expiresAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect(Date.parse(data[0].expiresAt) - Date.parse(data[0].deletedAt)).toBe(30 * dayMs);
    const back = await restore(gone.trashId);
    expect(back).toMatchObject({ status: 200, row: { ...made, _version: expect.any(String) } });
    expect(await row('properties', made.id)).toEqual({ ...back.row, status: 200 });
    expect((await send('GET', '/api/admin/trash')).total).toBe(0);
    expect((await historyOf('properties', made.id)).map(({ action }) => action)).toEqual([
      'restore',
      'delete',
      'create',
    ]);
    expect(await restore(gone.trashId)).toMatchObject({
      status: 404,
      message: 'This item is no longer in the trash.',
    });
  });

  test('without a label is named by its home, choice, dates and price, else by its id', async () => {
    const home = await create('properties', newProperty());
    const nights = { property_id: home.id, first_night: '2027-07-05', last_night: '2027-07-09' };
    const labelOf = async (table: string, values: object) => {
      const { id } = await create(table, values);
      await remove(table, id);
      const { data } = await send('GET', `/api/admin/trash?table=${table}`);
      return [data[0].label, data[0].rowId === id];
    };
    const dates = 'July 5, 2027 – July 9, 2027';
    expect(await labelOf('blocks', nights)).toEqual([`${home.title} · ${dates}`, true]);
    expect(await labelOf('rates', { ...nights, nightly_cents: 40_000 })).toEqual([
      `${home.title} · $400.00 · ${dates}`,
      true,
    ]);
    expect(await labelOf('discounts', { kind: 'early', days_before: 60, percent: 10 })).toEqual([
      'For booking early',
      true,
    ]);
    await app.platform.pool.query(`update deleted_rows set label = '' where table_name = 'blocks'`);
    const { data } = await send('GET', '/api/admin/trash?table=blocks');
    expect(data[0].label).toBe(data[0].rowId);
  });

  test('restores cleared references, except those set since', async () => {
    const home = await create('properties', newProperty());
    const other = await create('properties', newProperty());
    const [kept, moved] = [
      await create('products', newProduct({ property_id: home.id })),
      await create('products', newProduct({ property_id: home.id })),
    ];
    const { trashId } = await remove('properties', home.id);
    expect(await row('products', kept.id)).toMatchObject({ property_id: null });
    expect((await historyOf('products', kept.id))[0]).toMatchObject({
      action: 'update',
      changes: { property_id: { before: home.id, after: null } },
    });
    await send('PUT', `/api/tables/products/${moved.id}`, { property_id: other.id });
    expect(await restore(trashId)).toMatchObject({ status: 200 });
    expect(await row('products', kept.id)).toMatchObject({ property_id: home.id });
    expect(await row('products', moved.id)).toMatchObject({ property_id: other.id });
    expect((await historyOf('products', kept.id))[0]).toMatchObject({ action: 'restore' });
  });

  test('unlists its products, however it is deleted, and restores them', async () => {
    const inShop = async () => {
      const products = (await (await app.request('GET', '/api/products')).json()) as { id: string }[];
      return products.map(({ id }) => id);
    };
    const soon = await create('properties', newProperty({ is_coming_soon: true }));
    const homes = [soon, await create('properties', newProperty())];
    const listed = await Promise.all(
      homes.map(({ id }) => create('products', newProduct({ property_id: id }))),
    );
    const hidden = await create('products', newProduct({ property_id: soon.id, is_listed: false }));
    const own = await create('products', newProduct());
    const ids = homes.map(({ id }) => id);

    const { trashId } = await remove('properties', soon.id);
    expect(await row('products', listed[0]?.id)).toMatchObject({ property_id: null, is_listed: false });
    expect(await row('products', hidden.id)).toMatchObject({ property_id: null, is_listed: false });
    expect(await inShop()).toEqual(expect.arrayContaining([own.id, listed[1]?.id]));
    expect(await inShop()).not.toContain(listed[0]?.id);
    expect((await historyOf('products', listed[0]?.id))[0]).toMatchObject({
      changes: { property_id: { before: soon.id, after: null }, is_listed: { before: true, after: false } },
    });
    expect(await restore(trashId)).toMatchObject({ status: 200 });
    expect(await row('products', listed[0]?.id)).toMatchObject({ property_id: soon.id, is_listed: true });
    expect(await row('products', hidden.id)).toMatchObject({ property_id: soon.id, is_listed: false });

    const { trashIds } = await send('POST', '/api/tables/properties/bulk', { ids, delete: true });
    for (const { id } of listed) expect(await inShop()).not.toContain(id);
    expect(await send('POST', '/api/admin/trash/restore', { trashIds })).toMatchObject({ restored: 2 });
    for (const { id } of listed) expect(await row('products', id)).toMatchObject({ is_listed: true });
    await send('POST', '/api/tables/products/bulk', {
      ids: [own.id, ...listed.map(({ id }) => id)],
      delete: true,
    });
  });

  test('is not restored while its slug is taken or its property is gone', async () => {
    const home = await create('properties', newProperty());
    const { trashId } = await remove('properties', home.id);
    const successor = await create('properties', newProperty({ slug: home.slug }));
    expect(await restore(trashId)).toMatchObject({
      status: 409,
      message: 'It cannot be restored: its Slug is used by another row now.',
    });
    await remove('properties', successor.id);
    expect(await restore(trashId)).toMatchObject({ status: 200 });
    const product = await create('products', newProduct({ property_id: home.id }));
    const gone = await remove('products', product.id);
    await remove('properties', home.id);
    expect(await restore(gone.trashId)).toMatchObject({
      status: 409,
      message: 'It cannot be restored: its Property is not in Properties any more.',
    });
  });

  test('takes dependent rows along and restores them', async () => {
    const home = await create('properties', newProperty());
    const id = newId();
    await app.platform.pool.query(
      "insert into waitlist_entries (id, property_id, email) values ($1, $2, 'ann@guests.example')",
      [id, home.id],
    );
    const { trashId } = await remove('properties', home.id);
    expect(await row('waitlist_entries', id)).toMatchObject({ status: 404 });
    expect(await send('GET', '/api/admin/trash?table=waitlist_entries')).toMatchObject({
      data: [{ rowId: id }],
    });
    expect(await restore(trashId)).toMatchObject({ status: 200 });
    expect(await row('waitlist_entries', id)).toMatchObject({ status: 200, property_id: home.id });
    expect((await historyOf('waitlist_entries', id)).map(({ action }) => action)).toEqual([
      'restore',
      'delete',
    ]);
    expect(await send('GET', '/api/admin/trash?table=waitlist_entries')).toMatchObject({ total: 0 });
  });

  test('is not found by an unknown id', async () => {
    for (const id of ['1', newId(), `${newId()}'`, 'restore'])
      expect([id, (await restore(id)).status]).toEqual([id, 404]);
    expect(await send('GET', '/api/admin/trash?table=nowhere')).toMatchObject({ status: 404 });
    expect(await send('GET', '/api/admin/trash?page=0')).toMatchObject({ status: 400 });
  });
});

test('purgeExpiredTrash deletes rows, history and files after 30 days', async () => {
  const id = newId();
  const { pool, storage } = app.platform;
  await pool.query(
    `insert into media (id, kind, alt, type, size_bytes, original_name) values ($1, 'image', 'x', 'image/jpeg', 1, 'a.jpg')`,
    [id],
  );
  const file = `media/${id}/640.jpg`;
  await storage.put(file, Buffer.from('x'), 'image/jpeg');
  const { trashId } = await remove('media', id);
  const sweepIn = (ms: number) => purgeExpiredTrash({ ...app.ctx, now: () => new Date(Date.now() + ms) });
  await sweepIn(30 * dayMs - 60_000);
  expect(await storage.get(file)).not.toBeNull();
  await pool.query('update deleted_rows set expires_at = $2 where id = $1', [trashId, app.ctx.now()]);
  expect(await restore(trashId)).toMatchObject({ status: 404 });
  expect(await send('GET', '/api/admin/trash?table=media')).toMatchObject({ data: [], total: 0 });
  await sweepIn(30 * dayMs + 60_000);
  expect(await storage.get(file)).toBeNull();
  const left = await pool.query(
    'select (select count(*) from deleted_rows), (select count(*) from audit_log where row_id = $1) as past',
    [id],
  );
  expect(left.rows).toEqual([{ count: 0, past: 0 }]);
});

test('an image is restored although its uploader’s account is deleted', async () => {
  const { db, pool } = app.platform;
  const [userId, id] = [newId(), newId()];
  await pool.query("insert into users (id, email) values ($1, 'former@example.com')", [userId]);
  await pool.query(
    `insert into media (id, kind, alt, type, size_bytes, original_name, uploaded_by)
     values ($1, 'image', 'x', 'image/jpeg', 1, 'a.jpg', $2)`,
    [id, userId],
  );
  const { trashId } = await remove('media', id);
  await db.transaction().execute(async (tx) => {
    await anonymizeHistory(tx, { email: 'former@example.com', userId });
    await tx.deleteFrom('users').where('id', '=', userId).execute();
  });
  expect(await restore(trashId)).toMatchObject({ status: 200, row: { id, alt: 'x' } });
});

test('rows of which one is gone from the trash are all left there', async () => {
  const home = await create('properties', newProperty());
  const { trashId } = await remove('properties', home.id);
  expect(await send('POST', '/api/admin/trash/restore', { trashIds: [trashId, newId()] })).toMatchObject({
    status: 404,
    message: 'This item is no longer in the trash.',
  });
  expect(await row('properties', home.id)).toMatchObject({ status: 404 });
  expect(await restore(trashId)).toMatchObject({ status: 200 });
});

test('a row and its dependents are restored in one call, in any order', async () => {
  const home = await create('properties', newProperty());
  const waiting = newId();
  await app.platform.pool.query(
    "insert into waitlist_entries (id, property_id, email) values ($1, $2, 'guest@example.com')",
    [waiting, home.id],
  );
  const inTrash = async () => {
    const { trashId } = await remove('properties', home.id);
    const { data } = await send('GET', '/api/admin/trash?table=waitlist_entries');
    return [trashId, data[0].trashId];
  };
  for (const order of ['as they lie', 'the other way round']) {
    const trashIds = await inTrash();
    if (order !== 'as they lie') trashIds.reverse();
    const answer = await send('POST', '/api/admin/trash/restore', { trashIds });
    expect(answer).toEqual({ status: 200, restored: 2 });
    expect(await row('waitlist_entries', waiting)).toMatchObject({ status: 200, property_id: home.id });
  }
  const [, along] = await inTrash();
  expect(await restore(along)).toMatchObject({
    status: 409,
    message: 'It cannot be restored: its Home is not in Properties any more.',
  });
});

describe('bulk requests', () => {
  const homes = async (count: number) => {
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) ids.push((await create('properties', newProperty())).id);
    return ids;
  };
  const bulk = (request: object, table = 'properties') => send('POST', `/api/tables/${table}/bulk`, request);

  test('change rows, each with a history entry', async () => {
    const ids = await homes(3);
    await send('PUT', `/api/tables/properties/${ids[0]}`, { guests: 9 });
    expect(await bulk({ ids, set: { guests: 9, beds: 4 } })).toEqual({ status: 200, changed: 3 });
    expect(await historyOf('properties', ids[0])).toMatchObject([
      { action: 'update', changes: { beds: { before: 3, after: 4 } } },
      { action: 'update' },
      { action: 'create' },
    ]);
    expect(await bulk({ ids, set: { guests: 9 } })).toEqual({ status: 200, changed: 0 });
  });

  test('change all rows or none', async () => {
    const ids = await homes(2);
    const [first, second] = [await row('properties', ids[0]), await row('properties', ids[1])];
    const missing = newId();
    for (const [request, status] of [
      [{ ids: [...ids, missing], set: { guests: 9 } }, 404],
      [{ ids: [...ids, missing], delete: true }, 404],
      [{ ids, set: { guests: 99 } }, 400],
      [{ ids, set: { slug: first.slug } }, 400],
      [{ ids: [...ids, 7], set: { guests: 9 } }, 404],
    ] as const) {
      expect([request, (await bulk(request)).status]).toEqual([request, status]);
    }
    expect(await row('properties', ids[0])).toEqual(first);
    expect(await row('properties', ids[1])).toEqual(second);
  });

  test('T-67: reject an empty list of ids and anything but a list', async () => {
    const before = (await send('GET', '/api/tables/properties')).total;
    const one = (await homes(1))[0];
    for (const request of [
      {},
      { delete: true },
      { ids: [], delete: true },
      { ids: null, delete: true },
      { ids: {}, delete: true },
      { ids: [[one]], delete: true },
      { ids: [null], delete: true },
      { ids: '*', delete: true },
      { ids: [one, one], delete: true },
      { ids: [one], delete: 'true' },
      { ids: [one], delete: false },
      { ids: [one] },
      { ids: [one], set: null },
      { ids: [one], set: [] },
      { ids: [one], set: {}, delete: true },
      { ids: Array.from({ length: 1_001 }, newId), delete: true },
    ]) {
      expect([request, (await bulk(request)).status]).toEqual([request, 400]);
    }
    expect((await send('GET', '/api/tables/properties')).total).toBe(before + 1);
  });

  test('delete rows, which are restored in one call', async () => {
    const ids = await homes(3);
    const product = await create('products', newProduct({ property_id: ids[1] }));
    const gone = await bulk({ ids, delete: true });
    expect(gone).toMatchObject({ status: 200, changed: 3 });
    expect(gone.trashIds).toHaveLength(3);
    const all = await send('POST', '/api/admin/trash/restore', { trashIds: gone.trashIds });
    expect(all).toEqual({ status: 200, restored: 3 });
    for (const id of ids) expect(await row('properties', id)).toMatchObject({ status: 200 });
    expect(await row('products', product.id)).toMatchObject({ property_id: ids[1] });
    expect(await send('POST', '/api/admin/trash/restore', { trashIds: gone.trashIds })).toMatchObject({
      status: 404,
    });
    expect(await send('POST', '/api/admin/trash/restore', { trashIds: [] })).toMatchObject({ status: 400 });
  });
});

describe('a saved view', () => {
  const save = (name: string, query = '', table = 'properties') =>
    send('POST', '/api/admin/views', { table, name, query });

  test('is saved for all hosts, renamed and deleted', async () => {
    const view = await save(' Large homes ', '?filters=%7B%22guests%22%3A8%7D&sort=title:asc');
    const query = 'filters=%7B%22guests%22%3A8%7D&sort=title%3Aasc';
    expect(view).toEqual({
      status: 201,
      id: expect.any(String),
      table: 'properties',
      name: 'Large homes',
      query,
    });
    expect(await send('GET', '/api/admin/views?table=properties')).toMatchObject({
      data: [{ id: view.id, query }],
    });
    expect(await send('GET', '/api/admin/views?table=products')).toMatchObject({ data: [] });
    const renamed = { ...view, status: 200, name: 'Big' };
    expect(await send('PUT', `/api/admin/views/${view.id}`, { name: 'Big', table: 'users' })).toEqual(
      renamed,
    );
    expect(await send('DELETE', `/api/admin/views/${view.id}`)).toEqual({ status: 200, success: true });
    for (const [method, json] of [['PUT', { name: 'x' }], ['DELETE']] as const)
      expect(await send(method, `/api/admin/views/${view.id}`, json)).toMatchObject({ status: 404 });
  });

  test('needs a unique name of 1 to 60 characters', async () => {
    await save('Mine');
    const words = 'Name is already used by another view';
    expect(await save('MINE')).toMatchObject({ status: 400, fields: { name: words } });
    const other = await save('Other');
    expect(await send('PUT', `/api/admin/views/${other.id}`, { name: 'mine' })).toMatchObject({
      fields: { name: words },
    });
    expect(await save(' ')).toMatchObject({ status: 400, fields: { name: 'Name is required' } });
    expect(await save('x'.repeat(61))).toMatchObject({
      fields: { name: 'Name cannot exceed 60 characters' },
    });
    expect(await save('x', '', 'nowhere')).toMatchObject({ status: 404 });
    expect(await save('Mine', '', 'products')).toMatchObject({ status: 201 });
  });

  test('needs a name unique by the database’s case rules, too', async () => {
    expect((await save('Àσ')).status).toBe(201);
    for (const name of ['àσ', 'ÀΣ']) {
      expect(await save(name)).toMatchObject({ status: 400, fields: { name: expect.any(String) } });
    }
  });

  test('is rejected when it is too long as a URL', async () => {
    expect(await save('Long', `search=${'é'.repeat(2_000)}`)).toMatchObject({
      status: 400,
      fields: { query: 'View has too many or too long conditions' },
    });
    expect((await save('Long', `search=${'é'.repeat(1_300)}`)).status).toBe(201);
  });

  test('is limited to 50 a table', async () => {
    for (let at = 1; at <= 50; at += 1) expect((await save(`View ${at}`, '', 'reviews')).status).toBe(201);
    expect(await save('One more', '', 'reviews')).toMatchObject({
      status: 409,
      message: 'A table can have 50 views. Delete one that nobody needs.',
    });
  });
});
