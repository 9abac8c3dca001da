import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import pg from 'pg';
import { copyRows } from '../../src/platform/copy-out.server.ts';
import { type Figure, quantile } from '../metric.ts';
import { memoryMb } from '../processes.ts';
import type { AdminSite } from './admin-site.ts';
import { rowCount } from './table.ts';
import { ask } from './timing.ts';

interface Exported {
  seconds: number;
  bytes: number;
  firstByteMs: number;
  /** How much the process grew. */
  growthMb: number;
}

/** All rows as CSV over HTTP: how long it takes, what it costs in memory, and what others notice of it. */
export async function exporting(site: AdminSite): Promise<Figure[]> {
  const bare = await bareSeconds(site.databaseUrl);
  const { bytes } = await exportOnce(site, { counted: true });
  const exported = await exportOnce(site);
  if (exported.bytes !== bytes)
    throw new Error(`The export ended after ${exported.bytes} of ${bytes} bytes.`);
  const others = await whileExporting(site);
  const again = await bareSeconds(site.databaseUrl);
  const bareBest = Math.min(bare.seconds, again.seconds);
  return [
    { name: `Export of all rows beside ${bare.by}`, measured: exported.seconds / bareBest, atMost: 1.4 },
    { name: 'Export of all rows', measured: exported.seconds, unit: 's' },
    { name: bare.by, measured: bareBest, unit: 's' },
    { name: 'Its first byte', measured: exported.firstByteMs, unit: 'ms', atMost: 500 },
    { name: 'Growth of the process during an export', measured: exported.growthMb, unit: 'MB', atMost: 64 },
    { name: '99th percentile of others during exports', measured: others, unit: 'ms', atMost: 60 },
  ];
}

/** @param counted whether every row is counted; else the bytes are thrown away, as psql does with /dev/null */
async function exportOnce(
  { url, headers, pid }: Pick<AdminSite, 'url' | 'headers' | 'pid'>,
  { counted = false } = {},
): Promise<Exported> {
  const before = memoryMb(pid);
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, memoryMb(pid));
  }, 20);
  const from = performance.now();
  const request = get(`${url}/api/tables/bench_people/export`, { headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let firstByteMs = Number.NaN;
  let bytes = 0;
  let rows = -1;
  for await (const chunk of response) {
    if (bytes === 0) firstByteMs = performance.now() - from;
    bytes += chunk.length;
    if (!counted) continue;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
  }
  clearInterval(watch);
  if (response.statusCode !== 200 || (counted && rows < rowCount))
    throw new Error(`The export answered ${response.statusCode} and ended after ${rows} rows.`);
  return { seconds: (performance.now() - from) / 1000, bytes, firstByteMs, growthMb: most - before };
}

// Who downloads is somebody else than who waits for other answers meanwhile: it has a thread of its own.
if (!isMainThread && workerData?.exports) await exportOnce(workerData.exports);

async function whileExporting(site: AdminSite): Promise<number> {
  let done = false;
  const { url, headers, pid } = site;
  const download = new Worker(new URL(import.meta.url), { workerData: { exports: { url, headers, pid } } });
  const ended = once(download, 'exit').finally(() => {
    done = true;
  });
  const durations: number[] = [];
  while (!done) {
    const from = performance.now();
    await ask(`${site.url}/api/tables/bench_people`, site.headers);
    durations.push(performance.now() - from);
  }
  const [code] = await ended;
  if (code !== 0) throw new Error('The export beside the other requests failed.');
  return quantile(durations, 0.99);
}

/** The same rows by `psql \copy`, or, where there is no psql, by COPY over a bare connection. */
async function bareSeconds(databaseUrl: string): Promise<{ seconds: number; by: string }> {
  const from = performance.now();
  const by = (await psql(databaseUrl)) ? 'psql \\copy' : 'COPY over a bare connection';
  if (by !== 'psql \\copy') {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    for await (const _ of copyRows(client, 'copy bench_people to stdout (format csv)')) {
      // Thrown away, as psql does with /dev/null.
    }
    await client.end();
  }
  return { seconds: (performance.now() - from) / 1000, by };
}

function psql(databaseUrl: string): Promise<boolean> {
  const command = ['-q', '-c', '\\copy bench_people to /dev/null csv header', databaseUrl];
  const child = spawn('psql', command, { stdio: 'ignore' });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
