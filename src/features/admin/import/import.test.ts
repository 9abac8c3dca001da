import pg from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { testAppForHosts } from '../../../../test/host.ts';
import { newPost, newProperty, sendCsv } from '../../../../test/rows.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { getTable } from '../../../db/tables.server.ts';
import { ImportErrors } from './import-errors.server.ts';
import { readCsv } from './parse-csv.server.ts';
import { validateRows } from './plan-import.server.ts';
import { readCell } from './read-cell.server.ts';

const { app, host, send } = await testAppForHosts();
afterAll(() => app.close());

const load = (table: string, csv: BodyInit, commit = false) => sendCsv(host, table, csv, commit);
const totalOf = async (table: string) => (await send('GET', `/api/tables/${table}?limit=1`)).total as number;
const heading = 'slug,title,description,guests,beds,baths,price_preview';
const line = (slug: string, more = '') => `${slug},A title,Text,6,3,2,$1${more}\n`;

describe('importRows', () => {
  test('reports what it would write, and writes nothing without commit', async () => {
    const before = await totalOf('properties');
    const csv = [
      '\ufeffSlug,TITLE,Description,Guests,Beds,Baths,Price preview,Listed,Images,created_at,Colour',
      '',
      'preview-1,"Two\nlines? No",Text,6,3,2,$1,no,"[""/media/a/1.jpg"",""https://example.com/b.jpg""]",2001-01-01,red',
      ',,,,,,,,,,',
      'preview-2,Title,"Text\nin two lines",8,3,2,$1,,/media/a/1.jpg,,blue',
      '',
    ].join('\r\n');
    const report = await load('properties', csv);
    expect(report).toMatchObject({
      status: 200,
      rows: 2,
      creates: 1,
      updates: 0,
      unknownColumns: ['Colour'],
      ignoredColumns: ['created_at'],
      errors: [{ line: 3, field: 'title', message: 'Title is not valid' }],
      errorCount: 1,
    });
    expect(report.preview).toHaveLength(2);
    expect(report.preview[1]).toMatchObject({
      slug: 'preview-2',
      guests: 8,
      is_listed: null,
      description: 'Text\nin two lines',
      images: ['/media/a/1.jpg'],
    });
    expect(report.preview[0]).toMatchObject({
      is_listed: false,
      images: ['/media/a/1.jpg', 'https://example.com/b.jpg'],
    });
    expect(await totalOf('properties')).toBe(before);
  });

  test('stores a link to a picture on this site as its path', async () => {
    const file = '/media/01890000-0000-7000-8000-000000000000/1800.jpg';
    const csv = `${heading},images\n${line('own-link', `,${app.platform.settings.appUrl}${file}`)}`;
    expect(await load('properties', csv, true)).toMatchObject({ creates: 1, errorCount: 0 });
    const { data } = await send('GET', '/api/tables/properties?filters={"slug":"own-link"}');
    expect(data).toMatchObject([{ images: [file] }]);
  });

  test('adds and changes rows, each with a history entry', async () => {
    const old = await send('POST', '/api/tables/properties', newProperty());
    const csv = `id,${heading},is_coming_soon\n${old.id},${line('kept', ',yes')},${line('added', ',')}`;
    const report = await load('properties', csv, true);
    expect(report).toMatchObject({ status: 200, rows: 2, creates: 1, updates: 1, errors: [], errorCount: 0 });
    const changed = await send('GET', `/api/tables/properties/${old.id}`);
    expect(changed).toMatchObject({ slug: 'kept', is_coming_soon: true, created_at: old.created_at });
    expect(changed.updated_at > old.updated_at).toBe(true);
    const { data } = await send('GET', '/api/tables/properties?filters={"slug":"added"}');
    expect(data).toMatchObject([{ title: 'A title', is_coming_soon: false, is_listed: true, images: [] }]);
    for (const { id, changes } of [
      { id: old.id, changes: { slug: { before: old.slug, after: 'kept' } } },
      { id: data[0].id, changes: { slug: { before: null, after: 'added' } } },
    ]) {
      const history = await send('GET', `/api/tables/properties/${id}/history`);
      expect(history.data[0]).toMatchObject({ action: 'import', by: 'host@example.com', changes });
    }
  });

  /** A row without its mark as an example, and without the version and moment that change with the mark. */
  const contentOf = ({ is_example: _, _version: __, updated_at: ___, ...content }: Record<string, unknown>) =>
    content;

  test('changes nothing but examples’ marks when an export is imported again', async () => {
    for (const title of ['=1+1', '+1', "'=1", '-5 % off', '@home', ' "=cmd', '＝1', 'plain', "'quoted'"]) {
      await send(
        'POST',
        '/api/tables/properties',
        newProperty({ title, description: `${title}\n=2`, images: ['/a.jpg'] }),
      );
    }
    await send(
      'POST',
      '/api/tables/blog_posts',
      newPost({ published_at: '2026-03-01T10:00:00Z', summary: '-1' }),
    );
    for (const table of ['properties', 'blog_posts', 'products', 'amenities', 'reviews', 'site_settings']) {
      const csv = await (await host.request('GET', `/api/tables/${table}/export`)).text();
      const before = (await send('GET', `/api/tables/${table}?limit=200`)).data;
      const report = await load(table, csv, true);
      expect([table, report]).toMatchObject([
        table,
        { status: 200, creates: 0, errorCount: 0, unknownColumns: [] },
      ]);
      const after = (await send('GET', `/api/tables/${table}?limit=200`)).data;
      expect(after.map(contentOf)).toEqual(before.map(contentOf));
    }
  });

  test('accepts semicolons as delimiter and labels of choices', async () => {
    const csv = 'Name;Price in cents;Currency;Billing type;Billing period\nA week;70000;usd;Recurring;week\n';
    expect(await load('products', csv, true)).toMatchObject({ status: 200, creates: 1 });
    const { data } = await send('GET', '/api/tables/products?filters={"name":"A week"}');
    expect(data).toMatchObject([{ billing_type: 'recurring', billing_period: 'week', price_cents: 70_000 }]);
  });

  test('leaves a column of money out that does not say that it is in cents', async () => {
    const csv = 'Code,Percent,Amount\nBARE,10,50\n';
    expect(await load('promo_codes', csv, true)).toMatchObject({ creates: 1, unknownColumns: ['Amount'] });
    const { data } = await send('GET', '/api/tables/promo_codes?filters={"code":"BARE"}');
    expect(data).toMatchObject([{ percent: 10, amount_cents: null }]);
  });

  test('reads a list with one item a line and any white space', async () => {
    const wide = `a${' '.repeat(1_000_000)}b`;
    expect(readCell({ type: 'array', items: { type: 'string' } }, ` one \r\n\n two${wide}\n`)).toEqual([
      'one',
      `two${wide}`,
    ]);
  });

  test('skips any number of empty lines', async () => {
    const csv = `name,position\n${' ,\n'.repeat(500_000)}Last,1\n,\n\n`;
    const { rows } = await readCsv(getTable(app.platform.tables, 'amenities'), Buffer.from(csv));
    expect(rows.map(({ line, cells }) => [line, cells.get('name')])).toEqual([[500_002, 'Last']]);
  });

  test('numbers rows of numbered tables', async () => {
    const { rows } = await app.platform.pool.query('select max(id) as last from amenities');
    expect(await load('amenities', 'name\nOne\nTwo\nThree\n', true)).toMatchObject({
      status: 200,
      creates: 3,
    });
    const { data } = await send('GET', '/api/tables/amenities?sort=id:desc&limit=3');
    expect(data.map((row: { id: number }) => row.id)).toEqual([3, 2, 1].map((more) => rows[0].last + more));
    await app.platform.pool.query(
      "insert into amenities (id, name) select n, 'x' from generate_series(1, 997) as n on conflict do nothing",
    );
    expect(await load('amenities', 'name\nOne\nTwo\nThree\n')).toMatchObject({
      creates: 3,
      errorCount: 2,
      errors: [
        {
          line: 3,
          message: 'Amenities is full: every number from 1 to 998 is taken by a row or by one in the trash.',
        },
        { line: 4 },
      ],
    });
  });
});

