import { afterAll, describe, expect, test } from 'vitest';
import { addProperty } from '../../../test/bookings.ts';
import { testAppForHosts } from '../../../test/host.ts';
import { type Answer, newPost, newProduct, newProperty } from '../../../test/rows.ts';
import { plainPicture, upload } from '../../../test/uploads.ts';
import { type FieldSchema, writableFields } from '../../shared/forms/schema.ts';
import { newId } from '../../shared/uuid.server.ts';
import { widgetFor } from './field-widget.ts';

const { app, host, send } = await testAppForHosts();
afterAll(() => app.close());

const hostileUrls = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'javascript\u0000:alert(1)',
  'javascript&colon;alert(1)',
  'javascript://example.com/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'vbscript:msgbox(1)',
  'livescript:alert(1)',
  'view-source:https://example.com',
  'blob:https://example.com/1',
  'file:///etc/passwd',
  'file://host/share',
  'ftp://example.com/a.jpg',
  'gopher://example.com',
  'ws://example.com',
  'mailto:a@example.com',
  'tel:+1850',
  'about:blank',
  'chrome://settings',
  'intent://scan/#Intent;end',
  '//evil.example/a.jpg',
  '/\\evil.example',
  '\\\\evil.example\\share',
  '/\t/evil.example',
  'https:\\\\evil.example',
  'https://user:password@example.com',
  'https://example.com@evil.example',
  'http://',
  'https:/example.com',
  'https://exa mple.com',
  'https://example.com/\u0000',
  'https://example.com/\r\nSet-Cookie: a=b',
  'example.com/a.jpg',
  '../media/a.jpg',
  '#top',
  '?a=b',
];
const friendlyUrls = ['https://example.com/a.jpg?b=c#d', 'http://localhost:3000/', '/media/a/640.jpg', '/'];

const shownAsLink = (name: string, field: FieldSchema): boolean =>
  ['url', 'media', 'file'].includes(widgetFor(name, field));

/** Every field that the admin shows as a link, and every list of such. */
const linkFields = () =>
  app.platform.tables.flatMap(({ tableName, schema }) =>
    writableFields(schema)
      .filter(([name, field]) => shownAsLink(name, field) || (field.items && shownAsLink(name, field.items)))
      .map(([name, field]) => ({ tableName, name, field, isList: field.type === 'array' })),
  );

const bodies: Record<string, () => Record<string, unknown>> = {
  properties: newProperty,
  products: newProduct,
  blog_posts: newPost,
  amenities: () => ({ name: 'Grill' }),
  reviews: () => ({ guest_name: 'Ann', review_html: '<p>Fine</p>', rating: 5 }),
};

const feed = { channel: 'airbnb', url: 'https://feeds.example/1.ics' };

async function idIn(tableName: string): Promise<unknown> {
  if (tableName === 'site_settings') return 1;
  const body = bodies[tableName]?.() ?? { property_id: (await addProperty(app.platform.db)).id, ...feed };
  const made = await send('POST', `/api/tables/${tableName}`, body);
  expect([tableName, made.status]).toEqual([tableName, 201]);
  return made.id;
}

describe('T-43: a link', () => {
  test('is rejected in 40 hostile forms, in every field of every table and in lists', async () => {
    expect(hostileUrls.length).toBeGreaterThanOrEqual(40);
    const fields = linkFields();
    expect(fields.length).toBeGreaterThanOrEqual(14);
    for (const { tableName, name, field, isList } of fields) {
      const id = await idIn(tableName);
      const before = await send('GET', `/api/tables/${tableName}/${id}`);
      const put = (url: string) =>
        send('PUT', `/api/tables/${tableName}/${id}`, { [name]: isList ? ['/media/a/1.jpg', url] : url });
      for (const url of hostileUrls) {
        const answer = await put(url);
        expect([tableName, name, url, answer.status]).toEqual([tableName, name, url, 400]);
        expect(Object.keys(answer.fields)).toEqual([name]);
      }
      expect(await send('GET', `/api/tables/${tableName}/${id}`)).toEqual(before);
      const friendly = friendlyUrls.filter((url) => field.format !== 'feed-uri' || !url.startsWith('/'));
      for (const url of friendly) expect(await put(url)).toMatchObject({ status: 200 });
    }
  });

  test('is rejected in new rows, in bulk, and wherever a name or format makes a field a link', async () => {
    const images = ['/a.jpg', 'javascript:alert(1)'];
    const { id, ...made } = await send('POST', '/api/tables/properties', newProperty());
    const refused: Answer[] = [
      await send('POST', '/api/tables/properties', newProperty({ images })),
      await send('POST', '/api/tables/properties/bulk', { ids: [id], set: { images } }),
    ];
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 400, fields: { images: 'Images contains invalid options' } });
    }
    expect(await send('GET', `/api/tables/properties/${id}`)).toEqual({ id, ...made, status: 200 });
  });
});

