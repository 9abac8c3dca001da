import path from 'node:path';
import { startApp } from './app.ts';
import { compareToBaseline } from './compare-to-baseline.ts';
import type { Figure, Place } from './metric.ts';
import { startSite } from './site.ts';

/** The home page from the page cache, log included, beside a bare `node:http` server that sends the same bytes. */
export async function pages(place: Place): Promise<Figure[]> {
  const site = await startSite(place);
  const port = String(place.port + 5);
  // Each request is logged, as in production, but to a file: this program must not have to read it.
  const app = await startApp(
    site,
    { PORT: port, LOG_LEVEL: 'info' },
    path.join(place.dataDir, 'requests.log'),
  );
  try {
    const home = `http://127.0.0.1:${port}/`;
    // The first visit renders and caches the page.
    await fetch(home);
    await fetch(home);
    const result = await compareToBaseline(home, { connections: 32, rounds: 5, seconds: 4 });
    return [
      {
        name: 'Home page, cached: requests beside a bare server',
        value: result.perSecondRatio,
        min: 0.9,
      },
      {
        name: 'Home page, cached: 99th percentile beside a bare server',
        value: result.p99Ratio,
        max: 3,
      },
      { name: 'Home page, cached', value: result.site.perSecond, unit: 'requests/s' },
      { name: 'A bare server, the same bytes', value: result.bare.perSecond, unit: 'requests/s' },
    ];
  } finally {
    await app.stop();
    await site.stop();
  }
}
