import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { type Browser, signedInBrowser } from '../../../../test/sign-in.ts';
import { untilTaken } from '../../../../test/until-taken.ts';
import type { ErrorBody } from '../../../shared/errors.ts';
import type { EditedPost, Post, PostPreview } from '../post.ts';

let app: TestApp;
let host: Browser;
let guest: Browser;
let now = new Date('2027-03-01T12:00:00Z');
beforeAll(async () => {
  app = await testApp({ now: () => now });
  host = await signedInBrowser(app, 'host@example.com');
  guest = await signedInBrowser(app, 'guest@example.com');
});
afterAll(() => app.close());

let count = 0;
/** A post that no other test has written. */
const post = (more: object = {}) => {
  count += 1;
  return { title: `Post ${count}`, slug: `post-${count}`, html_rich_text: '<p>Sand.</p>', ...more };
};

const json = async <T>(response: Response | Promise<Response>): Promise<T> =>
  (await (await response).json()) as T;
const write = async (more: object = {}) => {
  const response = await host.request('POST', '/api/blog', { json: post(more) });
  expect(response.status).toBe(201);
  return json<EditedPost>(response);
};
const change = (id: string, body: object) =>
  untilTaken(() => host.request('PUT', `/api/blog/${id}`, { json: body }));
const read = (key: string, as: Pick<Browser, 'request'> = app) => as.request('GET', `/api/blog/${key}`);

const anything = '01890000-0000-7000-8000-000000000000';
const calls: [string, string][] = [
  ['POST', '/api/blog'],
  ['PUT', `/api/blog/${anything}`],
  ['DELETE', `/api/blog/${anything}`],
  ['GET', '/api/blog?drafts=true'],
  ['GET', '/api/blog/new/draft'],
  ['PUT', '/api/blog/new/draft'],
  ['DELETE', '/api/blog/new/draft'],
  ['GET', '/api/blog/new/preview'],
];

test.each(calls)('%s %s rejects non-admins before the body is read', async (method, path) => {
  // If the body, which is not JSON, were read, its rejection would come first.
  const sent = method === 'GET' ? {} : { body: '{', headers: { 'Content-Type': 'application/json' } };
  const anonymous = await app.request(method, path, sent);
  expect([anonymous.status, (await json<ErrorBody>(anonymous)).error]).toEqual([
    401,
    'Please sign in first.',
  ]);
  const signedIn = await guest.request(method, path, sent);
  expect([signedIn.status, (await json<ErrorBody>(signedIn)).code]).toEqual([403, 'forbidden']);
});

test('a post without date and author is published at once by the business', async () => {
  const { _version, ...written } = await write({
    summary: 'Warm',
    tags: [' Beach days ', 'beach-days', 'Food'],
  });
  expect(written).toMatchObject({
    author: 'PCB Beach Rentals',
    summary: 'Warm',
    tags: ['Beach days', 'Food'],
    published_at: now.toISOString(),
    created_at: now.toISOString(),
    cover: null,
    reading_minutes: 1,
  });
  expect(_version).toMatch(/^\d+$/);
  const shown = await json<Post>(read(written.slug));
  expect(shown).toMatchObject({ id: written.id, html_rich_text: '<p>Sand.</p>', word_count: 1 });
  expect((await json<PostPreview[]>(app.request('GET', '/api/blog'))).map(({ id }) => id)).toContain(
    written.id,
  );
});

test('drafts and scheduled posts are visible only to admins', async () => {
  const draft = await write({ published_at: null });
  const later = await write({ published_at: '2027-03-02T12:00:00Z' });
  for (const { id, slug } of [draft, later]) {
    for (const key of [id, slug]) {
      for (const reader of [app, guest]) {
        const response = await read(key, reader);
        expect([response.status, (await json<ErrorBody>(response)).message]).toEqual([
          404,
          'Blog post not found',
        ]);
      }
      expect((await read(key, host)).status).toBe(200);
    }
  }
  const ids = (list: PostPreview[]) => list.map(({ id }) => id);
  const everything = ids(await json(host.request('GET', '/api/blog?drafts=true')));
  expect(everything).toEqual(expect.arrayContaining([draft.id, later.id]));
  for (const reader of [app, guest, host]) {
    const list = ids(await json(reader.request('GET', '/api/blog')));
    expect(list).not.toEqual(expect.arrayContaining([draft.id]));
    expect(list).not.toEqual(expect.arrayContaining([later.id]));
  }
  now = new Date('2027-03-02T12:00:01Z');
  expect((await read(later.slug)).status).toBe(200);
});

test('responses for admins are not cached', async () => {
  const draft = await write({ published_at: null });
  const paths = [`/api/blog/${draft.slug}`, '/api/blog?drafts=true', `/api/blog/${draft.id}`];
  for (const path of paths) {
    const response = await host.request('GET', path);
    expect([path, response.status, response.headers.get('Cache-Control')]).toEqual([
      path,
      200,
      'private, no-store',
    ]);
  }
  expect((await app.request('GET', '/api/blog')).headers.get('Cache-Control')).toBe('public, no-cache');
});

