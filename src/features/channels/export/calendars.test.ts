import ical from 'node-ical';
import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { addBooking, addProperty } from '../../../../test/bookings.ts';
import { calendar, openFeedsForFile, stay } from '../../../../test/feeds.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import type { Channel } from '../../../db/schema/channel-feeds.ts';
import { readFeedNow } from '../import/read-feeds.server.ts';
import { exportedCalendars } from './serve-calendar.server.ts';
import { addMissingLinks } from './store.server.ts';

const start = new Date('2027-05-20T17:00:00Z');
let now = start;
const app = await testAppForFile({ now: () => now });
const feeds = await openFeedsForFile();
const { db } = app.platform;
const site = exportedCalendars(app.platform, { 'X-Site': 'yes' });

async function pathOf(propertyId: string, channel: Channel): Promise<string> {
  await addMissingLinks(db);
  const { token } = await db
    .selectFrom('calendar_links')
    .select('token')
    .where('property_id', '=', propertyId)
    .where('channel', '=', channel)
    .executeTakeFirstOrThrow();
  return `/calendars/${token}.ics`;
}

const get = async (path: string, headers: Record<string, string> = {}) => site.request(path, { headers });

const exported = async (propertyId: string, channel: Channel): Promise<string> =>
  (await get(await pathOf(propertyId, channel))).text();

/** `2027-07-07/2027-07-14 Reserved` of each event, as the first parser reads it. */
function eventsOf(text: string): string[] {
  const local = (date: Date) =>
    new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  return Object.values(ical.sync.parseICS(text)).flatMap((event) =>
    event?.type === 'VEVENT' && event.end
      ? [`${local(event.start)}/${local(event.end)} ${event.summary}`]
      : [],
  );
}

