import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { addProperty } from '../../../../test/bookings.ts';
import { calendar, closedNights, stay } from '../../../../test/feeds.ts';
import { sender } from '../../../../test/rows.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { maxFeedBytes } from './fetch-calendar.server.ts';
import { readAllFeeds, readFeedNow } from './read-feeds.server.ts';

const app = await testAppForFile();
const { db, pool } = app.platform;
const send = sender(await signedInBrowser(app, 'host@example.com'));

const good = calendar(stay('july', '2037-07-07', '2037-07-14'));
const serveGood: RequestListener = (_, response) => response.end(good);
let respond = serveGood;
let requests: { headers: Record<string, unknown> }[] = [];
const server = createServer((request, response) => {
  requests.push({ headers: request.headers });
  respond(request, response);
});
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/one.ics`;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  respond = serveGood;
  requests = [];
  await db.deleteFrom('calendar_feeds').execute();
});

async function addFeed(more: object = {}) {
  const { id: propertyId, slug } = await addProperty(db);
  const id = newId();
  await db
    .insertInto('calendar_feeds')
    .values({ id, property_id: propertyId, channel: 'airbnb', url, ...more })
    .execute();
  return { id, propertyId, slug };
}
const read = (id: string) => send('POST', `/api/admin/feeds/${id}/read`);
const text =
  (body: string | Buffer, headers: Record<string, string> = {}, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(body);
const redirect = (location: string) => text('', { Location: location }, 302);

const problems: [string, RequestListener, string][] = [
  ['answers 500', text('', {}, 500), 'The calendar answered with status 500 instead of a file.'],
  ['answers 404', text('', {}, 404), 'The calendar answered with status 404 instead of a file.'],
  ['answers 204', text('', {}, 204), 'The calendar answered with status 204 instead of a file.'],
  ['answers 206', text(good, {}, 206), 'The calendar answered with status 206 instead of a file.'],
  ['is empty', text(''), 'The calendar file is empty.'],
  ['is a web page', text('<!doctype html><html></html>'), 'but a web page'],
  ['is another text', text('Hello'), 'the file does not begin with BEGIN:VCALENDAR'],
  ['is cut off', text(good.replace('END:VCALENDAR', '')), 'it does not end with END:VCALENDAR'],
  ['leaves an event open', text(good.replace('END:VEVENT\r\n', '')), 'is not closed'],
  ['has text behind its end', text(`${good}HELLO:1\r\nEND:VCALENDAR\r\n`), 'there is text outside of it'],
  [
    'has a date that cannot be',
    text(good.replace('20370707', '20371307')),
    'a date that cannot be: 20371307',
  ],
  ['redirects to a private address', redirect('http://10.0.0.1/a.ics'), 'a machine that is not public'],
  ['redirects to the metadata of a cloud', redirect('http://169.254.169.254/latest'), 'not public'],
  ['redirects to a file', redirect('file:///etc/passwd'), 'must begin with https://'],
  [
    'redirects with credentials',
    redirect('http://a:b@127.0.0.1/'),
    'may not contain a user name or password',
  ],
  ['redirects for ever', redirect('/again.ics'), 'redirects too often'],
  ['is larger than 5 MB', text(Buffer.alloc(maxFeedBytes + 1, 'A')), 'larger than 5 MB'],
  [
    'unpacks to more than 5 MB',
    text(gzipSync(Buffer.alloc(maxFeedBytes + 1)), { 'Content-Encoding': 'gzip' }),
    '5 MB',
  ],
  [
    'is compressed in an unknown way',
    text(good, { 'Content-Encoding': 'zstd' }),
    'in a way that we cannot read',
  ],
  ['is said to be compressed', text(good, { 'Content-Encoding': 'gzip' }), 'could not be fetched'],
  ['breaks off', (request) => request.socket.destroy(), 'The connection to the calendar broke off.'],
];

test.each(problems)(
  'a calendar that %s keeps its nights closed, with an error message',
  async (_, listener, words) => {
    const { id, propertyId } = await addFeed();
    expect(await read(id)).toMatchObject({ status: 200, isGood: true });
    const closed = await closedNights(db, propertyId);
    expect(closed).toEqual(['2037-07-07/2037-07-14 reservation']);
    const { last_good_at } = await db
      .selectFrom('calendar_feeds')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    respond = listener;
    const reading = await read(id);
    expect(reading).toMatchObject({
      status: 200,
      isGood: false,
      error: expect.stringContaining(words),
      events: [],
    });
    expect(reading.feed).toMatchObject({
      state: 'failing',
      lastError: reading.error,
      lastGoodAt: last_good_at?.toISOString(),
      eventCount: 1,
    });
    expect(await closedNights(db, propertyId)).toEqual(closed);
    respond = serveGood;
    expect((await read(id)).feed).toMatchObject({ state: 'good', lastError: '' });
  },
);

test.each([
  ['ftp://calendars.example/a.ics', 'must begin with https://'],
  ['http://10.0.0.1/a.ics', 'a machine that is not public'],
  ['https://user:secret@calendars.example/a.ics', 'may not contain a user name or password'],
  ['no address', 'cannot be read'],
])('a feed at %j is never fetched', async (address, words) => {
  const { id } = await addFeed({ url: address });
  const reading = await read(id);
  expect(reading).toMatchObject({ status: 200, isGood: false, error: expect.stringContaining(words) });
  expect(reading.feed.state).toBe('stale');
  expect(requests).toEqual([]);
});

test('a channel without ETags is fetched with the date of its file, and an unchanged file is read once', async () => {
  const headers = { 'Last-Modified': 'Wed, 01 Jul 2037 10:00:00 GMT' };
  respond = text(good, headers);
  const { id, propertyId } = await addFeed();
  await read(id);
  // Some channels send the same file all the same.
  expect(await read(id)).toMatchObject({ isGood: true });
  respond = (request, response) =>
    response.writeHead(request.headers['if-modified-since'] === headers['Last-Modified'] ? 304 : 500).end();
  expect(await read(id)).toMatchObject({ isGood: true, feed: { eventCount: 1 } });
  expect(await closedNights(db, propertyId)).toEqual(['2037-07-07/2037-07-14 reservation']);
});

test('a 304 to an unconditional request is not trusted', async () => {
  respond = text('', {}, 304);
  const { id } = await addFeed();
  expect(await read(id)).toMatchObject({ isGood: false, error: expect.stringContaining('status 304') });
});

test('a feed that is deleted while it is read closes no nights, and is not found', async () => {
  const { id, propertyId } = await addFeed();
  respond = async (_, response) => {
    await db.deleteFrom('calendar_feeds').where('id', '=', id).execute();
    response.end(good);
  };
  expect(await read(id)).toMatchObject({ status: 404, message: 'There is no such calendar feed.' });
  expect(await closedNights(db, propertyId)).toEqual([]);
});

test('a feed whose address changes while it is read stores nothing of the old one', async () => {
  const { id, propertyId } = await addFeed();
  respond = async (_, response) => {
    await db
      .updateTable('calendar_feeds')
      .set({ url: `${url}?new` })
      .where('id', '=', id)
      .execute();
    response.end(good);
  };
  await read(id);
  expect(await closedNights(db, propertyId)).toEqual([]);
});

test('a reading that cannot be stored changes nothing, and is reported', async () => {
  const error = vi.spyOn(app.ctx.log, 'error');
  const { id, propertyId } = await addFeed();
  await pool.query(`create or replace function reject_event() returns trigger language plpgsql as $$
    begin raise exception 'the disk is full'; end $$`);
  await pool.query(
    'create trigger reject_event before insert on feed_events for each row execute function reject_event()',
  );
  expect(await read(id)).toMatchObject({
    status: 200,
    isGood: false,
    error: 'The calendar could not be stored just now.',
    events: [],
  });
  await readAllFeeds(app.ctx);
  await pool.query('drop trigger reject_event on feed_events');
  expect(await closedNights(db, propertyId)).toEqual([]);
  expect(error).toHaveBeenCalledWith(
    expect.objectContaining({ event: 'feed-reading-failed', feedId: id }),
    'a calendar feed could not be read',
  );
  expect(await read(id)).toMatchObject({ isGood: true, events: [expect.anything()] });
});

test('a feed that cannot be stored keeps none of the others from being read by the job', async () => {
  const [bad, fine] = [await addFeed(), await addFeed()];
  await pool.query(`create or replace function reject_home() returns trigger language plpgsql as $$
    begin if new.property_id = '${bad.propertyId}' then raise exception 'the disk is full'; end if; return new; end $$`);
  await pool.query(
    'create trigger reject_home before insert on feed_events for each row execute function reject_home()',
  );
  await readAllFeeds(app.ctx);
  await pool.query('drop trigger reject_home on feed_events');
  expect(await closedNights(db, fine.propertyId)).toHaveLength(1);
  expect(await closedNights(db, bad.propertyId)).toEqual([]);
});

test('a job that is to end reads no further feeds', async () => {
  await addFeed();
  await readAllFeeds(app.ctx, AbortSignal.abort());
  expect(requests).toEqual([]);
});

test('hosts who read one feed at the same moment share two readings at most', async () => {
  const { id } = await addFeed();
  const readings = await Promise.all(Array.from({ length: 8 }, () => readFeedNow(app.ctx, id)));
  expect(readings.map(({ isGood }) => isGood)).toEqual(Array(8).fill(true));
  expect(requests.length).toBeLessThanOrEqual(2);
});
