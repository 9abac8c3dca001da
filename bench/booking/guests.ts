import { randomUUID } from 'node:crypto';
import type { Site } from '../site.ts';
import { firstNight, homeSlug } from './many-homes.ts';

const octet = () => 1 + Math.floor(Math.random() * 254);
/** Each guest comes from an address of its own, because limits count per address. */
const someAddress = () => `198.${octet()}.${octet()}.${octet()}`;

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

async function post(url: string, body: object, key?: string): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': someAddress(),
      ...(key ? { 'Idempotency-Key': key } : {}),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** The two free nights of a home in one of its weeks. */
function freeStay(home: number, week: number): { property: string; checkin: string; checkout: string } {
  const checkin = addDays(firstNight(), 7 * week + 5);
  return { property: homeSlug(home), checkin, checkout: addDays(checkin, 2) };
}

/** @param extras that are chosen @returns the quote’s id */
export async function quote(
  site: Site,
  home: number,
  week: number,
  extras: { id: string; quantity: number }[] = [],
): Promise<string> {
  const { status, body } = await post(`${site.url}/api/quotes`, {
    ...freeStay(home, week),
    guests: 2,
    pets: 0,
    extras,
  });
  if (status !== 201) throw new Error(`No quote: ${status} ${JSON.stringify(body)}`);
  return String(body.id);
}

export const book = (site: Site, quoteId: string): Promise<Answer> => {
  const key = randomUUID();
  const guest = { name: 'Bea Bench', email: `bench-${key}@example.com`, phone: '850 555 0100', plan: 'full' };
  const agreed = { houseRules: true, cancellation: true };
  return post(`${site.url}/api/bookings`, { quoteId, ...guest, agreed }, key);
};

/** How long each of some runs took, one after the other, in milliseconds. */
export async function durations(times: number, work: (run: number) => Promise<unknown>): Promise<number[]> {
  const all: number[] = [];
  for (let run = 0; run < times; run += 1) all.push(await durationMs(() => work(run)));
  return all;
}

export async function durationMs(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}
