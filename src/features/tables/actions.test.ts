import { afterAll, describe, expect, test } from 'vitest';
import { testAppForHosts } from '../../../test/host.ts';
import { newPost, newProduct, newProperty } from '../../../test/rows.ts';
import { untilTaken } from '../../../test/until-taken.ts';
import { createLog } from '../../platform/observability/logger.server.ts';

const logged: string[] = [];
const { app, send } = await testAppForHosts({
  log: createLog('info', { write: (line) => logged.push(line) }),
});
afterAll(() => app.close());

const historyOf = async (table: string, id: unknown) =>
  (await send('GET', `/api/tables/${table}/${id}/history`)).data as Record<string, unknown>[];

describe('createRow', () => {
  test('responds with the row as the list and GET by id return it', async () => {
    const { status, ...made } = await send(
      'POST',
      '/api/tables/properties',
      newProperty({ title: '  Spaced  ' }),
    );
    expect(status).toBe(201);
    expect(made).toMatchObject({ title: 'Spaced', images: [], is_listed: true, position: 0, latitude: null });
    expect(made.id).toMatch(/^[0-9a-f-]{14}7/);
    expect(await send('GET', `/api/tables/properties/${made.id}`)).toEqual({ status: 200, ...made });
    const { data } = await send('GET', `/api/tables/properties?filters={"id":"${made.id}"}`);
    expect(data).toEqual([made]);
  });

  test('stores lists, moments, numbers and nulls in their columns’ types', async () => {
    const images = ['/media/a/1.jpg', 'https://example.com/"quoted", {braces}.jpg'].map(encodeURI);
    const home = await send('POST', '/api/tables/properties', newProperty({ images }));
    expect(home.images).toEqual(images);
    const post = await send('POST', '/api/tables/blog_posts', {
      ...newPost({ published_at: '2026-03-01T12:00:00+02:00', summary: '', author: null }),
    });
    expect(post).toMatchObject({
      status: 201,
      published_at: '2026-03-01T10:00:00.000Z',
      summary: null,
      author: 'PCB Beach Rentals',
    });
    const product = await send('POST', '/api/tables/products', newProduct({ property_id: '', images: [] }));
    expect(product).toMatchObject({ status: 201, property_id: null, images: [] });
  });

  test('stores a link to an upload on this site as its path, also in a list', async () => {
    const file = '/media/01890000-0000-7000-8000-000000000000/1800.jpg';
    const elsewhere = `https://example.com${file}`;
    const own = `${app.platform.settings.appUrl}${file}`;
    const images = [own.replace('http:', 'HTTP:'), file, elsewhere];
    const home = await send('POST', '/api/tables/properties', newProperty({ images }));
    expect(home).toMatchObject({ status: 201, images: [file, file, elsewhere] });
    const post = await send('POST', '/api/tables/blog_posts', newPost());
    for (const [sent, stored] of [
      [` ${own} `, file],
      [`${app.platform.settings.appUrl}/blog`, `${app.platform.settings.appUrl}/blog`],
    ]) {
      const set = { cover_image_url: sent };
      const changed = await send('PUT', `/api/tables/blog_posts/${post.id}`, set);
      expect(changed).toMatchObject({ status: 200, cover_image_url: stored });
    }
    const set = { banner_url: own };
    expect(await send('PUT', '/api/tables/site_settings/1', set)).toMatchObject({ banner_url: file });
  });

  test('stores an e-mail address trimmed and in lower case, as sign-in does', async () => {
    const inquiry = {
      name: 'Ann',
      email: ' Ann@Gmail.com ',
      property_title: 'Gull',
      check_in: '2027-07-05',
      check_out: '2027-07-09',
      guests: 2,
      status: 'new',
    };
    const made = await send('POST', '/api/tables/inquiries', inquiry);
    expect(made).toMatchObject({ status: 201, email: 'ann@gmail.com' });
    const set = { email: 'ANN@Example.com' };
    expect(await send('PUT', `/api/tables/inquiries/${made.id}`, set)).toMatchObject({
      status: 200,
      email: 'ann@example.com',
    });
    expect(await send('PUT', `/api/tables/inquiries/${made.id}`, { email: 'Ann@nowhere' })).toMatchObject({
      status: 400,
      fields: { email: 'Email is not a valid email' },
    });
  });

  test('rejects invalid fields with a message per field', async () => {
    const answer = await send(
      'POST',
      '/api/tables/properties',
      newProperty({ title: ' ', guests: 21, beds: '3' }),
    );
    expect(answer).toMatchObject({
      status: 400,
      code: 'invalid',
      message: 'Please check the highlighted fields',
      fields: {
        title: 'Title is required',
        guests: 'Guests cannot be greater than 20',
        beds: 'Beds must be a number',
      },
    });
    expect(await send('POST', '/api/tables/properties', [])).toMatchObject({ status: 400 });
    expect(await send('POST', '/api/tables/no_such_table', {})).toMatchObject({
      status: 404,
      code: 'notFound',
    });
  });

  test('T-65: ignores keys, read-only and unknown columns', async () => {
    const id = '01890000-0000-7000-8000-000000000000';
    const poisoned = `{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"prototype":1,
      "isAdmin":true,"role":"admin","id":"${id}","created_at":"2001-01-01T00:00:00Z","_version":"1","nope":1,
      ${JSON.stringify(newProperty()).slice(1)}`;
    const made = await send('POST', '/api/tables/properties', JSON.parse(poisoned));
    expect(made.status).toBe(201);
    expect(made.id).not.toBe(id);
    expect(made.created_at > '2026').toBe(true);
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
    const changed = await send('PUT', `/api/tables/properties/${made.id}`, {
      ...JSON.parse(poisoned),
      slug: made.slug,
      title: made.title,
      _version: undefined,
    });
    expect(changed).toEqual({ ...made, status: 200 });
    expect(await historyOf('properties', made.id)).toHaveLength(1);
    const onlyForbidden = { ids: [made.id], set: { id, created_at: '2001-01-01T00:00:00Z', isAdmin: true } };
    expect(await send('POST', '/api/tables/properties/bulk', onlyForbidden)).toEqual({
      status: 200,
      changed: 0,
    });
    expect(await send('GET', `/api/tables/properties/${made.id}`)).toEqual({ ...made, status: 200 });
  });
});