test('a post may be cached by its slug until content changes, but not by its id', async () => {
  const { id, slug } = await write();
  const cacheControl = async (key: string) => (await read(key)).headers.get('Cache-Control');
  expect(await cacheControl(slug)).toBe('public, no-cache');
  expect(await cacheControl(id)).toBeNull();
});

test('an unknown slug or id responds 404', async () => {
  for (const key of ['nothing', anything, 'NOTHING', 'a--b', 'new', '%00']) {
    const response = await read(key);
    expect([response.status, (await json<ErrorBody>(response)).error]).toEqual([404, 'Blog post not found']);
  }
});

test.each([
  [{ title: '' }, { title: 'Title is required' }],
  [{ title: 'x'.repeat(201) }, { title: 'Title cannot exceed 200 characters' }],
  [{ slug: 'Not a slug' }, { slug: 'Slug is not valid' }],
  [{ slug: anything }, { slug: 'Slug is not valid: it looks like an id of the site. Try some words' }],
  [{ slug: 'new' }, { slug: 'Slug is not valid: the site has a page of its own at “new”. Try “new-1”' }],
  [{ slug: 'edit' }, { slug: 'Slug is not valid: the site has a page of its own at “edit”. Try “edit-1”' }],
  [{ slug: 'x'.repeat(101) }, { slug: 'Slug cannot exceed 100 characters' }],
  [{ title: '!!!', slug: '' }, { slug: 'Slug is required' }],
  [{ summary: 'x'.repeat(501) }, { summary: 'Summary cannot exceed 500 characters' }],
  [{ html_rich_text: ' ' }, { html_rich_text: 'Content is required' }],
  [{ html_rich_text: '<p></p>' }, { html_rich_text: 'Content is required' }],
  [{ html_rich_text: '<p>   </p>' }, { html_rich_text: 'Content is required' }],
  [{ html_rich_text: '<p>&nbsp;<br>\u200b</p>' }, { html_rich_text: 'Content is required' }],
  [{ html_rich_text: '<script>x</script>' }, { html_rich_text: 'Content is required' }],
  [{ author: 'x'.repeat(101) }, { author: 'Author cannot exceed 100 characters' }],
  [{ published_at: 'tomorrow' }, { published_at: 'Published must be a valid date' }],
  [{ cover_image_url: 'javascript:alert(1)' }, { cover_image_url: 'Cover picture is not valid' }],
  [{ tags: ['x'.repeat(41)] }, { tags: 'Tags contains invalid options' }],
  [{ tags: ['…'] }, { tags: 'Tags contains invalid options' }],
  [{ tags: 'Food' }, { tags: 'Tags must be an array' }],
  [{ tags: [...'abcdefghi'] }, { tags: 'Tags cannot be more than 8' }],
])('a post with %j is rejected by field', async (more, fields) => {
  const response = await host.request('POST', '/api/blog', { json: post(more) });
  const { message, error, ...body } = await json<ErrorBody>(response);
  expect([response.status, body, error]).toEqual([400, { code: 'invalid', fields }, message]);
});

test.each(['[]', '3', 'null', '"x"'])('the body %s is rejected', async (body) => {
  const headers = { 'Content-Type': 'application/json' };
  expect((await host.request('POST', '/api/blog', { body, headers })).status).toBe(400);
});

test('an empty slug is made from the title', async () => {
  expect((await write({ title: 'Crabs, Shells & Fun', slug: '' })).slug).toBe('crabs-shells-fun');
});

test('a duplicate slug is rejected, in a new post and in a change', async () => {
  const [first, second] = [await write(), await write()];
  const again = await host.request('POST', '/api/blog', { json: post({ slug: first.slug }) });
  const change = await host.request('PUT', `/api/blog/${second.id}`, { json: { slug: first.slug } });
  for (const response of [again, change]) {
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual({
      message: 'Another post already has this slug. Please choose another one.',
      error: 'Another post already has this slug. Please choose another one.',
      code: 'conflict',
      fields: { slug: 'Slug is already used by another post' },
    });
  }
});

test('a change keeps fields that it leaves out and ignores read-only ones', async () => {
  const written = await write({ summary: 'Warm', tags: ['Food'], author: 'Ada' });
  now = new Date(now.getTime() + 60_000);
  const body = {
    id: written.id,
    title: 'New',
    created_at: '2000-01-01T00:00:00Z',
    updated_at: 'x',
    nonsense: 1,
  };
  const answer = await json<EditedPost>(change(written.id, body));
  const { _version, ...rest } = written;
  expect(answer).toEqual({
    ...rest,
    title: 'New',
    updated_at: now.toISOString(),
    _version: expect.any(String),
  });
  expect(answer._version).not.toBe(_version);
  expect(await json(read(written.id, host))).toEqual(answer);
});

test('an emptied author becomes the business', async () => {
  const written = await write({ author: 'Ada' });
  expect(await json(change(written.id, { author: '' }))).toMatchObject({ author: 'PCB Beach Rentals' });
});