describe('an invalid row', () => {
  const wrong = () =>
    [
      `id,${heading},is_listed`,
      `,${line('fine', ',true')}`.trim(),
      `,${line('Not A Slug', ',true')}`.trim(),
      ',,No slug,Text,six,3,2,$1,perhaps',
      `,${line('fine', ',true')}`.trim(),
      `01890000-0000-7000-8000-000000000000,${line('nobody', ',')}`.trim(),
      `nonsense,${line('nobody', ',')}`.trim(),
      'short',
    ].join('\n');
  const errors = [
    { line: 3, field: 'slug', message: 'Slug is not valid' },
    { line: 4, field: 'slug', message: 'Slug is required' },
    { line: 4, field: 'guests', message: 'Guests must be a number' },
    { line: 4, field: 'is_listed', message: 'Listed must be a boolean' },
    { line: 5, field: 'slug', message: 'Slug is already used by another row' },
    { line: 6, field: 'id', message: 'There is no row with this id; leave the id empty to add one' },
    { line: 7, field: 'id', message: 'There is no row with this id; leave the id empty to add one' },
    { line: 8, message: 'This line has 1 value, but the heading names 9 columns' },
  ];

  test('is reported by its line, also where only the database rejects it', async () => {
    const report = await load('properties', wrong());
    expect(report).toMatchObject({ status: 200, rows: 7, errorCount: errors.length, errors });
  });

  test('rejects the whole file', async () => {
    const before = await totalOf('properties');
    const { rows } = await app.platform.pool.query('select count(*) from audit_log');
    const answer = await load('properties', wrong(), true);
    expect(answer).toMatchObject({ status: 400, code: 'invalid' });
    expect(answer.message).toMatch(/^Nothing was imported\. Line 3: Slug is not valid\. .* And 3 more\.$/);
    expect(await totalOf('properties')).toBe(before);
    expect((await app.platform.pool.query('select count(*) from audit_log')).rows).toEqual(rows);
  });

  test('with fewer or more values than columns changes nothing; empty ones at its end are ignored', async () => {
    const old = await send('POST', '/api/tables/properties', newProperty({ images: ['/a.jpg'] }));
    const words = (values: number) => `This line has ${values} values, but the heading names 3 columns`;
    for (const [cells, values] of [
      ['Cut off', 2],
      ['Large, by the sea,/b.jpg', 4],
    ] as const) {
      expect(await load('properties', `id,title,images\n${old.id},${cells}\n`)).toMatchObject({
        updates: 0,
        errors: [{ line: 2, message: words(values) }],
      });
    }
    await load('properties', `id,title,images\n${old.id},Whole,/b.jpg,, \n`, true);
    expect(await send('GET', `/api/tables/properties/${old.id}`)).toMatchObject({
      title: 'Whole',
      images: ['/b.jpg'],
    });
  });

  test('is not reported when it repeats a stored value that is no longer valid', async () => {
    const { rows } = await app.platform.pool.query(
      `insert into media (id, kind, alt, type, size_bytes, original_name, width, height)
       values (gen_random_uuid(), 'image', '', 'image/jpeg', 1, 'a.jpg', 1, 1) returning id`,
    );
    const { id } = rows[0];
    expect(await load('media', `id,alt\n${id},\n`, true)).toMatchObject({ status: 200, errorCount: 0 });
    expect(await load('media', `id,alt\n${id},The sea\n`, true)).toMatchObject({ status: 200 });
    expect(await load('media', `id,alt\n${id},\n`, true)).toMatchObject({ status: 400 });
  });

  test('repeats an id, or holds unsafe links or HTML', async () => {
    const { id } = await send('POST', '/api/tables/properties', newProperty());
    const twice = `id,title,images\n${id},One,\n${id},Two,javascript:alert(1)\n`;
    expect(await load('properties', twice)).toMatchObject({
      errors: [{ line: 3, field: 'id', message: 'This row stands on line 2 already' }],
    });
    expect(await load('properties', `id,images\n${id},javascript:alert(1)\n`)).toMatchObject({
      errors: [{ line: 2, field: 'images', message: 'Images contains invalid options' }],
    });
    const html = '<p>Fine</p><script>steal()</script>';
    await load('reviews', `guest_name,rating,review_html\nMallory,5,${html}\n`, true);
    const { data } = await send('GET', '/api/tables/reviews?filters={"guest_name":"Mallory"}');
    expect(data).toMatchObject([{ review_html: '<p>Fine</p>' }]);
  });

  test('is reported at most 200 times', async () => {
    const many = `slug\n${'x y\n'.repeat(300)}`;
    const report = await load('properties', many);
    expect(report.errors).toHaveLength(200);
    expect(report.errorCount).toBeGreaterThan(200);
  });
});

