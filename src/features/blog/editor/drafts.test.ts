import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { type Browser, signedInBrowser } from '../../../../test/sign-in.ts';
import type { ErrorBody } from '../../../shared/errors.ts';
import type { Draft, EditedPost, Post } from '../post.ts';

let app: TestApp;
let host: Browser;
let other: Browser;
let now = new Date('2027-03-01T12:00:00Z');
beforeAll(async () => {
  app = await testApp({ now: () => now, env: { ADMIN_EMAILS: 'host@example.com,other@example.com' } });
  host = await signedInBrowser(app, 'host@example.com');
  other = await signedInBrowser(app, 'other@example.com');
});
afterAll(() => app.close());

const json = async <T>(response: Promise<Response>): Promise<T> => (await (await response).json()) as T;
const draftOf = async (key: string, as = host) =>
  (await json<{ draft: Draft | null }>(as.request('GET', `/api/blog/${key}/draft`))).draft;
const keep = (key: string, content: object, as = host, base_version: string | null = null) =>
  as.request('PUT', `/api/blog/${key}/draft`, { json: { content, base_version } });
const write = (slug: string, more: object = {}) =>
  json<EditedPost>(
    host.request('POST', '/api/blog', {
      json: { title: slug, slug, html_rich_text: '<p>Sand.</p>', ...more },
    }),
  );

const untouched = {
  title: '',
  slug: '',
  summary: '',
  html_rich_text: '',
  author: '',
  cover_image_url: '',
  tags: [],
};

test('saveDraft stores incomplete, sanitized content without unknown fields', async () => {
  const response = await keep('new', {
    title: 'A\0 ',
    html_rich_text: '<p onclick="x()">Sand</p>',
    tags: ['Food', 'food', 5],
    slug: 7,
    role: 'admin',
  });
  expect([response.status, await response.json()]).toEqual([200, { saved_at: now.toISOString() }]);
  expect(await draftOf('new')).toEqual({
    content: { ...untouched, title: 'A ', html_rich_text: '<p>Sand</p>', tags: ['Food'] },
    base_version: null,
    saved_at: now.toISOString(),
  });
});

test('saveDraft stores a valid publication choice and drops others', async () => {
  const publication = { choice: 'later', at: '2027-07-04T14:00:00.000Z' };
  await keep('new', { title: 'A', publication: { ...publication, role: 'admin' } });
  expect((await draftOf('new'))?.content).toEqual({ ...untouched, title: 'A', publication });
  await keep('new', { title: 'A', publication: { choice: 'soon', at: 7 } });
  expect((await draftOf('new'))?.content).toEqual({ ...untouched, title: 'A' });
});

test('saveDraft replaces the earlier draft of the same host and post', async () => {
  const post = await write('kept');
  await keep('new', { title: 'One' });
  now = new Date('2027-03-01T12:00:10Z');
  await keep('new', { title: 'Two' });
  await keep(post.id, { title: 'Three' }, host, post._version);
  await keep('new', { title: 'Four' }, other);
  expect(await draftOf('new')).toMatchObject({ content: { title: 'Two' }, saved_at: now.toISOString() });
  expect(await draftOf(post.id)).toMatchObject({ content: { title: 'Three' }, base_version: post._version });
  expect(await draftOf('new', other)).toMatchObject({ content: { title: 'Four' } });
  expect(await draftOf(post.id, other)).toBeNull();
});

test('a draft is deleted on request and when its post is saved', async () => {
  await keep('new', { title: 'One' });
  expect(await json(host.request('DELETE', '/api/blog/new/draft'))).toEqual({ success: true });
  expect(await draftOf('new')).toBeNull();
  await keep('new', { title: 'Two' });
  const post = await write('became');
  expect(await draftOf('new')).toBeNull();
  await keep(post.id, { title: 'Three' });
  await keep(post.id, { title: 'Theirs' }, other);
  await host.request('PUT', `/api/blog/${post.id}`, { json: { title: 'Three' } });
  expect(await draftOf(post.id)).toBeNull();
  expect(await draftOf(post.id, other)).not.toBeNull();
});

test('a draft that was neither restored nor discarded stays when another text is saved', async () => {
  await keep('new', { title: 'Half-written' });
  const json = { title: 'Another', slug: 'another', html_rich_text: '<p>Sand.</p>' };
  const created = await host.request('POST', '/api/blog?retain_draft=true', { json });
  expect(created.status).toBe(201);
  expect(await draftOf('new')).toMatchObject({ content: { title: 'Half-written' } });
  const { id } = (await created.json()) as EditedPost;
  await keep(id, { title: 'Older' });
  const changed = await host.request('PUT', `/api/blog/${id}?retain_draft=true`, {
    json: { title: 'Newer' },
  });
  expect(changed.status).toBe(200);
  expect(await draftOf(id)).toMatchObject({ content: { title: 'Older' } });
});

test('a rejected post keeps its draft', async () => {
  await write('taken');
  await keep('new', { title: 'Mine' });
  const refused = { json: { title: 'x', slug: 'taken', html_rich_text: '<p>x</p>' } };
  expect((await host.request('POST', '/api/blog', refused)).status).toBe(409);
  expect(await draftOf('new')).not.toBeNull();
});

test('saveDraft changes neither the post nor any cache', async () => {
  const post = await write('unchanged');
  await keep(post.id, { title: 'Other', slug: 'other', html_rich_text: '<p>Other.</p>' });
  expect(await json(app.request('GET', '/api/blog/unchanged'))).toMatchObject({ title: 'unchanged' });
  const { rows } = await app.platform.pool.query(
    `select tgname from pg_trigger where tgrelid = 'blog_drafts'::regclass and not tgisinternal`,
  );
  expect(rows).toEqual([]);
});

test('previewDraft shows the post with the draft’s content', async () => {
  const post = await write('seen', { tags: ['Food'], author: 'Ada' });
  const preview = () => json<Post>(host.request('GET', `/api/blog/${post.id}/preview`));
  expect(await preview()).toMatchObject({ title: 'seen', tags: ['Food'], html_rich_text: '<p>Sand.</p>' });
  await keep(post.id, { title: 'Typed', author: '', html_rich_text: '<h1 id="hero">Shells</h1>' });
  expect(await preview()).toMatchObject({
    title: 'Typed',
    author: 'PCB Beach Rentals',
    html_rich_text: '<h2>Shells</h2>',
    id: post.id,
  });
  await keep('new', { title: 'New' }, other);
  expect(await json(other.request('GET', '/api/blog/new/preview'))).toMatchObject({
    title: 'New',
    published_at: now.toISOString(),
  });
});

test.each(['', '/draft', '/preview'])('the draft calls%s of an unknown post respond 404', async (path) => {
  for (const key of ['01890000-0000-7000-8000-000000000000', 'no-uuid']) {
    const response = await host.request('GET', `/api/blog/${key}${path}`);
    expect([response.status, (await json<ErrorBody>(Promise.resolve(response))).message]).toEqual([
      404,
      'Blog post not found',
    ]);
  }
  await host.request('DELETE', '/api/blog/new/draft');
  expect((await host.request('GET', '/api/blog/new/preview')).status).toBe(404);
  expect((await keep('no-uuid', {})).status).toBe(404);
});

test.each([null, 'x', 5])('saveDraft rejects the content %j', async (content) => {
  const response = await host.request('PUT', '/api/blog/new/draft', { json: { content } });
  expect([response.status, (await json<ErrorBody>(Promise.resolve(response))).message]).toEqual([
    400,
    'A draft has content.',
  ]);
});