test('a change of another or unknown id is rejected', async () => {
  const { id } = await write();
  const other = await change(id, { id: anything, title: 'x' });
  expect([other.status, (await json<ErrorBody>(other)).fields]).toEqual([400, { id: 'ID is not valid' }]);
  for (const key of [anything, 'no-uuid']) expect((await change(key, { title: 'x' })).status).toBe(404);
  expect((await change(id, { _version: 5 })).status).toBe(400);
});

test('an outdated version gets 409 with the current post, and the current one overwrites', async () => {
  const written = await write();
  const theirs = await json<EditedPost>(change(written.id, { title: 'Theirs', _version: written._version }));
  const mine = await change(written.id, { title: 'Mine', _version: written._version });
  expect(mine.status).toBe(409);
  expect(await mine.json()).toEqual({
    message: 'Somebody else has changed this post meanwhile.',
    error: 'Somebody else has changed this post meanwhile.',
    code: 'conflict',
    current: theirs,
  });
  expect((await change(written.id, { title: 'Mine', _version: theirs._version })).status).toBe(200);
});

test('concurrent changes of different fields are all kept', async () => {
  const written = await write();
  const changes = [
    { title: 'Ada’s title' },
    { summary: 'Bea’s summary' },
    { html_rich_text: '<p>Cleo’s text</p>' },
    { author: 'Dora' },
    { tags: ['Emma’s'] },
    { cover_image_url: '/media/fay/640.jpg' },
    { slug: 'gwens-slug' },
    { published_at: '2027-03-01T10:00:00.000Z' },
  ];
  const responses = await Promise.all(changes.map((body) => change(written.id, body)));
  expect(responses.map(({ status }) => status)).toEqual(changes.map(() => 200));
  const kept = await json<EditedPost>(read(written.id, host));
  for (const body of changes) expect(kept).toMatchObject(body);
});

test('a field that was not sent keeps even an invalid stored value', async () => {
  const { id } = await write();
  const { db } = app.platform;
  await db
    .updateTable('blog_posts')
    .set({ tags: ['?'], author: '' })
    .where('id', '=', id)
    .execute();
  expect((await change(id, { title: 'Better' })).status).toBe(200);
  expect(await json(read(id, host))).toMatchObject({ title: 'Better', tags: ['?'], author: '' });
});

test('an empty change makes no new version', async () => {
  const { id, _version, updated_at } = await write();
  now = new Date(now.getTime() + 60_000);
  for (const body of [{}, { id, nonsense: 1 }, { html_rich_text: '<p>Sand.</p>' }]) {
    expect(await json(change(id, body))).toMatchObject({ _version, updated_at });
  }
});

test('one of several posts that concurrently take one slug succeeds', async () => {
  const posts = await Promise.all(Array.from({ length: 4 }, () => write()));
  const responses = await Promise.all(posts.map(({ id }) => change(id, { slug: 'wanted-by-all' })));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
});

test('one of several concurrent changes of one version succeeds', async () => {
  const { id, _version } = await write();
  const responses = await Promise.all(['A', 'B', 'C'].map((title) => change(id, { title, _version })));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test('a published post is found at former slugs until another post takes them', async () => {
  const written = await write();
  await change(written.id, { slug: 'moved-once' });
  await change(written.id, { slug: 'moved-twice' });
  for (const key of [written.slug, 'moved-once', written.id]) {
    expect(await json(read(key))).toMatchObject({ id: written.id, slug: 'moved-twice' });
  }
  const next = await write({ slug: 'moved-once' });
  expect(await json(read('moved-once'))).toMatchObject({ id: next.id });
  await change(written.id, { slug: written.slug });
  expect(await json(read(written.slug))).toMatchObject({ id: written.id, slug: written.slug });
});

test('a draft’s former slug is not recorded', async () => {
  const written = await write({ published_at: null });
  await change(written.id, { slug: 'better-name', published_at: now.toISOString() });
  expect((await read(written.slug)).status).toBe(404);
  expect((await read('better-name')).status).toBe(200);
});

test('a post can be deleted once', async () => {
  const { id, slug } = await write();
  const deleted = await host.request('DELETE', `/api/blog/${id}`);
  expect([deleted.status, await deleted.json()]).toEqual([200, { success: true }]);
  expect((await read(slug)).status).toBe(404);
  expect((await host.request('DELETE', `/api/blog/${id}`)).status).toBe(404);
  expect((await host.request('DELETE', '/api/blog/no-uuid')).status).toBe(404);
});

test('HTML is sanitized on write and on read', async () => {
  const harm = '<p id="hero" onclick="x()">Sand<script>x()</script></p>';
  const written = await write({ html_rich_text: harm });
  expect(written.html_rich_text).toBe('<p>Sand</p>');
  await app.platform.db
    .updateTable('blog_posts')
    .set({ html_rich_text: harm })
    .where('id', '=', written.id)
    .execute();
  for (const reader of [app, host]) {
    expect(await json(read(written.id, reader))).toMatchObject({ html_rich_text: '<p>Sand</p>' });
    expect(await json(read(written.slug, reader))).toMatchObject({ html_rich_text: '<p>Sand</p>' });
  }
});