const hostileHtml = [
  '<script>steal()</script>',
  '<img src=x onerror=steal()>',
  '<a href="javascript:steal()">x</a>',
  '<a href="&#106;avascript:steal()">x</a>',
  '<svg><script>steal()</script></svg>',
  '<svg/onload=steal()>',
  '<math><mtext><table><mglyph><style><img src=x onerror=steal()></style>',
  '<iframe srcdoc="<script>steal()</script>"></iframe>',
  '<form action="https://evil.example"><input name="card"></form>',
  '<p id="hero" name="getElementById" class="fixed" style="position:fixed">x</p>',
  '<img name=getElementById src="/a.jpg">',
  '<noscript><p title="</noscript><img src=x onerror=steal()>">',
  '<textarea><img title="</textarea><img src=x onerror=steal()>">',
  '<!--><img src=x onerror=steal()>-->',
  '<scr<script>ipt>steal()</scr</script>ipt>',
  '<details open ontoggle=steal()>',
];

describe('T-40, T-41: rich text is sanitized when it is written', () => {
  test.each([
    ['blog_posts', 'html_rich_text', newPost],
    ['reviews', 'review_html', () => bodies.reviews?.() ?? {}],
  ] as const)('%s.%s keeps no script and no id or name', async (table, name, body) => {
    for (const html of hostileHtml) {
      const text = `<p>before</p>${html}`;
      const made = await send('POST', `/api/tables/${table}`, { ...body(), [name]: text });
      expect([html, made.status]).toEqual([html, 201]);
      const changed = await send('PUT', `/api/tables/${table}/${made.id}`, {
        [name]: `${text}<p>after</p>`,
      });
      const many = { ids: [made.id], set: { [name]: `${text}<p>last</p>` } };
      await send('POST', `/api/tables/${table}/bulk`, many);
      const last = await send('GET', `/api/tables/${table}/${made.id}`);
      for (const stored of [made[name], changed[name], last[name]]) {
        for (const tag of String(stored).match(/<[^>]*>/g) ?? []) {
          expect(tag).toMatch(/^<\/?(h[1-3]|p|br|strong|b|em|i|u|s|ol|ul|li|a|img|blockquote)(\s|\/|>)/);
          expect(tag).not.toMatch(/\son\w+|style=|class=|\sid=|\sname=|javascript:|data:|evil/i);
        }
      }
    }
  });

  test('HTML without visible content counts as empty', async () => {
    for (const html of [
      '<p></p>',
      '<p>   </p>',
      '<p>&nbsp;<br></p>',
      '<p>\u200b&ZeroWidthSpace;&shy;</p>',
      '<script>steal()</script>',
      '<img src="javascript:1">',
      ' ',
    ]) {
      expect(await send('POST', '/api/tables/blog_posts', newPost({ html_rich_text: html }))).toMatchObject({
        status: 400,
        fields: { html_rich_text: 'Content is required' },
      });
    }
    const picture = '<p><img src="/media/a/640.jpg" alt="" /></p>';
    expect(await send('POST', '/api/tables/blog_posts', newPost({ html_rich_text: picture }))).toMatchObject({
      status: 201,
      html_rich_text: picture,
    });
  });

  test('plain text is stored unchanged', async () => {
    const description = 'Beds < 4 & "more" <b>bold</b>\nsecond line';
    expect(await send('POST', '/api/tables/properties', newProperty({ description }))).toMatchObject({
      description,
    });
  });
});

describe('an image', () => {
  test('keeps its alternative text', async () => {
    const id = newId();
    await app.platform.pool.query(
      `insert into media (id, kind, alt, type, size_bytes, original_name) values ($1, 'image', 'A beach', 'image/jpeg', 1, 'a.jpg')`,
      [id],
    );
    const alt = 'Alternative text is required: a picture needs words for people who cannot see it';
    for (const empty of ['', '  ', null]) {
      expect(await send('PUT', `/api/tables/media/${id}`, { alt: empty })).toMatchObject({
        status: 400,
        fields: { alt },
      });
    }
    expect(await send('POST', '/api/tables/media/bulk', { ids: [id], set: { alt: '' } })).toMatchObject({
      status: 400,
    });
    const changed = await send('PUT', `/api/tables/media/${id}`, {
      alt: 'The pier',
      kind: 'file',
      size_bytes: 0,
    });
    expect(changed).toMatchObject({ status: 200, alt: 'The pier', kind: 'image', size_bytes: 1 });
  });

  test('without alternative text can still be restored', async () => {
    const picture = await plainPicture(20, 20).png().toBuffer();
    const { media } = (await (await upload(host, 'media', picture)).json()) as { media: { id: string } };
    const history = `/api/tables/media/${media.id}/history`;
    const { data } = await send('GET', history);
    expect(await send('POST', `${history}/${data[0].id}/restore`)).toMatchObject({ status: 200, alt: '' });
    await send('PUT', `/api/tables/media/${media.id}`, { alt: 'The pier' });
    expect(await send('POST', `${history}/${data[0].id}/restore`)).toMatchObject({ status: 400 });
  });
});
