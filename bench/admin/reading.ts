import { load } from '../load.ts';
import type { Figure } from '../metric.ts';
import type { AdminSite } from './admin-site.ts';
import { columns, rareName, rowCount } from './table.ts';
import { fetchBytes, middleMs } from './timing.ts';

const count = 'select count(*) from bench_people';
const rows = (site: AdminSite, query: string): string => `${site.url}/api/tables/bench_people${query}`;

/** Pages of the list. */
export async function lists(site: AdminSite): Promise<Figure[]> {
  const listed = (query: string, times: number) =>
    middleMs(times, () => fetchBytes(rows(site, query), site.headers));
  const bare = (sql: string, times: number, where = '') =>
    middleMs(times, async () => {
      await site.db.query(`select ${columns} from bench_people ${sql}`);
      await site.db.query(`${count} ${where}`);
    });
  const first = await listed('?sort=joined_at:desc', 200);
  const loaded = await load(rows(site, '?sort=joined_at:desc'), 32, { seconds: 5, headers: site.headers });
  const unindexed = await listed('?sort=points:asc', 15);
  const bareUnindexed = await bare('order by points limit 50', 15);
  const deep = await listed(`?sort=joined_at:asc&page=${(rowCount * 0.9) / 50 + 1}`, 15);
  const contains = `where name ilike '%${rareName}%'`;
  const filters = encodeURIComponent(JSON.stringify({ name: { contains: rareName } }));
  return [
    { name: 'Page 1, indexed sort, with total (p50)', value: first, unit: 'ms', max: 5 },
    { name: 'Bare SQL', value: await bare('order by joined_at desc limit 50', 15), unit: 'ms' },
    { name: 'The same, 32 connections', value: loaded.perSecond, unit: 'requests/s', min: 1_000 },
    { name: 'Page 1, unindexed sort, beside bare SQL', value: unindexed / bareUnindexed, max: 1 },
    { name: 'Page 1, unindexed sort', value: unindexed, unit: 'ms' },
    { name: 'Bare SQL', value: bareUnindexed, unit: 'ms' },
    { name: 'Page at offset 900,000, indexed sort', value: deep, unit: 'ms', max: 200 },
    {
      name: 'Bare SQL',
      value: await bare('order by joined_at limit 50 offset 900000', 5),
      unit: 'ms',
    },
    {
      name: 'Name contains, 8 hits',
      value: await listed(`?filters=${filters}`, 50),
      unit: 'ms',
      max: 8,
    },
    { name: 'Bare SQL on our index', value: await bare(`${contains} limit 50`, 15, contains), unit: 'ms' },
  ];
}

/** One row by its id. */
export async function oneRow(site: AdminSite): Promise<Figure[]> {
  const { rows: matches } = await site.db.query<{ id: string }>(
    'select id from bench_people order by id limit 1 offset 5000',
  );
  const id = matches[0]?.id ?? '';
  const bare = () => site.db.query(`select ${columns} from bench_people where id = $1`, [id]);
  return [
    {
      name: 'One row by its id',
      value: await middleMs(300, () => fetchBytes(rows(site, `/${id}`), site.headers)),
      unit: 'ms',
      max: 2,
    },
    { name: 'Bare SQL', value: await middleMs(300, bare), unit: 'ms' },
  ];
}
