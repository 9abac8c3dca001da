import { Hono } from 'hono';
import Type from 'typebox';
import { expect, test } from 'vitest';
import { AppError } from '../../shared/errors.ts';
import { calls, get, post, postOnly, removeOnly, upload } from '../../shared/http/calls.ts';
import type { Ctx } from '../context.server.ts';
import { openApiDocument } from '../openapi/document.server.ts';
import type { ApiEnv } from './app-env.server.ts';
import { onError } from './errors.server.ts';
import { cents, choice, count, date, optional, text, wholeNumberText } from './fields.server.ts';
import { type Access, mount, publicAccess, serve } from './serve.server.ts';
import { anyQuery, body, idempotencyKey, parseIdempotencyKey, query, type Sent } from './shapes.server.ts';

const listQuery = query({
  sort: optional(choice(['price', 'title'], 'There is no such order'), 'title'),
  page: optional(wholeNumberText('The page must be 1 or more', 1, 99), 1),
});
const price = body(
  {
    from: date('From'),
    until: date('Until'),
    nights: count('Nights', 1),
    total: optional(cents('Please send the total')),
    note: optional(text('Note', { max: 5 }), ''),
  },
  {
    check: ({ from, until }) => (from && until && until <= from ? { until: 'Until must be after from' } : {}),
  },
);

const homes = calls('/homes', {
  list: get<string[], Sent<typeof listQuery>>('', 'Failed to fetch the homes'),
});
const home = calls('/homes/:slug', {
  price: post<Sent<typeof price>, { slug: string; key: string | null }>('/price', 'Failed to set the price'),
  open: post<undefined, undefined>('/open', 'Failed to open the home'),
});

const images = calls('/images', {
  add: upload<{ name: string }>('', 'The image could not be sent.'),
});

const closed: Access = {
  name: 'admin',
  errors: ['forbidden'],
  isPersonal: true,
  guard({ viewer }) {
    if (!viewer) throw new AppError('forbidden', 'Closed.');
  },
};
const homesApi = serve(homes, publicAccess).on('list', {
  summary: 'The homes',
  query: listQuery,
  response: Type.Array(Type.String()),
  maxAgeSeconds: 30,
  run: ({ query: { sort, page } }) => [sort, String(page)],
});
const view = calls('/views', {
  read: get<{ views: number }, { of?: string }>('', 'Failed to fetch the views'),
  count: postOnly<{ page: string }>('', 'The view could not be counted'),
  clear: removeOnly('', 'The views could not be cleared'),
  upload: post<undefined, { bytes: number }>('/picture', 'The picture could not be uploaded'),
});
const picture = { type: 'multipart/form-data', schema: Type.Object({ file: Type.String() }) };
const viewApi = serve(view, publicAccess)
  .on('read', {
    summary: 'The views',
    query: query({ of: optional(text('Of', { max: 9 })) }, { ignored: 'unknown' }),
    response: Type.Object({ views: Type.Integer() }),
    cache: 'untilContentChanges',
    run({ query: { of } }) {
      if (of === 'none') throw new AppError('notFound', 'There is no such page.');
      return { views: of?.length ?? 0 };
    },
  })
  .on('count', {
    summary: 'Counts a view',
    query: anyQuery,
    body: body({ page: text('Page', { max: 9 }) }, { ignored: 'unknown', noObject: 'Please send a view.' }),
    maxBytes: 40,
    status: 204,
    run({ json }) {
      parsed.push(json);
    },
  })
  .on('clear', { summary: 'Clears the views', query: anyQuery, status: 204, run: () => undefined })
  .on('upload', {
    summary: 'Takes a picture',
    rawBody: picture,
    response: Type.Object({ bytes: Type.Integer() }),
    errors: ['tooLarge'],
    run: async ({ c }) => ({ bytes: (await c.req.arrayBuffer()).byteLength }),
  });
const imagesApi = serve(images, publicAccess).on('add', {
  summary: 'Adds an image',
  rawBody: picture,
  response: Type.Object({ name: Type.String() }),
  errors: ['tooLarge'],
  run: async ({ c }) => ({ name: String((await c.req.formData()).get('file')) }),
});
const parsed: unknown[] = [];
const homeApi = serve(home, closed)
  .on('open', {
    summary: 'Opens a home',
    status: 204,
    run: () => undefined,
  })
  .on('price', {
    summary: 'Sets a price',
    headers: { 'Idempotency-Key': idempotencyKey('New for each price') },
    body: price,
    response: Type.Object({ slug: Type.String() }),
    status: 201,
    errors: ['notFound', 'conflict: dates_taken'],
    run({ params, json, headers }) {
      parsed.push(json);
      return { slug: params.slug, key: headers['Idempotency-Key'] };
    },
  });

