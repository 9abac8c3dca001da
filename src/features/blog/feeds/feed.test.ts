import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { blogFeeds } from './feed.server.ts';

const now = new Date('2027-03-01T12:00:00Z');
const hostile = 'Sand & <b>"Sea"</b> ]]> \u0007';
const picture = '01890000-0000-7000-8000-00000000abcd';
const url = `/media/${picture}/960.jpg`;

let app: TestApp;
let feeds: ReturnType<typeof blogFeeds>;
const ids = [newId(), newId(), newId(), newId()] as const;
beforeAll(async () => {
  app = await testApp({ now: () => now, env: { APP_URL: 'https://pcb.example' } });
  feeds = blogFeeds(app.platform, { 'X-Content-Type-Options': 'nosniff' });
  const { db } = app.platform;
  await db.deleteFrom('blog_posts').execute();
  await db
    .insertInto('media')
    .values({
      id: picture,
      kind: 'image',
      alt: 'A "dune"',
      width: 960,
      height: 640,
      widths: [480, 960],
      type: 'image/jpeg',
      size_bytes: 1,
      original_name: 'dune.jpg',
    })
    .execute();
  const html = `<p onclick="x()">A <a href="/shop">stay</a> &amp; <a href="https://example.com/">more</a></p><img src="${url}" alt="">`;
  const at = (day: number) => new Date(`2027-02-0${day}T08:00:00Z`);
  await db
    .insertInto('blog_posts')
    .values([
      {
        id: ids[0],
        slug: 'first',
        title: hostile,
        summary: hostile,
        html_rich_text: html,
        author: hostile,
        tags: [hostile],
        cover_image_url: url,
        published_at: at(1),
        updated_at: at(5),
      },
      {
        id: ids[1],
        slug: 'second',
        title: 'Second',
        summary: null,
        html_rich_text: '<p>x</p>',
        published_at: at(2),
        updated_at: at(2),
      },
      { id: ids[2], slug: 'draft', title: 'Draft', summary: null, html_rich_text: 'x', published_at: null },
      {
        id: ids[3],
        slug: 'later',
        title: 'Later',
        summary: null,
        html_rich_text: 'x',
        published_at: new Date('2027-03-02T00:00:00Z'),
      },
    ])
    .execute();
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string> = {}) => feeds.request(path, { headers });

/** The texts of an element, as a reader of XML gets them. */
const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([^<]*)</${name}>`, 'g'))].map(([, text = '']) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&apos;', "'")
      .replaceAll('&amp;', '&'),
  );

const shown = 'Sand & <b>"Sea"</b> ]]> ';
const html =
  '<p>A <a href="https://pcb.example/shop">stay</a> &amp; <a href="https://example.com/">more</a></p>' +
  `<img src="https://pcb.example${url}" alt="A &quot;dune&quot;" />`;

test('the RSS feed is RSS 2.0 with absolute URLs and RFC 822 dates', async () => {
  const response = await get('/blog/feed.xml');
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('application/rss+xml; charset=utf-8');
  const xml = await response.text();
  expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<rss version="2\.0" /);
  expect(xml).toContain(
    '<atom:link href="https://pcb.example/blog/feed.xml" rel="self" type="application/rss+xml" />',
  );
  expect(textsOf(xml, 'title')).toEqual(['Panama City Beach Blog | PCB Beach Rentals', 'Second', shown]);
  expect(textsOf(xml, 'link')).toEqual([
    'https://pcb.example/blog',
    'https://pcb.example/blog/second',
    'https://pcb.example/blog/first',
  ]);
  expect(textsOf(xml, 'guid')).toEqual([`urn:uuid:${ids[1]}`, `urn:uuid:${ids[0]}`]);
  expect(textsOf(xml, 'pubDate')).toEqual(['Tue, 02 Feb 2027 08:00:00 GMT', 'Mon, 01 Feb 2027 08:00:00 GMT']);
  expect(textsOf(xml, 'lastBuildDate')).toEqual(['Fri, 05 Feb 2027 08:00:00 GMT']);
  expect(textsOf(xml, 'dc:creator')).toEqual(['PCB Beach Rentals', shown]);
  expect(textsOf(xml, 'category')).toEqual([shown]);
  expect(textsOf(xml, 'content:encoded')).toEqual(['<p>x</p>', html]);
  expect(xml).toContain(`<media:content url="https://pcb.example${url}" medium="image" type="image/jpeg" />`);
});

test('the RSS feed is well-formed XML', async () => {
  const xml = await (await get('/blog/feed.xml')).text();
  const open: string[] = [];
  for (const [, end, name = '', alone] of xml.matchAll(/<(\/?)([a-z]+(?::[a-z]+)?)[^<>]*?(\/?)>/gi)) {
    if (alone) continue;
    if (end) expect(open.pop()).toBe(name);
    else open.push(name);
  }
  expect(open).toEqual([]);
  const outside = xml.replace(/<[^<>]*>/g, '');
  expect(outside).not.toMatch(/[<>]|&(?!(amp|lt|gt|quot|apos);)/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot hold them
  expect(xml).not.toMatch(/[\x00-\x08\x0b\x0c\x0e-\x1f]/);
});

test('the JSON feed is JSON Feed 1.1', async () => {
  const response = await get('/blog/feed.json');
  expect(response.headers.get('Content-Type')).toBe('application/feed+json; charset=utf-8');
  const feed = await response.json();
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Panama City Beach Blog | PCB Beach Rentals',
    home_page_url: 'https://pcb.example/blog',
    feed_url: 'https://pcb.example/blog/feed.json',
    language: 'en-US',
    authors: [{ name: 'PCB Beach Rentals' }],
  });
  expect((feed as { items: object[] }).items).toEqual([
    {
      id: `urn:uuid:${ids[1]}`,
      url: 'https://pcb.example/blog/second',
      title: 'Second',
      content_html: '<p>x</p>',
      date_published: '2027-02-02T08:00:00.000Z',
      date_modified: '2027-02-02T08:00:00.000Z',
      authors: [{ name: 'PCB Beach Rentals' }],
      language: 'en-US',
    },
    {
      id: `urn:uuid:${ids[0]}`,
      url: 'https://pcb.example/blog/first',
      title: hostile,
      content_html: html,
      summary: hostile,
      image: `https://pcb.example${url}`,
      date_published: '2027-02-01T08:00:00.000Z',
      date_modified: '2027-02-05T08:00:00.000Z',
      authors: [{ name: hostile }],
      tags: [hostile],
      language: 'en-US',
    },
  ]);
});

