import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { noFiles } from '../../../../test/seed-without-files.ts';
import { type Browser, signedInBrowser } from '../../../../test/sign-in.ts';
import { upload } from '../../../../test/uploads.ts';
import { seed } from '../../../seed/seed.server.ts';
import { newId } from '../../../shared/uuid.server.ts';
import type { LibraryMedia, Media, MediaUse } from '../contract.server.ts';

let app: TestApp;
let host: Browser;
beforeAll(async () => {
  app = await testApp();
  host = await signedInBrowser(app, 'host@example.com');
  await seed(app.platform.db, noFiles, { withExamples: true });
  await app.platform.pool.query('delete from media');
});
afterAll(() => app.close());
beforeEach(() => app.platform.pool.query('delete from media'));

const sql = (text: string, values: unknown[] = []) => app.platform.pool.query(text, values);

async function newFile(name = 'rules.txt'): Promise<Media> {
  return ((await (await upload(host, 'file', 'Rules', name)).json()) as { media: Media }).media;
}

async function library(query = ''): Promise<{ data: LibraryMedia[]; total: number }> {
  const response = await host.request('GET', `/api/admin/media${query}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  return (await response.json()) as { data: LibraryMedia[]; total: number };
}

async function usesOf({ id }: { id: string }): Promise<MediaUse[]> {
  return ((await (await host.request('GET', `/api/admin/media/${id}/uses`)).json()) as { data: MediaUse[] })
    .data;
}

const remove = async (ids: unknown) =>
  host.request('POST', '/api/admin/media/delete-unused', { json: { ids } });

test('the library lists the newest first, and searches by name, alternative text and kind', async () => {
  const first = await newFile('First 100%.txt');
  const second = await newFile('second.csv');
  await sql(`update media set alt = 'A pelican' where id = $1`, [second.id]);
  const { data, total } = await library();
  expect([data.map(({ id }) => id), total]).toEqual([[second.id, first.id], 2]);
  expect(data[1]).toEqual({ ...first, uses: 0 });
  const found = async (query: string) => (await library(query)).data.map(({ originalName }) => originalName);
  expect(await found('?search=100%25')).toEqual(['First 100%.txt']);
  expect(await found('?search=PELICAN')).toEqual(['second.csv']);
  expect(await found('?search=_')).toEqual([]);
  expect(await found('?kind=image')).toEqual([]);
  expect(await found('?kind=file&search=first')).toEqual(['First 100%.txt']);
});

test('a page holds 48, with the total on every page', async () => {
  await sql(
    `insert into media (id, kind, type, size_bytes, original_name, file_name)
     select gen_random_uuid(), 'file', 'text/plain', 1, 'f' || n, 'f.txt' from generate_series(1, 50) as n`,
  );
  expect((await library()).data).toHaveLength(48);
  expect(await library('?page=2')).toMatchObject({ total: 50, data: expect.objectContaining({ length: 2 }) });
  expect(await library('?page=3')).toEqual({ total: 50, data: [] });
});

test('usages include lists, links and rich texts', async () => {
  const file = await newFile();
  const [listed, linked, written] = [newId(), newId(), newId()];
  await sql(`update properties set images = array['/x.jpg', $1] where slug = 'sunset-villa'`, [
    `/media/${file.id}/1800.jpg`,
  ]);
  await sql(`update site_settings set terms_url = $1, property_manager_host_picture_url = $2`, [
    file.url,
    `/media/${file.id}/480.jpg`,
  ]);
  await sql(`insert into blog_posts (id, slug, title, html_rich_text) values ($1, 'a-post', 'A post', $2)`, [
    written,
    `<p><img src="/media/${file.id}/800.jpg"><a href="${file.url}">Rules</a></p>`,
  ]);
  const uses = await usesOf(file);
  expect(uses.map(({ table, label, field }) => [table, label, field]).sort()).toEqual([
    ['blog_posts', 'A post', 'html_rich_text'],
    ['properties', 'Sunset Villa', 'images'],
    ['site_settings', expect.any(String), 'property_manager_host_picture_url'],
    ['site_settings', expect.any(String), 'terms_url'],
  ]);
  expect(uses.find(({ table }) => table === 'blog_posts')).toMatchObject({
    rowId: written,
    title: 'Blog Posts',
    fieldTitle: 'Content',
  });
  expect((await library()).data).toMatchObject([{ id: file.id, uses: 3 }]);
  expect((await library('?unused=true')).data).toEqual([]);
  expect(await (await remove([file.id, listed, linked])).json()).toEqual({ deleted: 0 });
});

test('usages include drafts and deleted rows', async () => {
  const [drafted, trashed] = [await newFile(), await newFile()];
  await sql(
    `insert into blog_drafts (id, user_id, content, saved_at)
     select $1, id, jsonb_build_object('title', 'Soon', 'html_rich_text', $2::text), now() from users`,
    [newId(), `<img src="${drafted.url}">`],
  );
  await sql(
    `insert into deleted_rows (id, table_name, row_id, label, row, deleted_by_email, deleted_at, expires_at)
     values ($1, 'products', $2, 'A week', jsonb_build_object('images', array[$3]), 'host@example.com', now(), now())`,
    [newId(), newId(), trashed.url],
  );
  expect(await usesOf(drafted)).toMatchObject([{ title: 'Drafts of posts', label: 'Soon' }]);
  expect(await usesOf(trashed)).toMatchObject([
    { table: 'products', title: 'Products (deleted)', label: 'A week' },
  ]);
  expect(await (await remove([drafted.id, trashed.id])).json()).toEqual({ deleted: 0 });
});

test("usages exclude guests' rows, deleted ones too", async () => {
  const file = await newFile();
  await sql(
    `insert into inquiries (id, name, email, property_title, check_in, check_out, guests, message)
     values ($1, 'Eve', 'eve@example.com', 'Sunset Villa', '2027-05-01', '2027-05-08', 2, $2)`,
    [newId(), `Is ${file.url} still true?`],
  );
  await sql(
    `insert into deleted_rows (id, table_name, row_id, label, row, deleted_by_email, deleted_at, expires_at)
     values ($1, 'inquiries', $2, 'Eve', jsonb_build_object('message', $3::text), 'host@example.com', now(), now())`,
    [newId(), newId(), file.url],
  );
  expect(await usesOf(file)).toEqual([]);
  expect((await library('?unused=true')).data).toMatchObject([{ id: file.id, uses: 0 }]);
  expect(await (await remove([file.id])).json()).toEqual({ deleted: 1 });
});

test('deleteUnused moves unused uploads to the trash, audited, and keeps their files until the purge', async () => {
  const file = await newFile('old.txt');
  expect((await library('?unused=true')).data).toMatchObject([{ id: file.id }]);
  expect(await (await remove([file.id])).json()).toEqual({ deleted: 1 });
  expect(await library()).toEqual({ data: [], total: 0 });
  const { rows: trash } = await sql(
    `select row_id, label, deleted_by_email, row ->> 'file_name' as name,
       round(extract(epoch from expires_at - deleted_at) / 86400)::int as days
     from deleted_rows where table_name = 'media' and row_id = $1`,
    [file.id],
  );
  expect(trash).toEqual([
    { row_id: file.id, label: 'old.txt', deleted_by_email: 'host@example.com', name: 'old.txt', days: 30 },
  ]);
  const { rows: history } = await sql(
    `select action from audit_log where table_name = 'media' and row_id = $1 order by id`,
    [file.id],
  );
  expect(history).toEqual([{ action: 'create' }, { action: 'delete' }]);
  expect(await app.platform.storage.get(`files/${file.id}/content.bin`)).not.toBeNull();
  expect(await (await remove([file.id])).json()).toEqual({ deleted: 0 });
});

test('usages search every column that may hold links', async () => {
  const { rows } = await sql(
    `select table_name, column_name from information_schema.columns
     where table_schema = 'public' and (data_type = 'text' or udt_name = '_text')
       and column_name ~ 'url|link|image|photo|html' and table_name = any($1)`,
    [app.platform.tables.map(({ tableName }) => tableName).filter((name) => name !== 'media')],
  );
  expect(rows.length).toBeGreaterThan(10);
  for (const { table_name, column_name } of rows) {
    const table = app.platform.tables.find(({ tableName }) => tableName === table_name);
    expect(Object.keys(table?.schema.properties ?? {}), table_name).toContain(column_name);
  }
});

test.each([
  ['?page=0', 'page'],
  ['?page=1e9', 'page'],
  ['?kind=svg', 'kind'],
  ['?unused=yes', 'unused'],
  ['?search=a&search=b', 'search'],
  ['?sort=id', 'sort'],
  ['?__proto__[x]=1', '__proto__[x]'],
  ['?__proto__=1', '__proto__'],
  [`?search=${'x'.repeat(201)}`, 'search'],
])('GET /api/admin/media rejects %s', async (query, field) => {
  const response = await host.request('GET', `/api/admin/media${query}`);
  expect(response.status).toBe(400);
  expect(Object.keys(((await response.json()) as { fields: object }).fields)).toEqual([field]);
});

test.each([
  ['POST', '/api/upload/media?alt=x&alt=y'],
  ['POST', '/api/upload/file?__proto__=1'],
  ['GET', `/api/admin/media/${newId()}/uses?page=1`],
  ['POST', '/api/admin/media/delete-unused?all=true'],
])('T-73: %s %s rejects unknown parameters', async (method, place) => {
  const response = await host.request(method, place);
  expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid' }]);
});

test.each<[string, unknown]>([
  ['none', []],
  ['a text', 'x'],
  ['no UUIDs', ['x']],
  ['numbers', [1]],
  ['nothing', null],
  ['too many', Array(1001).fill(newId())],
  ['an attack', ["'; drop table media; --"]],
])('delete-unused rejects %s in place of ids', async (_, ids) => {
  const response = await remove(ids);
  expect([response.status, ((await response.json()) as { fields: object }).fields]).toEqual([
    400,
    { ids: 'Please name 1 to 1000 uploads by their ids' },
  ]);
});

test('the uses of an unknown upload are 404', async () => {
  for (const id of [newId(), 'x', "'%20or%201=1"])
    expect((await host.request('GET', `/api/admin/media/${id}/uses`)).status).toBe(404);
});

test('every call of the library rejects non-admins', async () => {
  const guest = await signedInBrowser(app, 'guest@example.com');
  const calls: [string, string, object?][] = [
    ['GET', '/api/admin/media?page=0'],
    ['GET', `/api/admin/media/${newId()}/uses`],
    ['POST', '/api/admin/media/delete-unused', { ids: 'x' }],
  ];
  for (const [method, place, json] of calls) {
    expect((await cookieBrowser(app).request(method, place, { json })).status).toBe(401);
    expect((await guest.request(method, place, { json })).status).toBe(403);
  }
});