/** A second, strict reader: RFC 5545 sections 3.1, 3.4, 3.6 and 3.6.1. */
function strictProblems(text: string): string[] {
  const problems: string[] = [];
  if (!text.endsWith('\r\n') || /[^\r]\n|\r[^\n]/.test(text)) problems.push('lines end with CRLF');
  for (const line of text.split('\r\n')) {
    if (Buffer.byteLength(line) > 75) problems.push(`longer than 75 octets: ${line}`);
  }
  const lines = text
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n')
    .slice(0, -1);
  for (const line of lines) {
    if (!/^[A-Z-]+(;[A-Z-]+=[^;:,"]+)*:\P{Cc}*$/u.test(line)) problems.push(`no content line: ${line}`);
  }
  const events = lines.join('\n').split('BEGIN:VEVENT\n').slice(1);
  const [head = ''] = lines.join('\n').split('BEGIN:VEVENT');
  if (!head.startsWith('BEGIN:VCALENDAR\n') || lines.at(-1) !== 'END:VCALENDAR')
    problems.push('is one calendar');
  for (const name of ['VERSION:2.0', 'PRODID:']) {
    if (head.split(`\n${name}`).length !== 2) problems.push(`one ${name}`);
  }
  if (!lines.some((line) => /^BEGIN:(VEVENT|VTIMEZONE)$/.test(line))) problems.push('has a component');
  const uids = events.map((event) => {
    for (const name of ['UID:', 'DTSTAMP:', 'DTSTART;VALUE=DATE:', 'DTEND;VALUE=DATE:']) {
      if (event.split(new RegExp(`^${name}`, 'm')).length !== 2) problems.push(`one ${name} in ${event}`);
    }
    if (!/^DTSTAMP:\d{8}T\d{6}Z$/m.test(event)) problems.push('DTSTAMP is in UTC');
    return /^UID:(.*)$/m.exec(event)?.[1];
  });
  if (new Set(uids).size !== uids.length) problems.push('each UID once');
  return problems;
}

const july = { checkin: '2027-07-07', checkout: '2027-07-14' };

test('stays, requests, long holds, blocks and other channels’ stays are exported without any name', async () => {
  const { id } = await addProperty(db);
  const span = (checkin: string, checkout: string) => ({ property_id: id, checkin, checkout });
  await addBooking(db, { ...span('2027-06-01', '2027-06-05'), name: 'Ann Lee', note: 'Late, please' });
  await addBooking(db, {
    ...span('2027-06-10', '2027-06-12'),
    status: 'requested',
    email_confirmed_at: start,
  });
  const hold = (minutes: number) => ({
    status: 'held' as const,
    created_at: start,
    hold_expires_at: new Date(start.getTime() + minutes * 60_000),
  });
  await addBooking(db, { ...span('2027-06-20', '2027-06-22'), ...hold(36) });
  await addBooking(db, { ...span('2027-06-24', '2027-06-26'), ...hold(24 * 60) });
  await addBooking(db, { ...span('2027-06-28', '2027-06-30'), status: 'cancelled' });
  await addBooking(db, span('2027-01-10', '2027-01-12'));
  const block = { property_id: id, first_night: '2027-08-01', last_night: '2027-08-02', note: 'Painter Bob' };
  await db.insertInto('blocks').values(block).execute();
  const body = calendar(
    stay('r', '2027-09-01', '2027-09-05', 'Reserved - Sarah J.'),
    stay('n', '2027-09-10', '2027-09-12', 'Blocked'),
  );
  await readFeedNow(app.ctx, (await feeds.add(db, id, body, { channel: 'vrbo' })).id);

  const own = [
    '2027-06-01/2027-06-05 Reserved',
    '2027-06-10/2027-06-12 Reserved',
    '2027-06-24/2027-06-26 Reserved',
  ];
  const airbnb = await exported(id, 'airbnb');
  const blocked = '2027-08-01/2027-08-03 Not available';
  expect(eventsOf(airbnb)).toEqual([...own, blocked, '2027-09-01/2027-09-05 Reserved']);
  expect(eventsOf(await exported(id, 'vrbo'))).toEqual([...own, blocked]);
  expect(airbnb).not.toMatch(/Ann|Lee|Late|Bob|Painter|Sarah|Home \d/);
  expect(strictProblems(airbnb)).toEqual([]);
});

test('the same nights give the same bytes and 304; a change gives another ETag with the same UID', async () => {
  const { id } = await addProperty(db);
  const { id: bookingId } = await addBooking(db, { property_id: id, ...july });
  const path = await pathOf(id, 'airbnb');
  const first = await get(path);
  const [text, etag] = [await first.text(), first.headers.get('ETag') ?? ''];
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-cache',
    'x-robots-tag': 'noindex',
    'x-site': 'yes',
  });
  now = new Date(start.getTime() + 3_600_000);
  const again = await get(path, { 'If-None-Match': etag });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect(await (await get(path)).text()).toBe(text);
  const set = (values: object) =>
    db.updateTable('bookings').set(values).where('id', '=', bookingId).execute();
  await set({ updated_at: now, arrival_sent_at: now });
  expect((await get(path, { 'If-None-Match': etag })).status).toBe(304);
  await set({ checkin: '2027-07-08' });
  const moved = { booking_id: bookingId, event: 'moved', actor: 'host', created_at: now } as const;
  await db.insertInto('booking_events').values(moved).execute();
  const changed = await get(path, { 'If-None-Match': etag });
  expect(changed.status).toBe(200);
  const uid = /^UID:.*$/m;
  const changedText = await changed.text();
  expect(uid.exec(changedText)?.[0]).toBe(uid.exec(text)?.[0]);
  const sequence = (file: string) => Number(/^SEQUENCE:(\d+)/m.exec(file)?.[1]);
  expect(sequence(changedText)).toBeGreaterThan(sequence(text));
});

test('another channel’s stay under another name, or missing from a reading, is exported as it was', async () => {
  const { id } = await addProperty(db);
  const other = stay('other', '2027-10-01', '2027-10-03');
  const feed = await feeds.add(db, id, calendar(stay('a', july.checkin, july.checkout), other));
  await readFeedNow(app.ctx, feed.id);
  const first = await exported(id, 'vrbo');
  for (const body of [calendar(stay('b', july.checkin, july.checkout), other), calendar(other)]) {
    now = new Date(now.getTime() + 3_600_000);
    await feed.set(body);
    await readFeedNow(app.ctx, feed.id);
    expect(await exported(id, 'vrbo')).toBe(first);
  }
});

test('an empty calendar is valid', async () => {
  const { id } = await addProperty(db);
  const text = await exported(id, 'other');
  expect([strictProblems(text), eventsOf(text)]).toEqual([[], []]);
});

test.each(['a', '0'.repeat(64), '%00', '../../etc/passwd', `${'0'.repeat(63)}'`])(
  'an unknown token is not found: %s',
  async (token) => {
    const response = await get(`/calendars/${encodeURIComponent(token)}.ics`);
    expect(response.status).toBe(404);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  },
);

test('a renewed link works only at its new address', async () => {
  const { id } = await addProperty(db);
  const path = await pathOf(id, 'airbnb');
  const host = await signedInBrowser(app, 'host@example.com');
  const { exports } = await (await host.request('GET', '/api/admin/feeds')).json();
  const link = exports.find(({ url }: { url: string }) => url.endsWith(path));
  const renewed = await (await host.request('POST', `/api/admin/feeds/links/${link.id}/renew`)).json();
  expect(renewed.url).not.toBe(link.url);
  expect((await get(path)).status).toBe(404);
  expect((await get(new URL(renewed.url).pathname)).status).toBe(200);
});

test('every home has its own link for every channel, too long to guess', async () => {
  await addProperty(db);
  await Promise.all([addMissingLinks(db), addMissingLinks(db)]);
  const links = await db.selectFrom('calendar_links').select('token').execute();
  const { count } = await db
    .selectFrom('properties')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(links).toHaveLength(4 * count);
  expect(new Set(links.map(({ token }) => token)).size).toBe(links.length);
  for (const { token } of links) expect(token).toMatch(/^[0-9a-f]{64}$/);
});