function app(viewer: unknown = {}) {
  const api = new Hono<ApiEnv>().basePath('/api');
  api.use(async (c, next) => {
    c.set('ctx', { viewer } as Ctx);
    c.set('log', { warn: () => {} } as unknown as ApiEnv['Variables']['log']);
    await next();
  });
  mount(api, '/homes', homesApi);
  mount(api, '/homes/:slug', homeApi);
  mount(api, '/views', viewApi);
  mount(api, '/images', imagesApi);
  api.onError(onError);
  return api;
}

const send = (json: unknown, headers: Record<string, string> = {}, viewer?: unknown) =>
  app(viewer).request('/api/homes/gull/price', {
    method: 'POST',
    body: JSON.stringify(json),
    headers: { 'Content-Type': 'application/json', ...headers },
  });
const dates = { from: '2027-06-01', until: '2027-06-04', nights: 3 };

test('a call parses its body, its headers and the parts of its path', async () => {
  const response = await send({ ...dates, note: ' hi ' }, { 'Idempotency-Key': 'key-1' });
  expect([response.status, await response.json()]).toEqual([201, { slug: 'gull', key: 'key-1' }]);
  expect(parsed.at(-1)).toEqual({ ...dates, note: 'hi' });
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
});

test.each([
  [{ from: 'soon' }, { from: 'From must be a valid date' }],
  [{ until: '2027-06-01' }, { until: 'Until must be after from' }],
  [{ nights: 0 }, { nights: 'Nights must be a whole number, 1 or more' }],
  [{ total: null }, { total: 'Please send the total' }],
  [{ note: '123456' }, { note: 'Note is a text of at most 5 characters' }],
  [{ note: 'a\0' }, { note: 'This text holds a character that cannot be stored' }],
  [{ surprise: 1 }, { surprise: 'There is no such field' }],
])('a body with %j is rejected by its field', async (change, fields) => {
  const response = await send({ ...dates, ...change });
  const [message] = Object.values(fields);
  expect([response.status, await response.json()]).toEqual([
    400,
    expect.objectContaining({ message, fields }),
  ]);
});

test('a body that is no object lacks every required field', async () => {
  for (const json of [null, [], 'x'])
    expect(Object.keys((await (await send(json)).json()).fields)).toEqual(['from', 'until', 'nights']);
});

test('a body that is no object is rejected even if no field is required', () => {
  const { parse } = body({ note: optional(text('Note', { max: 5 }), '') });
  expect(parse({})).toEqual({ note: '' });
  for (const json of [null, undefined, [], 'x', 1])
    expect(() => parse(json)).toThrow('Please send a JSON object.');
});

test('a field named __proto__ is unknown like any other', async () => {
  const response = await app().request('/api/homes/gull/price', {
    method: 'POST',
    body: JSON.stringify(dates).replace('{', '{"__proto__":{"nights":1},'),
    headers: { 'Content-Type': 'application/json' },
  });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('"__proto__":"There is no such field"');
});

test('ignored names are accepted with any value, and dropped', () => {
  const named = body({ note: text('Note', { max: 5 }) }, { ignored: ['title'] });
  expect(named.parse({ note: 'hi', title: '\0' })).toEqual({ note: 'hi' });
  expect(() => named.parse({ note: 'hi', surprise: 1 })).toThrow('There is no such field');
  expect(named.schema).not.toHaveProperty('additionalProperties');
});

test('the guard runs before the body and the query are parsed, and an invalid key is named', async () => {
  const denied = await app(null).request('/api/homes/gull/price?x=1', { method: 'POST', body: 'no JSON' });
  expect(denied.status).toBe(403);
  const response = await send(dates, { 'Idempotency-Key': 'two words' });
  expect((await response.json()).fields).toEqual({
    'Idempotency-Key': 'Must be 1 to 255 visible ASCII characters',
  });
});

test('a query has defaults, and unknown or invalid parameters are named', async () => {
  const list = (search: string) => app().request(`/api/homes${search}`);
  const response = await list('');
  expect(await response.json()).toEqual(['title', '1']);
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=30');
  expect((await (await list('?page=0&sort=age')).json()).fields).toEqual({
    sort: 'There is no such order',
    page: 'The page must be 1 or more',
  });
  expect((await (await list('?x=1')).json()).fields).toEqual({ x: 'There is no parameter "x"' });
});

test('a response that depends only on content may be cached until that changes, an error may not', async () => {
  const read = (search: string) => app().request(`/api/views${search}`);
  const response = await read('');
  expect([response.headers.get('Cache-Control'), await response.json()]).toEqual([
    'public, no-cache',
    { views: 0 },
  ]);
  const missing = await read('?of=none');
  expect([missing.status, missing.headers.get('Cache-Control')]).toEqual([404, 'no-store']);
});