test.each(['/blog/feed.xml', '/blog/feed.json'])('%s responds 304 until it changes', async (path) => {
  const { headers } = await get(path);
  const etag = headers.get('ETag') ?? '';
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  const again = await get(path, { 'If-None-Match': etag });
  expect([again.status, await again.text()]).toEqual([304, '']);
  await expect.poll(() => app.platform.content.version()).not.toBeNull();
  await app.platform.db
    .updateTable('blog_posts')
    .set({ title: `Second of ${path}` })
    .where('id', '=', ids[1])
    .execute();
  await expect.poll(async () => (await get(path, { 'If-None-Match': etag })).status).toBe(200);
});

test('a post that was written ahead of its day is dated no earlier than that day, in both feeds', async () => {
  const ahead = {
    id: newId(),
    slug: 'ahead',
    title: 'Ahead',
    summary: null,
    html_rich_text: 'x',
    published_at: new Date('2027-03-01T11:00:00Z'),
    updated_at: new Date('2027-02-20T08:00:00Z'),
  };
  await app.platform.db.insertInto('blog_posts').values(ahead).execute();
  const newest = async () => (await (await get('/blog/feed.json')).json()).items[0];
  await expect.poll(newest).toMatchObject({
    title: 'Ahead',
    date_published: '2027-03-01T11:00:00.000Z',
    date_modified: '2027-03-01T11:00:00.000Z',
  });
  const built = async () => textsOf(await (await get('/blog/feed.xml')).text(), 'lastBuildDate');
  await expect.poll(built).toEqual(['Mon, 01 Mar 2027 11:00:00 GMT']);
});
