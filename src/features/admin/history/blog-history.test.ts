import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { type Answer, newPost, sendCsv, sender } from '../../../../test/rows.ts';
import { type Browser, signedInBrowser } from '../../../../test/sign-in.ts';
import { purgeExpiredTrash } from '../trash/actions.server.ts';
import type { TrashEntry } from '../trash/contract.server.ts';
import type { HistoryEntry } from './contract.server.ts';

const dayMs = 86_400_000;
let app: TestApp;
let host: Browser;
let send: ReturnType<typeof sender>;
let now = new Date('2027-03-01T12:00:00Z');
beforeAll(async () => {
  app = await testApp({ now: () => now });
  host = await signedInBrowser(app, 'host@example.com');
  send = sender(host);
});
afterAll(() => app.close());

const write = (more: object = {}): Promise<Answer> => send('POST', '/api/blog', newPost(more));
const historyOf = async (id: unknown): Promise<HistoryEntry[]> =>
  (await send('GET', `/api/tables/blog_posts/${id}/history`)).data;
const trashed = async (id: unknown): Promise<TrashEntry | undefined> =>
  (await send('GET', '/api/admin/trash?table=blog_posts')).data.find((one: TrashEntry) => one.rowId === id);

test('the blog’s editor records who changed what when, with the values before', async () => {
  const post = await write({ title: 'Sand', tags: ['Food'] });
  now = new Date(now.getTime() + 60_000);
  await send('PUT', `/api/blog/${post.id}`, { title: 'White sand', tags: ['Food', 'Beach'] });
  const [changed, created, ...more] = await historyOf(post.id);
  expect(more).toEqual([]);
  expect(changed).toEqual({
    id: expect.any(String),
    action: 'update',
    at: now.toISOString(),
    by: 'host@example.com',
    changes: {
      title: { before: 'Sand', after: 'White sand' },
      tags: { before: ['Food'], after: ['Food', 'Beach'] },
    },
  });
  expect(created).toMatchObject({
    action: 'create',
    at: post.created_at,
    by: 'host@example.com',
    changes: { title: { before: null, after: 'Sand' }, slug: { before: null, after: post.slug } },
  });
});

test('the blog and the admin share one history whose versions can be restored', async () => {
  const post = await write({ title: 'First' });
  await send('PUT', `/api/tables/blog_posts/${post.id}`, { title: 'Second' });
  await send('PUT', `/api/blog/${post.id}`, { title: 'Third' });
  const entries = await historyOf(post.id);
  expect(entries.map(({ changes }) => changes.title?.after)).toEqual(['Third', 'Second', 'First']);
  const path = `/api/tables/blog_posts/${post.id}/history/${entries[2]?.id}/restore?side=after`;
  expect(await send('POST', path)).toMatchObject({ status: 200 });
  expect(await send('GET', `/api/blog/${post.slug}`)).toMatchObject({ title: 'First' });
});

test('the blog and the admin write posts by the same rules', async () => {
  await send('PUT', '/api/tables/site_settings/1', { business_name: 'Gulf Stays' });
  const nineTags = [...'abcdefghi'];
  for (const path of ['/api/blog', '/api/tables/blog_posts']) {
    const { id, ...post } = await send(
      'POST',
      path,
      newPost({ title: `Crabs & ${path}`, slug: '', author: ' ' }),
    );
    expect(post).toMatchObject({ status: 201, author: 'Gulf Stays' });
    expect(post.slug).toMatch(/^crabs-/);
    const change = (more: object) => send('PUT', `${path}/${id}`, more);
    expect(await change({ tags: [' Beach days ', 'beach-days'] })).toMatchObject({ tags: ['Beach days'] });
    const fields = { tags: 'Tags cannot be more than 8' };
    expect(await change({ tags: nineTags })).toMatchObject({ status: 400, fields });
    expect(await send('POST', path, newPost({ tags: nineTags }))).toMatchObject({ status: 400, fields });
    expect(await change({ author: 'Ada' })).toMatchObject({ author: 'Ada' });
    expect(await change({ author: '' })).toMatchObject({ author: 'Gulf Stays' });
  }
  await send('PUT', '/api/tables/site_settings/1', { business_name: 'PCB Beach Rentals' });
});

test('a post that holds too many tags already can be saved, imported and restored with them', async () => {
  const nineTags = [...'abcdefghi'];
  const { id } = await write({ title: 'Before' });
  await app.platform.pool.query('update blog_posts set tags = $2 where id = $1', [id, nineTags]);
  for (const path of ['/api/blog', '/api/tables/blog_posts'])
    expect(await send('PUT', `${path}/${id}`, { title: path, tags: nineTags })).toMatchObject({
      status: 200,
      title: path,
      tags: nineTags,
    });
  const [entry] = await historyOf(id);
  const restore = `/api/tables/blog_posts/${id}/history/${entry?.id}/restore?side=before`;
  expect(await send('POST', restore)).toMatchObject({ status: 200, title: '/api/blog' });

  const importTags = (tags: string[], of = id) =>
    sendCsv(
      host,
      'blog_posts',
      `id,title,slug,html_rich_text,tags\n${of},x,nine,<p>x</p>,"${tags.join('\n')}"\n`,
    );
  const exported = await (await host.request('GET', '/api/tables/blog_posts/export')).text();
  expect(await sendCsv(host, 'blog_posts', exported, true)).toMatchObject({ status: 200, errorCount: 0 });
  const errors = [{ line: 2, field: 'tags', message: 'Tags cannot be more than 8' }];
  expect(await importTags(nineTags)).toMatchObject({ errorCount: 0 });
  expect(await importTags(nineTags.toReversed())).toMatchObject({ errors });
  expect(await importTags(nineTags, '')).toMatchObject({ errors });
});

