import path from 'node:path';
import { startApp } from './app.ts';
import { besideBare } from './compare-to-baseline.ts';
import type { Figure, Place } from './metric.ts';
import { startSite } from './site.ts';

/** The home page from the page cache, log included, beside a bare `node:http` server that sends the same bytes. */
export async function pages(place: Place): Promise<Figure[]> {
  const site = await startSite(place);
  const port = String(place.port + 5);
  // As in production each request leaves a line in the log, which this program must not have to read.
  const app = await startApp(
    site,
    { PORT: port, LOG_LEVEL: 'info' },
    path.join(place.dataDir, 'requests.log'),
  );
  try {
    const home = `http://127.0.0.1:${port}/`;
    // The first visit renders the page and keeps it.
    await fetch(home);
    await fetch(home);
    const found = await besideBare(home, { connections: 32, rounds: 5, seconds: 4 });
    return [
      {
        name: 'Home page, cached: requests beside a bare server',
        measured: found.perSecondRatio,
        atLeast: 0.85,
      },
      {
        name: 'Home page, cached: 99th percentile beside a bare server',
        measured: found.p99Ratio,
        atMost: 3,
      },
      { name: 'Home page, cached', measured: found.site.perSecond, unit: 'requests/s' },
      { name: 'A bare server, the same bytes', measured: found.bare.perSecond, unit: 'requests/s' },
    ];
  } finally {
    await app.stop();
    await site.stop();
  }
}