describe('importRows rejects with a message', () => {
  test.each([
    ['', 'The file has no rows below its heading.'],
    ['title\n', 'The file has no rows below its heading.'],
    ['Colour,Size\nred,1\n', 'No column of the file belongs to Properties.'],
    ['title,Title\na,b\n', 'Two columns of the file are Title.'],
    ['title\n"a\nb\n', 'Line 3 cannot be read as CSV. Is a quotation mark missing?'],
    [
      new Uint8Array([116, 105, 116, 108, 101, 10, 255, 254]),
      'The file is not UTF-8 text. Please save it as “CSV UTF-8”.',
    ],
    [`title${',x'.repeat(1_000)}\nA\n`, 'The file has more than 1,000 columns.'],
    [`title\n${'x\n'.repeat(10_001)}`, 'The file has more than 10,000 rows. Please split it.'],
  ] as const)('%#', async (csv, message) => {
    expect(await load('properties', csv)).toMatchObject({ status: 400, message });
  });

  test('a file too large or of another type, a read-only or unknown table, an unknown parameter value', async () => {
    expect(await load('properties', `title\n${'x'.repeat(5_000_000)}`)).toMatchObject({ status: 413 });
    expect(await send('POST', '/api/tables/properties/import', {})).toMatchObject({ status: 415 });
    expect(await load('purchases', 'email\na@b.co\n')).toMatchObject({ status: 403 });
    expect(await load('nowhere', 'a\n1\n')).toMatchObject({ status: 404 });
    const odd = await host.request('POST', '/api/tables/properties/import?commit=maybe', {
      body: 'title\nx\n',
      headers: { 'Content-Type': 'text/csv' },
    });
    expect(odd.status).toBe(400);
  });

  test('new rows of a table that allows only updates', async () => {
    expect(await load('users', 'role\nguest\n')).toMatchObject({
      status: 200,
      errors: [{ line: 2, message: 'New rows cannot be added' }],
    });
    const { rows } = await app.platform.pool.query("select id from users where email = 'host@example.com'");
    const words = 'You cannot take the administrator role from yourself';
    expect(await load('users', `id,role\n${rows[0].id},guest\n`, true)).toMatchObject({
      status: 400,
      message: `Nothing was imported. Line 2: ${words}.`,
    });
  });
});

