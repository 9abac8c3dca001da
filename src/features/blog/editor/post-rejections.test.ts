import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { newPost, sender } from '../../../../test/rows.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';

const app = await testAppForFile({ env: { ADMIN_EMAILS: 'host@example.com,cohost@example.com' } });
const { pool } = app.platform;
const host = await signedInBrowser(app, 'host@example.com');
const send = sender(host);
const sendAsOther = sender(await signedInBrowser(app, 'cohost@example.com'));
const post = await send('POST', '/api/blog', newPost());
const stored = async () => (await pool.query('select *, xmin from blog_posts order by id')).rows;
const noPost = { status: 404, code: 'notFound', message: 'Blog post not found' };

test.each([null, [], 'text', 7, true])('the body %j is no post, and nothing is written', async (json) => {
  const before = await stored();
  for (const [method, path] of [
    ['POST', '/api/blog'],
    ['PUT', `/api/blog/${post.id}`],
  ] as const)
    expect(await send(method, path, json)).toMatchObject({
      status: 400,
      code: 'invalid',
      message: 'Please send the post as a JSON object.',
    });
  expect(await stored()).toEqual(before);
});

test.each([7, null, ['1'], { a: 1 }, true])('the version %j is rejected by its field', async (_version) => {
  const before = await stored();
  for (const [method, path] of [
    ['POST', '/api/blog'],
    ['PUT', `/api/blog/${post.id}`],
  ] as const)
    expect(await send(method, path, newPost({ _version }))).toMatchObject({
      status: 400,
      message: '_version must be a string',
      fields: { _version: 'must be a string' },
    });
  expect(await stored()).toEqual(before);
});

test.each([{}, { content: null }, { content: [] }, { content: 'x' }, null, [], 7])(
  'the draft %j has no content, and the earlier draft stays',
  async (json) => {
    const place = `/api/blog/${post.id}/draft`;
    await send('PUT', place, { content: { title: 'Typed' }, base_version: null });
    expect(await send('PUT', place, json)).toMatchObject({ status: 400, message: 'A draft has content.' });
    expect((await send('GET', place)).draft.content.title).toBe('Typed');
  },
);

test.each(['x', 'NEW', '018f0000-0000-7000-8000-000000000000', '%00', '..%2fnew'])(
  'no call finds the post %s',
  async (key) => {
    const draft = { content: { title: 'x' } };
    for (const [method, path, json] of [
      ['GET', ''],
      ['PUT', '', { title: 'x' }],
      ['DELETE', ''],
      ['GET', '/draft'],
      ['PUT', '/draft', draft],
      ['DELETE', '/draft'],
      ['GET', '/preview'],
    ] as const)
      expect([method, path, await send(method, `/api/blog/${key}${path}`, json)]).toMatchObject([
        method,
        path,
        noPost,
      ]);
  },
);

test('a draft belongs to the host who typed it, and is deleted only with the post', async () => {
  const place = `/api/blog/${post.id}/draft`;
  await send('PUT', place, { content: { title: 'Mine' } });
  await sendAsOther('PUT', place, { content: { title: 'Theirs' } });
  expect((await send('GET', place)).draft.content.title).toBe('Mine');
  await sendAsOther('DELETE', place);
  expect((await send('GET', place)).draft.content.title).toBe('Mine');
  expect((await sendAsOther('GET', place)).draft).toBeNull();
  expect((await sendAsOther('GET', `/api/blog/${post.id}/preview`)).title).toBe(post.title);
  expect((await send('GET', `/api/blog/${post.id}/preview`)).title).toBe('Mine');
});

test('a preview of a new post needs a draft, and is dated by the clock', async () => {
  expect(await sendAsOther('GET', '/api/blog/new/preview')).toMatchObject(noPost);
  await sendAsOther('PUT', '/api/blog/new/draft', {
    content: { title: 'New', tags: ['x'.repeat(101), 'Sea'] },
  });
  const preview = await sendAsOther('GET', '/api/blog/new/preview');
  expect(preview).toMatchObject({ status: 200, title: 'New', tags: ['Sea'] });
  expect(preview.author).not.toBe('');
});

test('tags of one spelling are one, eight fit, and a ninth is rejected in bulk and in an import, too', async () => {
  const eight = [...'abcdefgh'];
  const written = await send('POST', '/api/blog', newPost({ tags: [...eight, ' A ', 'b'] }));
  expect(written.tags).toEqual(eight);
  const fields = { tags: 'Tags cannot be more than 8' };
  const bulk = { ids: [written.id], set: { tags: [...eight, 'i'] } };
  expect(await send('POST', '/api/tables/blog_posts/bulk', bulk)).toMatchObject({ status: 400, fields });
  const cell = JSON.stringify([...eight, 'i']).replaceAll('"', '""');
  const csv = await host.request('POST', '/api/tables/blog_posts/import?commit=true', {
    body: `id,tags\n${written.id},"${cell}"\n`,
    headers: { 'Content-Type': 'text/csv' },
  });
  expect([csv.status, ((await csv.json()) as { message: string }).message]).toEqual([
    400,
    expect.stringContaining('Tags cannot be more than 8'),
  ]);
  expect((await send('GET', `/api/blog/${written.id}`)).tags).toEqual(eight);
});

test('a post that is deleted while it is edited is not written again', async () => {
  const gone = await send('POST', '/api/blog', newPost());
  await sendAsOther('DELETE', `/api/blog/${gone.id}`);
  expect(await send('PUT', `/api/blog/${gone.id}`, { title: 'x', _version: gone._version })).toMatchObject(
    noPost,
  );
  expect(await send('DELETE', `/api/blog/${gone.id}`)).toMatchObject(noPost);
});
