import { parseSettings } from '../../src/env.server.ts';
import { runBookings } from '../../src/features/bookings/run-bookings.server.ts';
import { openPlatform } from '../../test/platform.ts';
import { type Figure, quantile } from '../metric.ts';
import type { Site } from '../site.ts';

const warmUp = 3;
const runs = 20;

/** The job of bookings with nothing due, in this process, on the site's database and settings. */
export async function jobRuns(site: Site): Promise<Figure[]> {
  const platform = await openPlatform(parseSettings({ ...site.app().env, DATABASE_URL: site.databaseUrl }));
  const ctx = { ...platform, viewer: null, clientKey: 'bench' };
  const times: number[] = [];
  try {
    for (let run = 0; run < warmUp + runs; run += 1) {
      const from = performance.now();
      await runBookings(ctx);
      if (run >= warmUp) times.push(performance.now() - from);
    }
  } finally {
    await platform.pool.end();
  }
  return [
    { name: 'One run of run_bookings, nothing due (p95)', value: quantile(times, 0.95), unit: 'ms', max: 50 },
  ];
}