describe('updateRow', () => {
  test('keeps fields that were not sent, and sets updated_at', async () => {
    const made = await send('POST', '/api/tables/properties', newProperty());
    const changed = await send('PUT', `/api/tables/properties/${made.id}`, { guests: 8 });
    const { _version, updated_at } = changed;
    expect(changed).toEqual({ ...made, status: 200, guests: 8, _version, updated_at });
    expect(updated_at > made.updated_at).toBe(true);
    expect(_version).not.toBe(made._version);
  });

  test('sets updated_at in products, too', async () => {
    const { id } = await send('POST', '/api/tables/products', newProduct());
    await send('PUT', `/api/tables/products/${id}`, { name: 'Two weeks' });
    const { rows } = await app.platform.pool.query(
      'select updated_at > created_at as later from products where id = $1',
      [id],
    );
    expect(rows).toEqual([{ later: true }]);
  });

  test('writes no history entry and no version when nothing changes', async () => {
    const made = await send(
      'POST',
      '/api/tables/blog_posts',
      newPost({ published_at: '2026-03-01T12:00:00Z' }),
    );
    const again = await send('PUT', `/api/tables/blog_posts/${made.id}`, { ...made, status: undefined });
    expect(again).toEqual({ ...made, status: 200 });
    expect(await historyOf('blog_posts', made.id)).toHaveLength(1);
  });

  test('rejects an emptied required field and an unknown id', async () => {
    const made = await send('POST', '/api/tables/properties', newProperty());
    expect(await send('PUT', `/api/tables/properties/${made.id}`, { title: null })).toMatchObject({
      status: 400,
      message: 'Title is required',
      fields: { title: 'Title is required' },
    });
    for (const id of ['01890000-0000-7000-8000-000000000000', '1', '1e3', '0x1', "1;'", '%5B1%5D']) {
      expect(await send('PUT', `/api/tables/properties/${id}`, { title: 'x' })).toMatchObject({
        status: 404,
      });
      expect(await send('DELETE', `/api/tables/properties/${id}`)).toMatchObject({ status: 404 });
    }
  });

  test('T-70: one of two updates of one version succeeds, the other gets 409 with the current row', async () => {
    for (let round = 1; round <= 10; round += 1) {
      const { id, _version } = await send('POST', '/api/tables/properties', newProperty());
      const both = await Promise.all(
        ['Mine', 'Yours'].map((title) =>
          untilTaken(() => send('PUT', `/api/tables/properties/${id}`, { title, _version })),
        ),
      );
      const [won, lost] = both.toSorted((a, b) => a.status - b.status);
      expect([won?.status, lost?.status]).toEqual([200, 409]);
      expect(lost).toMatchObject({
        code: 'conflict',
        message: 'Somebody else has changed this row meanwhile.',
      });
      expect({ ...lost?.current, status: 200 }).toEqual(won);
      expect(await historyOf('properties', id)).toHaveLength(2);
    }
  });

  test('takes the version from If-Match; without one the last update wins', async () => {
    const { id, _version } = await send('POST', '/api/tables/properties', newProperty());
    const change = (title: string, match?: string) =>
      send('PUT', `/api/tables/properties/${id}`, { title }, match ? { 'If-Match': match } : {});
    expect(await change('One', `"${_version}"`)).toMatchObject({ status: 200, title: 'One' });
    expect(await change('Two', `"${_version}"`)).toMatchObject({ status: 409, current: { title: 'One' } });
    expect(await change('Two', '*')).toMatchObject({ status: 200, title: 'Two' });
    expect(await change('Three')).toMatchObject({ status: 200, title: 'Three' });
    expect(await send('PUT', `/api/tables/properties/${id}`, { title: 'x', _version: 7 })).toMatchObject({
      status: 400,
    });
  });
});