test('an import ends only the sessions of users whose role it changes', async () => {
  const { pool, settings } = app.platform;
  settings.adminEmails.push('promoted@example.com');
  const users = [];
  for (const email of ['promoted@example.com', 'unchanged@example.com']) {
    await signedInBrowser(app, email);
    const { rows } = await pool.query('update users set role = $2 where email = $1 returning id', [
      email,
      'guest',
    ]);
    users.push(rows[0].id);
  }
  const [promoted, unchanged] = users;
  const csv = `id,role\n${promoted},admin\n${unchanged},guest\n`;
  expect(await load('users', csv, true)).toMatchObject({ status: 200, updates: 2, errorCount: 0 });
  const { rows } = await pool.query('select user_id from sessions where user_id = any($1)', [users]);
  expect(rows).toEqual([{ user_id: unchanged }]);
  await pool.query("update users set role = 'guest' where id = $1", [promoted]);
  settings.adminEmails.pop();
});

test('validateRows checks a file by the schema without a transaction', async () => {
  const table = getTable(app.platform.tables, 'reviews');
  const text = `id,guest_name,rating,review_html\n7,Ann,5,<p>Fine</p><script>x</script>\n,Bob,nine,<p>Fine</p>\n`;
  const csv = await readCsv(table, Buffer.from(text));
  const errors = new ImportErrors();
  expect(await validateRows(app.ctx, table, { csv, errors })).toMatchObject({
    rows: [{ line: 2, id: 7, values: { guest_name: 'Ann', review_html: '<p>Fine</p>' } }],
    ids: new Map([[2, 7]]),
  });
  expect(errors.first).toMatchObject([{ line: 3, field: 'rating' }]);
});

test('rows that change different fields are one statement, and each history holds its own changes', async () => {
  const [first, second, third] = [
    await send('POST', '/api/tables/properties', newProperty()),
    await send('POST', '/api/tables/properties', newProperty()),
    await send('POST', '/api/tables/properties', newProperty()),
  ];
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const csv = `id,title,guests\n${first.id},New,6\n${second.id},${second.title},9\n${third.id},${third.title},6\n`;
  expect(await load('properties', csv, true)).toMatchObject({ status: 200, errorCount: 0 });
  const updates = query.mock.calls.filter(([text]) => JSON.stringify(text).includes('as target set'));
  query.mockRestore();
  expect(updates).toHaveLength(1);
  const read = async (id: string) => {
    const { status: _, _version, updated_at, ...row } = await send('GET', `/api/tables/properties/${id}`);
    const { changes } = (await send('GET', `/api/tables/properties/${id}/history`)).data[0];
    return { row, updated_at, changes };
  };
  for (const [old, changed] of [
    [first, { title: 'New' }],
    [second, { guests: 9 }],
  ] as const) {
    const { status: _, _version, updated_at, ...before } = old;
    const now = await read(old.id);
    expect(now.row).toEqual({ ...before, ...changed });
    expect(now.updated_at > updated_at).toBe(true);
    expect(Object.keys(now.changes)).toEqual(Object.keys(changed));
  }
  expect((await send('GET', `/api/tables/properties/${third.id}/history`)).data).toHaveLength(1);
});

test('10,000 rows are imported in one call', async () => {
  const names = Array.from({ length: 10_000 }, (_, at) => `Guest ${at}`);
  const csv = `guest_name,rating,review_html\n${names.map((name) => `${name},5,<p>Fine</p>`).join('\n')}\n`;
  expect(await load('reviews', csv, true)).toMatchObject({ status: 200, creates: 10_000, errorCount: 0 });
  const { rows } = await app.platform.pool.query(
    "select count(*) from reviews where guest_name like 'Guest %'",
  );
  expect(rows).toEqual([{ count: 10_000 }]);
});
