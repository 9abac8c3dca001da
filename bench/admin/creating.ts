import { load } from '../load.ts';
import type { Figure } from '../metric.ts';
import type { AdminSite } from './admin-site.ts';
import { columns } from './table.ts';
import { middleMs } from './timing.ts';

/** Rows made by hosts, each with its entry in the history. */
export async function creating(site: AdminSite): Promise<Figure[]> {
  const row = {
    name: 'Ann Made Here',
    email: 'ann@example.com',
    status: 'new',
    points: 7,
    joined_at: '2026-05-01T10:00:00Z',
  };
  const insert = `insert into bench_people (${columns}) values (gen_random_uuid(), $1, $2, $3, $4, $5)`;
  const made = (connections: number) =>
    load(`${site.url}/api/tables/bench_people`, connections, {
      seconds: 5,
      method: 'POST',
      headers: { ...site.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(row),
    });
  const bareMs = await middleMs(500, () =>
    site.db.query({ name: 'bare', text: insert, values: Object.values(row) }),
  );
  return [
    {
      name: 'Rows created, one after the other',
      value: (await made(1)).perSecond,
      unit: '/s',
      min: 500,
    },
    { name: 'Bare SQL', value: 1000 / bareMs, unit: '/s' },
    {
      name: 'Rows created, 16 connections',
      value: (await made(16)).perSecond,
      unit: '/s',
      min: 1_000,
    },
  ];
}