test('a query that ignores unknown names accepts any, and repeated ones', async () => {
  const response = await app().request('/api/views?x=1&of=home&of=blog&y=%00');
  expect(await response.json()).toEqual({ views: 4 });
});

test('a call without a response accepts only its fields, up to its size', async () => {
  const count = (text: string) =>
    app().request('/api/views?x=1&x=2', {
      method: 'POST',
      body: text,
      headers: { 'Content-Type': 'application/json' },
    });
  const counted = await count('{"page":"/","x":"a\\u0000"}');
  expect([counted.status, await counted.text()]).toEqual([204, '']);
  expect(parsed.at(-1)).toEqual({ page: '/' });
  const none = await count('[]');
  expect([none.status, await none.json()]).toMatchObject([400, { message: 'Please send a view.' }]);
  expect((await count(`{"page":"/","x":"${'x'.repeat(40)}"}`)).status).toBe(413);
});

test('a call without fields rejects those that it is sent, behind its guard', async () => {
  const open = (body?: string, viewer?: unknown) =>
    app(viewer).request('/api/homes/gull/open', { method: 'POST', ...(body ? { body } : {}) });
  const response = await open('{"surprise":1}');
  expect([response.status, (await response.json()).fields]).toEqual([
    400,
    { surprise: 'There is no such field' },
  ]);
  expect((await open('{"surprise":1}', null)).status).toBe(403);
  expect((await open('x'.repeat(1_000_001))).status).toBe(413);
  for (const none of [undefined, '{}']) expect((await open(none)).status).toBe(204);
});

test('a call may read its body itself, of any type', async () => {
  const upload = { method: 'POST', body: 'no JSON', headers: { 'Content-Type': 'image/png' } };
  expect(await (await app().request('/api/views/picture', upload)).json()).toEqual({ bytes: 7 });
  expect((await app().request('/api/views/picture?x=1', upload)).status).toBe(400);
  expect(openApiDocument(app(), 'http://site.example')).toMatchObject({
    paths: {
      '/api/views/picture': {
        post: {
          requestBody: { content: { 'multipart/form-data': { schema: picture.schema } } },
          responses: { 413: {} },
        },
      },
    },
  });
});

test('a call may take a form instead of JSON, also in the document', async () => {
  const form = new FormData();
  form.set('file', 'gull');
  const api = app();
  const fetch = async (path: unknown, init?: RequestInit) => api.request(String(path), init);
  expect(await images.add({ form, fetch })).toEqual({ name: 'gull' });
  const { paths } = openApiDocument(api, 'http://site.example') as {
    paths: Record<string, Record<string, { requestBody: { content: object }; responses: object }>>;
  };
  const call = paths['/api/images']?.post;
  expect(Object.keys(call?.requestBody.content ?? {})).toEqual(['multipart/form-data']);
  expect(Object.keys(call?.responses ?? {})).toEqual(['200', '400', '413', '503']);
});

test('the document follows from the contract', () => {
  const { paths } = openApiDocument(app(), 'http://site.example') as {
    paths: Record<string, Record<string, { parameters: object[]; responses: Record<string, object> }>>;
  };
  const call = paths['/api/homes/{slug}/price']?.post;
  expect(Object.keys(call?.responses ?? {})).toEqual([
    '201',
    '400',
    '403',
    '404',
    '409',
    '413',
    '415',
    '503',
  ]);
  expect(call?.responses['409']).toMatchObject({ description: 'conflict: dates_taken' });
  expect(call).toMatchObject({
    requestBody: { content: { 'application/json': { schema: price.schema } } },
    parameters: [{ name: 'slug' }, { name: 'Idempotency-Key', in: 'header', required: false }],
  });
  // A call that parses neither a query nor a body has no error for invalid ones.
  expect(Object.keys(paths['/api/views']?.delete?.responses ?? {})).toEqual(['204', '503']);
  expect(paths['/api/homes']?.get?.parameters).toMatchObject([
    { name: 'sort', required: false, schema: { enum: ['price', 'title'] } },
    { name: 'page', schema: { type: 'integer', minimum: 1, maximum: 99 } },
  ]);
});

test('parseIdempotencyKey takes 1 to 255 visible characters', () => {
  expect(parseIdempotencyKey(undefined)).toBeNull();
  expect(parseIdempotencyKey('12345678')).toBe('12345678');
  expect(parseIdempotencyKey('k')).toBe('k');
  for (const key of ['', 'with space', 'x'.repeat(256), 'zwölfzeichen']) {
    expect(() => parseIdempotencyKey(key)).toThrow('Idempotency-Key');
  }
});
