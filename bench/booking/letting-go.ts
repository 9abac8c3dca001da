import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Figure } from '../metric.ts';
import type { Site } from '../site.ts';
import { book, quote } from './guests.ts';

const holds = 20;
const maxWaitMs = 300_000;

/** How long after their time unpaid holds end, and whether one of their payment pages could still be paid then. */
export async function lettingGo(site: Site, db: pg.Client): Promise<Figure[]> {
  const codes: string[] = [];
  for (let hold = 0; hold < holds; hold += 1)
    codes.push(String((await book(site, await quote(site, 450 + hold, 10))).body.code));
  await db.query(`update bookings set hold_expires_at = now() where code = any($1)`, [codes]);
  const from = performance.now();
  const [open, payable] = [new Set(codes), new Set<string>()];
  while (open.size > 0 && performance.now() - from < maxWaitMs) {
    await sleep(500);
    const { rows } = await db.query<{ id: string; code: string }>(
      `select id, code from bookings where code = any($1) and status = 'expired'`,
      [[...open]],
    );
    if (rows.length === 0) continue;
    const pages = await openPages(site);
    for (const { id, code } of rows) {
      open.delete(code);
      if (pages.has(id)) payable.add(code);
    }
  }
  return [
    {
      name: `Slowest of ${holds} holds let go after its time`,
      value: (performance.now() - from) / 1000,
      unit: 's',
      max: 240,
    },
    { name: 'Of them with a payment page still open', value: payable.size + open.size, max: 0 },
  ];
}

/** The bookings with a payment page that can be paid, as the provider has them. */
async function openPages(site: Site): Promise<Set<string>> {
  const secrets = JSON.parse(readFileSync(path.join(site.dataDir, 'secrets.json'), 'utf8')) as {
    STRIPE_SECRET_KEY: string;
  };
  const response = await fetch(`${site.standIns}/v1/checkout/sessions?limit=100`, {
    headers: { Authorization: `Bearer ${secrets.STRIPE_SECRET_KEY}` },
  });
  const { data } = (await response.json()) as {
    data: { status: string; metadata: { bookingId?: string } }[];
  };
  return new Set(
    data.flatMap(({ status, metadata }) => (status === 'open' ? [metadata.bookingId ?? ''] : [])),
  );
}