describe('row history', () => {
  test('lists who changed what when, newest first, and restores versions', async () => {
    const made = await send('POST', '/api/tables/properties', newProperty({ title: 'First' }));
    await send('PUT', `/api/tables/properties/${made.id}`, { title: 'Second', guests: 8 });
    await send('PUT', `/api/tables/properties/${made.id}`, { title: 'Third' });
    const entries = await historyOf('properties', made.id);
    expect(entries.map(({ action, by }) => [action, by])).toEqual([
      ['update', 'host@example.com'],
      ['update', 'host@example.com'],
      ['create', 'host@example.com'],
    ]);
    expect(entries[1]?.changes).toEqual({
      title: { before: 'First', after: 'Second' },
      guests: { before: 6, after: 8 },
    });
    expect(entries[2]?.changes).toMatchObject({
      title: { before: null, after: 'First' },
      created_at: { after: made.created_at },
    });
    const back = await send('POST', `/api/tables/properties/${made.id}/history/${entries[1]?.id}/restore`);
    expect(back).toMatchObject({ status: 200, title: 'Second', guests: 8 });
    const first = await send('POST', `/api/tables/properties/${made.id}/history/${entries[2]?.id}/restore`);
    const { _version, updated_at } = first;
    expect(first).toEqual({ ...made, status: 200, _version, updated_at });
    expect((await historyOf('properties', made.id))[0]).toMatchObject({ action: 'restore' });
  });

  test('restores the values from before the first recorded change', async () => {
    const { rows } = await app.platform.pool.query(
      "insert into amenities (id, name, description) values (950, 'Hammocks', 'In the shade') returning id",
    );
    const path = `/api/tables/amenities/${rows[0].id}`;
    await send('PUT', path, { name: 'Deck chairs', description: 'In the sun' });
    const [entry] = await historyOf('amenities', rows[0].id);
    const restore = (id: unknown, side: string) => send('POST', `${path}/history/${id}/restore?side=${side}`);
    expect(await restore(entry?.id, 'before')).toMatchObject({
      status: 200,
      name: 'Hammocks',
      description: 'In the shade',
    });
    expect(await restore(entry?.id, 'after')).toMatchObject({ status: 200, name: 'Deck chairs' });
    expect(await restore(entry?.id, 'aside')).toMatchObject({
      status: 400,
      fields: { side: expect.any(String) },
    });
    const made = await send('POST', '/api/tables/properties', newProperty());
    const [creation] = await historyOf('properties', made.id);
    expect(
      await send('POST', `/api/tables/properties/${made.id}/history/${creation?.id}/restore?side=before`),
    ).toMatchObject({ status: 400, message: 'There was no row before this entry.' });
  });

  test('rejects entries of another row or none, and deleted rows', async () => {
    const [one, two] = [
      await send('POST', '/api/tables/properties', newProperty()),
      await send('POST', '/api/tables/properties', newProperty()),
    ];
    const [entry] = await historyOf('properties', one.id);
    const restore = (id: unknown, of: unknown) =>
      send('POST', `/api/tables/properties/${of}/history/${id}/restore`);
    for (const id of [entry?.id, '0', '-1', '1e3', '999999999', '9'.repeat(30), 'x'])
      expect(await restore(id, two.id)).toMatchObject({ status: 404 });
    await send('DELETE', `/api/tables/properties/${one.id}`);
    expect(await restore(entry?.id, one.id)).toMatchObject({
      status: 404,
      message: 'This row is deleted. Restore it from the trash first.',
    });
    expect((await historyOf('properties', one.id))[0]).toMatchObject({
      action: 'delete',
      changes: { title: { before: one.title, after: null } },
    });
  });

  test('contains no column that the schema lacks', async () => {
    const { rows } = await app.platform.pool.query(
      `insert into users (id, email, google_issuer, google_subject) values (gen_random_uuid(), 'guest@example.com', 'i', 's')
       returning id`,
    );
    await app.platform.pool.query("update users set role = 'guest'  where email = 'guest@example.com'");
    const { settings } = app.platform;
    settings.adminEmails.push('guest@example.com');
    await send('PUT', `/api/tables/users/${rows[0].id}`, { role: 'admin' });
    settings.adminEmails.pop();
    expect(await historyOf('users', rows[0].id)).toMatchObject([
      { changes: { role: { before: 'guest', after: 'admin' } } },
    ]);
    const kept = await app.platform.pool.query('select after from audit_log where row_id = $1', [rows[0].id]);
    expect(Object.keys(kept.rows[0].after).sort()).toEqual(['created_at', 'email', 'id', 'name', 'role']);
  });
});

test('every write logs who, what and where, and never a value', async () => {
  logged.length = 0;
  const title = 'Not for the log';
  const { id } = await send('POST', '/api/tables/properties', newProperty({ title }));
  await send('PUT', `/api/tables/properties/${id}`, { title: `${title} either` });
  await send('POST', '/api/tables/properties/bulk', { ids: [id], set: { guests: 9 } });
  const [entry] = await historyOf('properties', id);
  await send('POST', `/api/tables/properties/${id}/history/${entry?.id}/restore`);
  const { trashId } = await send('DELETE', `/api/tables/properties/${id}`);
  await send('POST', `/api/admin/trash/${trashId}/restore`);
  const lines = logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'row-written');
  const { rows } = await app.platform.pool.query("select id from users where email = 'host@example.com'");
  expect(lines.map(({ verb }) => verb)).toEqual(['create', 'update', 'bulk update', 'delete', 'restore']);
  for (const line of lines) expect(line).toMatchObject({ table: 'properties', id, userId: rows[0].id });
  expect(logged.join()).not.toContain(title);
});
