import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Hono } from 'hono';

/** A calendar as it is served, and how often it was read. */
type Feed = {
  body: Buffer;
  status: number;
  delayMs: number;
  redirect: string | null;
  isGzip: boolean;
  hasEtag: boolean;
  contentType: string;
  reads: number;
  notModified: number;
};

const emptyFeed = (): Feed => ({
  body: Buffer.alloc(0),
  status: 200,
  delayMs: 0,
  redirect: null,
  isGzip: false,
  hasEtag: true,
  contentType: 'text/calendar; charset=utf-8',
  reads: 0,
  notModified: 0,
});

const maxDelayMs = 60_000;

/** Calendars of other channels, set by tests. They live in memory. */
export function calendarPages(): Hono {
  const feeds = new Map<string, Feed>();
  const pages = new Hono();
  pages.put('/:name{[^/]+\\.ics}', async (c) => {
    const name = c.req.param('name');
    const before = feeds.get(name) ?? emptyFeed();
    const body = Buffer.from(await c.req.arrayBuffer());
    const { status = '200', delayMs = '0', redirect, gzip, etag, type } = c.req.query();
    const feed: Feed = {
      reads: before.reads,
      notModified: before.notModified,
      body: body.length > 0 || c.req.query('empty') === '1' ? body : before.body,
      status: Number(status),
      delayMs: Math.min(Number(delayMs), maxDelayMs),
      redirect: redirect ?? null,
      isGzip: gzip === '1',
      hasEtag: etag !== '0',
      contentType: type ?? emptyFeed().contentType,
    };
    if (!(feed.status >= 200 && feed.status <= 599) || !(feed.delayMs >= 0))
      return c.json({ message: 'status is 200 to 599, delayMs a number of milliseconds' }, 400);
    feeds.set(name, feed);
    return c.json({ bytes: feed.body.length, status: feed.status, delayMs: feed.delayMs });
  });
  pages.get('/:name{[^/]+\\.ics}', async (c) => {
    const feed = feeds.get(c.req.param('name'));
    if (!feed) return c.text('There is no such calendar.', 404);
    feed.reads += 1;
    if (feed.delayMs > 0) await pause(feed.delayMs);
    if (feed.redirect) return c.redirect(feed.redirect, 302);
    if ([204, 205, 304].includes(feed.status)) return c.body(null, feed.status as 204);
    if (feed.status !== 200) return c.text('The stand-in was set to answer so.', feed.status as 500);
    const etag = `"${createHash('sha256').update(feed.body).digest('hex').slice(0, 20)}"`;
    if (feed.hasEtag) c.header('ETag', etag);
    if (feed.hasEtag && c.req.header('If-None-Match') === etag) {
      feed.notModified += 1;
      return c.body(null, 304);
    }
    c.header('Content-Type', feed.contentType);
    if (feed.isGzip) c.header('Content-Encoding', 'gzip');
    return c.body(new Uint8Array(feed.isGzip ? gzipSync(feed.body) : feed.body));
  });
  pages.delete('/:name{[^/]+\\.ics}', (c) => {
    feeds.delete(c.req.param('name'));
    return c.body(null, 204);
  });
  pages.get('/', (c) =>
    c.json(
      [...feeds].map(([name, { body, status, delayMs, reads, notModified }]) => ({
        name,
        bytes: body.length,
        status,
        delayMs,
        reads,
        notModified,
      })),
    ),
  );
  return pages;
}
