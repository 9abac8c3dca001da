import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { newProduct, newProperty, sender } from '../../../test/rows.ts';
import { signedInBrowser } from '../../../test/sign-in.ts';
import { untilTaken } from '../../../test/until-taken.ts';
import { readTables } from '../../db/table-schemas.server.ts';
import { integer, table, text, uuidKey } from '../../shared/forms/field-builders.ts';

let app: TestApp;
let send: ReturnType<typeof sender>;
beforeAll(async () => {
  const evil = {
    tableName: 'evil_rows',
    schema: table(
      {
        id: uuidKey(),
        code: text({ title: 'Code', maxLength: 5_000 }),
        count: integer({ title: 'Count' }),
      },
      { title: 'Evil rows', description: '', label: 'code' },
    ),
  };
  app = await testApp({ tables: [...(await readTables()), evil] });
  await app.platform.pool.query(
    'create table evil_rows (id uuid primary key, code text not null, count integer not null)',
  );
  send = sender(await signedInBrowser(app, 'host@example.com'));
});
afterAll(() => app.close());

describe('toAppError explains what only the database can check', () => {
  test('a duplicate of a unique value', async () => {
    const { slug } = await send('POST', '/api/tables/properties', newProperty());
    const words = 'Slug is already used by another row';
    const refusal = { status: 400, code: 'invalid', message: words, fields: { slug: words } };
    expect(await send('POST', '/api/tables/properties', newProperty({ slug }))).toMatchObject(refusal);
    const other = await send('POST', '/api/tables/properties', newProperty());
    expect(await send('PUT', `/api/tables/properties/${other.id}`, { slug })).toMatchObject(refusal);
  });

  test('a check of two fields', async () => {
    const words = 'Billing type and Billing period do not fit together';
    expect(await send('POST', '/api/tables/products', newProduct({ billing_period: 'week' }))).toMatchObject({
      status: 400,
      message: words,
      fields: { billing_type: words, billing_period: words },
    });
  });

  test('a trigger that raises a message', async () => {
    await send('POST', '/api/tables/redirects', { from_path: '/there', to_path: '/back' });
    const words = 'This redirect would lead back to where it begins';
    const loop = await send('POST', '/api/tables/redirects', { from_path: '/back', to_path: '/there' });
    expect(loop).toMatchObject({ status: 400, message: words, fields: { from_path: words, to_path: words } });
  });

  test('a check of one field', async () => {
    const { pool } = app.platform;
    await pool.query('alter table properties add constraint no_zoo check (title <> $$Zoo$$)');
    expect(await send('POST', '/api/tables/properties', newProperty({ title: 'Zoo' }))).toMatchObject({
      status: 400,
      fields: { title: 'Title is not valid' },
    });
    await pool.query('alter table properties drop constraint no_zoo');
  });

  test('a reference to a missing row', async () => {
    const property_id = '01890000-0000-7000-8000-000000000000';
    expect(await send('POST', '/api/tables/products', newProduct({ property_id }))).toMatchObject({
      status: 400,
      fields: { property_id: 'Property is not in Properties' },
    });
  });

  test('a row still referenced, naming the table that uses it', async () => {
    const { rows } = await app.platform.pool.query('select id from products limit 1');
    const { id } = rows[0];
    await app.platform.pool.query(
      `insert into checkouts (id, product_id, product_name, unit_amount_cents, currency, quantity, type, expires_at)
       values (gen_random_uuid(), $1, 'x', 100, 'usd', 1, 'payment', now())`,
      [id],
    );
    const answer = await send('DELETE', `/api/tables/products/${id}`);
    expect(answer).toMatchObject({ status: 409, code: 'conflict' });
    expect(answer.message).toBe('It is still used in checkouts, so it cannot be deleted.');
    expect(await send('GET', `/api/tables/products/${id}`)).toMatchObject({ status: 200 });
  });

  test('a number too large for its column', async () => {
    const answer = await send('POST', '/api/tables/evil_rows', { code: 'a', count: 2 ** 40 });
    expect(answer).toMatchObject({ status: 400, code: 'invalid' });
  });
});

test('a verb that a table does not allow is rejected with its title', async () => {
  const { rows } = await app.platform.pool.query(
    "insert into users (id, email) values (gen_random_uuid(), 'a@b.example') returning id",
  );
  for (const [method, path, verb] of [
    ['POST', '/api/tables/users', 'New rows cannot be added to People here.'],
    ['DELETE', `/api/tables/users/${rows[0].id}`, 'Rows cannot be deleted from People here.'],
    ['POST', '/api/tables/site_settings', 'New rows cannot be added to Site Settings here.'],
    ['DELETE', '/api/tables/site_settings/1', 'Rows cannot be deleted from Site Settings here.'],
    ['POST', '/api/tables/media', 'New rows cannot be added to Media here.'],
    ['POST', '/api/tables/purchases', 'New rows cannot be added to Purchases here.'],
    [
      'PUT',
      '/api/tables/purchases/01890000-0000-7000-8000-000000000000',
      'Rows cannot be changed in Purchases here.',
    ],
  ] as const) {
    expect(await send(method, path, method === 'DELETE' ? undefined : {})).toMatchObject({
      status: 403,
      code: 'forbidden',
      message: verb,
    });
  }
});

describe('a row of a numbered table', () => {
  test('gets the next number, never one in the trash', async () => {
    const one = await send('POST', '/api/tables/amenities', { name: 'Grill' });
    const two = await send('POST', '/api/tables/amenities', { name: 'Swing' });
    expect(two.id).toBe(one.id + 1);
    const { trashId } = await send('DELETE', `/api/tables/amenities/${two.id}`);
    expect(await send('POST', '/api/tables/amenities', { name: 'Sauna' })).toMatchObject({ id: two.id + 1 });
    expect(await send('POST', `/api/admin/trash/${trashId}/restore`)).toMatchObject({ row: { id: two.id } });
  });

  test('gets its own number when twelve are added at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        untilTaken(() =>
          send('POST', '/api/tables/reviews', { guest_name: `G${at}`, review_html: '<p>x</p>', rating: 5 }),
        ),
      ),
    );
    expect(made.map(({ status }) => status)).toEqual(Array(12).fill(201));
    expect(new Set(made.map(({ id }) => id)).size).toBe(12);
  });

  test('gets the first gap once the last number is taken, and none above 998', async () => {
    const { pool } = app.platform;
    await pool.query("insert into amenities (id, name) values (998, 'Last')");
    const { rows } = await pool.query(
      'select min(n)::integer as gap from generate_series(1, 998) as n where n not in (select id from amenities)',
    );
    expect(await send('POST', '/api/tables/amenities', { name: 'In the gap' })).toMatchObject({
      status: 201,
      id: rows[0].gap,
    });
    await pool.query(
      "insert into amenities (id, name) select n, 'x' from generate_series(1, 998) as n on conflict do nothing",
    );
    expect(await send('POST', '/api/tables/amenities', { name: 'Too many' })).toMatchObject({
      status: 409,
      message: 'Amenities is full: every number from 1 to 998 is taken by a row or by one in the trash.',
    });
    const taken = await pool.query('select count(*)::integer as count, max(id) from amenities');
    expect(taken.rows).toEqual([{ count: 998, max: 998 }]);
  });
});
