import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Figure, type Place, quantile } from './metric.ts';
import { memoryMb, processes } from './processes.ts';
import { type Site, startSite } from './site.ts';

const homes = 25;
const channels = ['airbnb', 'vrbo', 'booking_com', 'other'];
const eventsPerFeed = 1_000;
const settleMs = 5_000;
const pauseBetweenRequestsMs = 10;

/** Reads 100 calendar feeds of 1,000 events while guests look at a home's calendar. */
export async function feeds(place: Place): Promise<Figure[]> {
  const site = await startSite(place);
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  try {
    await addFeeds(site, client);
    await requestFor(site, settleMs);
    const calm = await requestFor(site, settleMs);
    const before = memory(site);
    const first = await readAll(site, client);
    await client.query(`update calendar_feeds set etag = '', last_modified = '', body_hash = null`);
    const again = await readAll(site, client);
    return [
      {
        name: 'reading 100 feeds of 1,000 events for the first time',
        value: first.seconds,
        unit: 's',
        max: 10,
      },
      { name: 'reading them whole again', value: again.seconds, unit: 's', max: 10 },
      {
        name: 'memory of the site above before',
        value: Math.max(first.memory.site, again.memory.site) - before.site,
        unit: 'MB',
        max: 100,
      },
      {
        name: 'memory of the parser, a process that ends 30 s later',
        value: Math.max(first.memory.parser, again.memory.parser),
        unit: 'MB',
      },
      {
        name: 'calendar of a home meanwhile, p99',
        value: quantile([...first.requestsMs, ...again.requestsMs], 0.99),
        unit: 'ms',
        max: 60,
      },
      { name: 'calendar of a home without readings, p99', value: quantile(calm, 0.99), unit: 'ms' },
    ];
  } finally {
    await client.end();
    await site.stop();
  }
}

async function addFeeds(site: Site, client: pg.Client): Promise<void> {
  const first = Date.now() + 30 * 86_400_000;
  const day = (offset: number) =>
    new Date(first + offset * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  const body = [
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Bench//EN',
    ...Array.from(
      { length: eventsPerFeed },
      (_, at) =>
        `BEGIN:VEVENT\r\nUID:${at}-bench@airbnb.com\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:Reserved\r\n` +
        `DTSTART;VALUE=DATE:${day(at)}\r\nDTEND;VALUE=DATE:${day(at + 1)}\r\nEND:VEVENT`,
    ),
    'END:VCALENDAR\r\n',
  ].join('\r\n');
  for (let home = 0; home < homes; home += 1) {
    const { rows } = await client.query<{ id: string }>(
      `insert into properties (id, slug, title, description, guests, beds, baths, price_preview)
       values (gen_random_uuid(), $1, $1, 'By the sea', 4, 2, 1, '$100') returning id`,
      [`bench-home-${home}`],
    );
    for (const channel of channels) {
      const url = `${site.standIns}/calendars/${home}-${channel}.ics`;
      await fetch(url, { method: 'PUT', body });
      await client.query('insert into calendar_feeds (property_id, channel, url) values ($1, $2, $3)', [
        rows[0]?.id,
        channel,
        url,
      ]);
    }
  }
}

interface Memory {
  site: number;
  parser: number;
}

interface Run {
  seconds: number;
  memory: Memory;
  requestsMs: number[];
}

async function readAll(site: Site, client: pg.Client): Promise<Run> {
  await client.query('update calendar_feeds set last_good_at = null');
  const stop = new AbortController();
  const run: Run = { seconds: 0, memory: { site: 0, parser: 0 }, requestsMs: [] };
  const guests = requestFor(site, Number.POSITIVE_INFINITY, stop.signal);
  const start = performance.now();
  try {
    await client.query(`select graphile_worker.add_job('read_calendar_feeds')`);
    while (run.seconds === 0) {
      await pause(50);
      const now = memory(site);
      run.memory.site = Math.max(run.memory.site, now.site);
      run.memory.parser = Math.max(run.memory.parser, now.parser);
      const unread = await unreadFeeds(client);
      if (unread.length === 0) run.seconds = (performance.now() - start) / 1000;
      if (performance.now() - start > 120_000)
        throw new Error(
          `${unread.length} feeds were not read within two minutes: ${JSON.stringify(unread[0])}`,
        );
    }
  } finally {
    stop.abort();
    run.requestsMs = await guests;
  }
  return run;
}

async function unreadFeeds(client: pg.Client): Promise<object[]> {
  const { rows } = await client.query<object>('select * from calendar_feeds where last_good_at is null');
  return rows;
}

function memory({ appPid }: Site): Memory {
  const children = [...processes()].filter(([, { parent }]) => parent === appPid);
  const parsers = children.filter(([, { command }]) => command.includes('parse-calendar'));
  const parser = parsers.map(([pid]) => memoryMb(pid)).reduce((sum, one) => sum + (one || 0), 0);
  return { site: memoryMb(appPid), parser };
}

/** Reads a home's calendar again and again. @returns milliseconds of each */
async function requestFor(site: Site, ms: number, signal?: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + ms;
  const [from, to] = [30, 90].map((days) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  );
  while (performance.now() < end && !signal?.aborted) {
    const start = performance.now();
    const response = await fetch(`${site.url}/api/properties/bench-home-0/calendar?from=${from}&to=${to}`);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`The calendar answered ${response.status}.`);
    times.push(performance.now() - start);
    await pause(pauseBetweenRequestsMs);
  }
  return times;
}
