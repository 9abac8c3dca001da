import path from 'node:path';
import pg from 'pg';
import { fetchBytes } from './admin/timing.ts';
import { startApp } from './app.ts';
import { compareToBaseline } from './compare-to-baseline.ts';
import { fillCalendar } from './host-calendar/fill.ts';
import { type Figure, median, type Place, quantile } from './metric.ts';
import { startSite } from './site.ts';

const reads = 200;

/** The hosts' list of 20 homes of their own, and the page of a closed site beside a bare server that sends the same bytes. */
export async function opening({ dataDir, port }: Place): Promise<Figure[]> {
  const site = await startSite({ dataDir: `${dataDir}/opening`, port });
  const appPort = String(port + 5);
  try {
    const session = await fillCalendar(site.databaseUrl);
    const db = new pg.Client({ connectionString: site.databaseUrl });
    await db.connect();
    await db.query('update properties set is_example = false');
    const list = `http://127.0.0.1:${port}/api/admin/launch`;
    const headers = { Cookie: `session=${session}` };
    const durations: number[] = [];
    for (let read = -10; read < reads; read += 1) {
      const from = performance.now();
      await fetchBytes(list, headers);
      if (read >= 0) durations.push(performance.now() - from);
    }
    await db.query('update site_settings set opened_at = null').finally(() => db.end());
    // Each request leaves a line in the log, which this program must not have to read.
    const env = { PORT: appPort, LOG_LEVEL: 'info' };
    const app = await startApp(site, env, path.join(dataDir, 'requests.log'));
    const closed = `http://127.0.0.1:${appPort}/`;
    // The first visit renders the page.
    await fetch(closed);
    const result = await compareToBaseline(closed, { connections: 32, rounds: 5, seconds: 4, status: 503 });
    await app.stop();
    return [
      { name: 'The list of 20 homes (p95)', value: quantile(durations, 0.95), unit: 'ms', max: 50 },
      { name: 'The same (p50)', value: median(durations), unit: 'ms' },
      { name: 'A closed page: requests beside a bare server', value: result.perSecondRatio, min: 0.9 },
      { name: 'A closed page: 99th percentile beside a bare server', value: result.p99Ratio, max: 3 },
      { name: 'A closed page', value: result.site.perSecond, unit: 'requests/s' },
      { name: 'A bare server, the same bytes', value: result.bare.perSecond, unit: 'requests/s' },
    ];
  } finally {
    await site.stop();
  }
}
