import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import timers from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { calendarPages } from '../sandbox/calendars/pages.ts';
import type { Db } from '../src/db/client.server.ts';
import type { CalendarFeedsTable, Channel } from '../src/db/schema/channel-feeds.ts';
import { recheckMs } from '../src/features/channels/import/read-feeds.server.ts';
import { runParser } from '../src/features/channels/import/run-parser.server.ts';
import { newId } from '../src/shared/uuid.server.ts';

/** A calendar file with these events, or with these lines. */
export const calendar = (...events: string[][]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Channel//EN',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

const compact = (date: string) => date.replaceAll('-', '');

/** The lines of a stay as channels send it. */
export const stay = (uid: string, checkin: string, checkout: string, summary = 'Reserved'): string[] => [
  `UID:${uid}`,
  'DTSTAMP:20270101T000000Z',
  `SUMMARY:${summary}`,
  `DTSTART;VALUE=DATE:${compact(checkin)}`,
  `DTEND;VALUE=DATE:${compact(checkout)}`,
];

/** The message that starts a parser. */
export const emptyCalendar = {
  text: calendar(),
  channel: 'airbnb',
  endIsLastNight: false,
  from: '2027-01-01',
  until: '2027-12-31',
} as const;

let sequence = 0;

/**
 * The stand-in for other channels' calendars on a port of its own, closed after the file's last test. The process that
 * parses them runs by then: guests wait 3 seconds for a reading, and just its start may take as long on a busy machine.
 */
export async function openFeedsForFile() {
  const pages = calendarPages();
  const held = new Map<string, Promise<void>>();
  const respond = async (request: Request): Promise<Response> => {
    const response = await pages.fetch(request);
    const { pathname } = new URL(request.url);
    const released = request.method === 'GET' ? held.get(pathname) : undefined;
    if (released) held.delete(pathname);
    await released;
    return response;
  };
  const server = createServer(getRequestListener(respond, { overrideGlobalObjects: false }));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  });
  await runParser(emptyCalendar, 'urgent');
  const put = (name: string, body: string | Buffer, query = ''): Promise<Response> =>
    fetch(`${url}/${name}.ics${query}`, { method: 'PUT', body: new Uint8Array(Buffer.from(body)) });
  return {
    url,
    put,
    stats: async (name: string) =>
      ((await (await fetch(url)).json()) as { name: string; reads: number; notModified: number }[]).find(
        (feed) => feed.name === `${name}.ics`,
      ),
    /** Holds the response of a calendar to its next reader, which is that of now. @returns lets it go */
    hold(name: string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(`/${name}.ics`, promise);
      return resolve;
    },
    /** A feed of a home and its calendar. @returns its id, its name here, and how to change its calendar */
    async add(
      db: Db,
      propertyId: string,
      body: string,
      more: Partial<Insertable<CalendarFeedsTable>> & { channel?: Channel } = {},
    ) {
      sequence += 1;
      const name = `feed-${sequence}`;
      const id = newId();
      await put(name, body);
      await db
        .insertInto('calendar_feeds')
        .values({ id, property_id: propertyId, channel: 'airbnb', url: `${url}/${name}.ics`, ...more })
        .execute();
      return { id, name, set: (next: string, query = '') => put(name, next, query) };
    },
  };
}

/** Makes the guests of one test file wait until other channels are read, however long a busy machine takes. */
export function waitForChannels(): void {
  const pause = timers.setTimeout;
  const setPause = (next: typeof pause) => {
    timers.setTimeout = next;
    syncBuiltinESMExports();
  };
  beforeAll(() => setPause((ms, ...more) => pause(ms === recheckMs ? 20 * recheckMs : ms, ...more)));
  afterAll(() => setPause(pause));
}

/** Lists the nights of a home that feeds close, in order: `2027-07-07/2027-07-14 reservation`. */
export async function closedNights(db: Db, propertyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('occupied_nights')
    .select(['kind', 'nights'])
    .where('property_id', '=', propertyId)
    .where('kind', 'in', ['feed_reservation', 'feed_block'])
    .orderBy('nights')
    .orderBy('kind')
    .execute();
  return rows.map(({ kind, nights }) => {
    const [from = '', until = ''] = nights.slice(1, -1).split(',');
    return `${from}/${until} ${kind.slice('feed_'.length)}`;
  });
}
