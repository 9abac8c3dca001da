import type pg from 'pg';
import { createDb, createPool } from '../../src/db/client.server.ts';
import { loadAllRules } from '../../src/features/bookings/calendar/load-all-rules.server.ts';
import type { Ctx } from '../../src/platform/context.server.ts';
import { type Figure, quantile } from '../metric.ts';
import type { Site } from '../site.ts';
import { addDays, durations, quote } from './guests.ts';
import { firstNight, homeCount, homeSlug } from './many-homes.ts';

const warmUp = 20;
const runs = 200;

const p95 = (name: string, times: number[], max: number): Figure => ({
  name: `${name}, 95th percentile`,
  value: quantile(times, 0.95),
  unit: 'ms',
  max,
});

async function read(url: string): Promise<Buffer> {
  const response = await fetch(url);
  const body = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(`${url}: ${response.status} ${body}`);
  return body;
}

async function sentBytes(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'Accept-Encoding': 'gzip' } });
  if (response.headers.get('Content-Encoding') !== 'gzip') throw new Error(`${url} is not compressed.`);
  return Number(response.headers.get('Content-Length'));
}

/** What the site's own metrics have of GET requests to its API. */
async function apiReads(site: Site): Promise<{ seconds: number; count: number }> {
  const metrics = (await read(`${site.url}/metrics`)).toString();
  const value = (name: string) =>
    Number(
      new RegExp(`^http_request_duration_seconds_${name}\\{method="GET",route="/api"\\} (.+)$`, 'm').exec(
        metrics,
      )?.[1] ?? 0,
    );
  return { seconds: value('sum'), count: value('count') };
}

/** What guests look at while they choose: availability, prices and a year of nights, one request after the other. */
export async function reading(site: Site, db: pg.Client): Promise<Figure[]> {
  const day = (run: number) => addDays(firstNight(), 1 + ((run * 5) % 900));
  const availability = (run: number) =>
    read(`${site.url}/api/availability?checkin=${day(run)}&checkout=${addDays(day(run), 4)}&guests=2`);
  const ask = (run: number) => quote(site, 2 + (run % 400), run % 140);
  const year = `${site.url}/api/properties/${homeSlug(500)}/calendar?from=${firstNight()}&to=${addDays(firstNight(), 366)}`;
  const measure = async (work: (run: number) => Promise<unknown>) => {
    await durations(warmUp, work);
    return durations(runs, work);
  };
  const before = await apiReads(site);
  const years = await measure(() => read(year));
  const after = await apiReads(site);
  return [
    p95(`Availability of ${homeCount} homes in the database`, await databaseTimes(site, db), 20),
    p95('The same over HTTP', await measure(availability), 40),
    p95('A quote', await measure(ask), 15),
    p95('A quote with 20 extras', await quoteTimesWithExtras(site, db, measure), 15),
    {
      name: 'A year of a calendar on the server, mean',
      value: ((after.seconds - before.seconds) * 1000) / (after.count - before.count),
      unit: 'ms',
      max: 5,
    },
    { name: 'As its client sees it (p50)', value: quantile(years, 0.5), unit: 'ms' },
    { name: 'As its client sees it, 95th percentile', value: quantile(years, 0.95), unit: 'ms' },
    { name: 'A year of a calendar (gzip)', value: (await sentBytes(year)) / 1000, unit: 'KB', max: 10 },
  ];
}

const extraCount = 20;

/** Prices stays with everything that can be added to them; the extras are gone after that. */
async function quoteTimesWithExtras(
  site: Site,
  db: pg.Client,
  measure: (work: (run: number) => Promise<unknown>) => Promise<number[]>,
): Promise<number[]> {
  const { rows } = await db.query<{ id: string }>(
    `insert into extras (label, kind, amount_cents, position)
     select 'Extra ' || number, 'per_guest_per_night', 100 * number, number
     from generate_series(1, $1::int) as number returning id`,
    [extraCount],
  );
  const extras = rows.map(({ id }) => ({ id, quantity: 1 }));
  try {
    return await measure((run) => quote(site, 2 + (run % 400), run % 140, extras));
  } finally {
    await db.query('delete from extras where id = any($1)', [rows.map(({ id }) => id)]);
  }
}

/** What the database itself needs for all statements of one search, for each of forty searches. */
async function databaseTimes(site: Site, client: pg.Client): Promise<number[]> {
  const pool = createPool(site.databaseUrl);
  const statements: { sql: string; parameters: readonly unknown[] }[] = [];
  const db = createDb(pool);
  const listening = db.withPlugin({
    transformQuery({ node, queryId }) {
      statements.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  try {
    const searches: number[] = [];
    for (let search = 0; search < 40; search += 1) {
      statements.length = 0;
      const checkin = addDays(firstNight(), 60 + search * 20);
      const nights = { from: addDays(checkin, -60), until: addDays(checkin, 65) };
      await loadAllRules(
        { db: listening, now: () => new Date(), settings: { production: false } } as Ctx,
        nights,
      );
      let sumMs = 0;
      for (const { sql, parameters } of statements) {
        const { rows } = await client.query(`explain (analyze, timing off, format json) ${sql}`, [
          ...parameters,
        ]);
        sumMs += rows[0]['QUERY PLAN'][0]['Execution Time'];
      }
      searches.push(sumMs);
    }
    return searches;
  } finally {
    await pool.end();
  }
}