test('an import of posts without author reads the name of the business once', async () => {
  const select = vi.spyOn(app.platform.db, 'selectFrom');
  const csv = `title,slug,html_rich_text,author\n${[1, 2, 3].map((at) => `x,import-${at},<p>x</p>,\n`).join('')}`;
  expect(await sendCsv(host, 'blog_posts', csv)).toMatchObject({ creates: 3, errorCount: 0 });
  expect(select.mock.calls.filter(([table]) => (table as unknown) === 'site_settings')).toHaveLength(1);
  select.mockRestore();
});

test('rejected and empty changes leave no history entry', async () => {
  const [post, other] = [await write(), await write()];
  expect((await send('POST', '/api/blog', newPost({ slug: post.slug }))).status).toBe(409);
  expect((await send('PUT', `/api/blog/${post.id}`, { slug: other.slug })).status).toBe(409);
  expect((await send('PUT', `/api/blog/${post.id}`, { title: 'x', _version: '1' })).status).toBe(409);
  const { status: _, ...same } = post;
  expect(await send('PUT', `/api/blog/${post.id}`, same)).toEqual({ ...same, status: 200 });
  expect((await historyOf(post.id)).map(({ action }) => action)).toEqual(['create']);
});

test('a post deleted on the blog lies in the trash for 30 days and is restored as it was', async () => {
  const { status: _, ...post } = await write({ title: 'Shells', summary: 'Pink', tags: ['Beach'] });
  expect(await send('DELETE', `/api/blog/${post.id}`)).toEqual({ status: 200, success: true });
  expect((await send('GET', `/api/blog/${post.slug}`)).status).toBe(404);
  const gone = await trashed(post.id);
  expect(gone).toEqual({
    trashId: expect.any(String),
    table: 'blog_posts',
    rowId: post.id,
    label: 'Shells',
    deletedAt: now.toISOString(),
    deletedBy: 'host@example.com',
    expiresAt: new Date(now.getTime() + 30 * dayMs).toISOString(),
  });
  expect(await send('POST', `/api/admin/trash/${gone?.trashId}/restore`)).toMatchObject({ status: 200 });
  expect(await send('GET', `/api/blog/${post.id}`)).toEqual({
    ...post,
    _version: expect.any(String),
    status: 200,
  });
  expect((await historyOf(post.id)).map(({ action }) => action)).toEqual(['restore', 'delete', 'create']);
  expect(await trashed(post.id)).toBeUndefined();
});

const slugAt = async (address: string): Promise<string | undefined> =>
  (await send('GET', `/api/blog/${address}`)).slug;

/** A post in the trash that had two other slugs before. */
async function deletedAfterMoves(name: string) {
  const { id } = await write({ slug: `${name}-1` });
  await send('PUT', `/api/blog/${id}`, { slug: `${name}-2` });
  await send('PUT', `/api/blog/${id}`, { slug: `${name}-3` });
  expect((await send('DELETE', `/api/blog/${id}`)).status).toBe(200);
  for (const address of [1, 2, 3]) expect(await slugAt(`${name}-${address}`)).toBeUndefined();
  const trashId = (await trashed(id))?.trashId;
  return { id, restore: () => send('POST', `/api/admin/trash/${trashId}/restore`) };
}

test('a restored post is found at every slug it had', async () => {
  const { restore } = await deletedAfterMoves('shells');
  expect((await restore()).status).toBe(200);
  for (const address of [1, 2, 3]) expect(await slugAt(`shells-${address}`)).toBe('shells-3');
});

test('a slug that another post has taken since stays with that post, also once it has moved on', async () => {
  const { restore } = await deletedAfterMoves('crabs');
  const other = await write({ slug: 'crabs-1' });
  const another = await write({ slug: 'crabs-2' });
  await send('PUT', `/api/blog/${another.id}`, { slug: 'dolphins' });
  expect((await restore()).status).toBe(200);
  expect(await send('GET', '/api/blog/crabs-1')).toMatchObject({ id: other.id, slug: 'crabs-1' });
  expect(await send('GET', '/api/blog/crabs-2')).toMatchObject({ id: another.id, slug: 'dolphins' });
  expect(await slugAt('crabs-3')).toBe('crabs-3');
});

test('purging the trash deletes former slugs', async () => {
  const gone = await deletedAfterMoves('turtles');
  const stays = await write({ slug: 'rays-1' });
  await send('PUT', `/api/blog/${stays.id}`, { slug: 'rays-2' });
  now = new Date(now.getTime() + 31 * dayMs);
  await purgeExpiredTrash(app.ctx);
  const { rows } = await app.platform.pool.query(
    'select slug from blog_slug_history where post_id in ($1, $2)',
    [gone.id, stays.id],
  );
  expect(rows).toEqual([{ slug: 'rays-1' }]);
});
