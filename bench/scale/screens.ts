import type pg from 'pg';
import { hostSession } from '../../test/scale/build.ts';
import { dayMs, random } from '../../test/scale/plan.ts';
import { guestName, toDate } from '../../test/scale/rows.ts';
import { fetchBytes } from '../admin/timing.ts';
import { type Figure, quantile } from '../metric.ts';
import type { Site } from '../site.ts';
import { addReviews, reviewCount, reviewedHome } from './reviews.ts';

/** Runs before the measurement, so that the program is compiled and the site warm. */
const warmUp = 20;
const runs = 40;

interface Row {
  name: string;
  /** The path of each run; it may differ from run to run. */
  path: (run: number) => string;
  maxMs?: number;
  maxKb?: number;
  isPublic?: boolean;
}

/** Screens of hosts and guests, one request after the other: 95th percentiles over HTTP. */
export async function screens(site: Site, db: pg.Client): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const row of await rowsToMeasure(db)) figures.push(...(await measure(site, row)));
  return figures;
}

async function rowsToMeasure(db: pg.Client): Promise<Row[]> {
  await addReviews(db);
  const { rows: some } = await db.query<{ code: string }>(
    "select code from bookings tablesample system (0.02) where status = 'confirmed' limit 40",
  );
  const today = Math.floor(Date.now() / dayMs);
  const next = random(5);
  const names = Array.from({ length: runs + warmUp }, () => guestName(next));
  const at = <Item>(items: Item[], run: number) => items[run % items.length] as Item;
  const bookings = '/api/admin/bookings';
  const inbox = '/api/admin/inbox';
  const words = ['wheelchair', 'parking', 'gulf home 17', ...names.slice(0, 7)];
  const taxes = '/api/admin/reports/taxes';
  const year = new Date().getUTCFullYear() - 1;
  const day = (run: number) => toDate(today + 20 + run * 3);
  return [
    { name: 'A small response, for comparison', path: () => '/healthz', isPublic: true },
    { name: 'Today', path: () => '/api/admin/today', maxMs: 120 },
    { name: 'Bookings, first page', path: () => bookings, maxMs: 50 },
    {
      name: 'Bookings from today on',
      path: (run) => `${bookings}?from=${toDate(today)}${run % 2 ? '&sort=arrival' : ''}`,
      maxMs: 60,
    },
    {
      name: 'Bookings, name search',
      path: (run) => `${bookings}?search=${encodeURIComponent(at(names, run))}`,
      maxMs: 60,
    },
    { name: 'A booking', path: (run) => `${bookings}/${at(some, run).code}`, maxMs: 18 },
    { name: 'Inbox', path: () => inbox, maxMs: 60 },
    {
      name: 'Inbox, search',
      path: (run) => `${inbox}?search=${encodeURIComponent(at(words, run))}`,
      maxMs: 150,
    },
    { name: 'Taxes of a year', path: () => `${taxes}?from=${year}-01&to=${year}-12`, maxMs: 800 },
    {
      name: 'Taxes of a month',
      path: (run) =>
        `${taxes}?from=${year}-${String(1 + (run % 12)).padStart(2, '0')}&to=${year}-${String(1 + (run % 12)).padStart(2, '0')}`,
      maxMs: 100,
    },
    { name: 'The hosts’ figures', path: () => '/api/admin/stats', maxMs: 100 },
    {
      name: 'Figures of the business, 12 months of all homes',
      path: (run) => `/api/admin/figures?from=${year + (run % 2)}-01&to=${year + (run % 2)}-12`,
      maxMs: 400,
      maxKb: 400,
    },
    {
      name: 'Figures of the business, 36 months of a home',
      path: (run) => `/api/admin/figures?from=${year - 1}-01&to=${year + 1}-12&property=scale-${1 + run}`,
      maxMs: 100,
    },
    {
      name: 'Hosts’ calendar, 60 days, the homes on screen',
      path: (run) =>
        `/api/admin/calendar?from=${toDate(today)}&to=${toDate(today + 60)}&page=${1 + (run % 20)}`,
      maxMs: 100,
      maxKb: 400,
    },
    { name: 'Channels', path: (run) => `/api/admin/feeds?page=${1 + (run % 20)}`, maxMs: 100, maxKb: 100 },
    {
      name: 'Availability of 500 homes',
      path: (run) =>
        `/api/availability?checkin=${day(run)}&checkout=${toDate(today + 23 + run * 3)}&guests=2`,
      maxMs: 60,
      isPublic: true,
    },
    {
      name: '/book with dates, rendered',
      path: (run) => `/book?checkin=${day(run)}&checkout=${toDate(today + 23 + run * 3)}&guests=2`,
      maxMs: 150,
      maxKb: 250,
      isPublic: true,
    },
    {
      name: `${reviewCount.toLocaleString('en-US')} reviews of a home, a page of them`,
      path: (run) => `/api/properties/${reviewedHome}/reviews?page=${1 + run * 10}`,
      maxMs: 20,
      isPublic: true,
    },
    {
      name: `${reviewCount.toLocaleString('en-US')} reviews of a home, its page`,
      path: () => `/stays/${reviewedHome}`,
      maxMs: 20,
      isPublic: true,
    },
    {
      name: `${reviewCount.toLocaleString('en-US')} reviews of a home, its page, rendered`,
      path: (run) => `/stays/${reviewedHome}?run=${run}`,
      isPublic: true,
    },
    { name: 'Home page, rendered', path: (run) => `/?run=${run}`, maxMs: 150, maxKb: 250, isPublic: true },
  ];
}

async function measure({ url }: Site, { name, path, maxMs, maxKb, isPublic }: Row): Promise<Figure[]> {
  const times: number[] = [];
  let bytes = 0;
  for (let run = 0; run < warmUp + runs; run += 1) {
    // Each request comes from an address of its own, because limits count per address.
    const headers: Record<string, string> = { 'X-Forwarded-For': `10.1.${run >> 8}.${run & 255}` };
    if (!isPublic) headers.Cookie = `session=${hostSession}`;
    const from = performance.now();
    try {
      bytes = (await fetchBytes(url + path(run), headers)).length;
    } catch (error) {
      console.error(`  ${name}: ${String(error).slice(0, 200)}`);
      return [milliseconds(name, Number.NaN, maxMs)];
    }
    if (run >= warmUp) times.push(performance.now() - from);
  }
  return [
    milliseconds(name, quantile(times, 0.95), maxMs),
    ...(maxKb === undefined ? [] : [{ name: `${name}, size`, value: bytes / 1024, unit: 'KB', max: maxKb }]),
  ];
}

const milliseconds = (name: string, value: number, max: number | undefined): Figure => {
  const figure = { name: `${name} (p95)`, value, unit: 'ms' };
  return max === undefined ? figure : { ...figure, max };
};
