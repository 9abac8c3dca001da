import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { type Figure, quantile } from '../metric.ts';
import { memoryMb } from '../processes.ts';
import type { AdminSite } from './admin-site.ts';
import { rowCount } from './table.ts';
import { fetchBytes } from './timing.ts';

interface Exported {
  seconds: number;
  bytes: number;
  firstByteMs: number;
  /** How much the process grew. */
  growthMb: number;
}

/** Exports all rows as CSV over HTTP: duration, memory, and the effect on other requests. */
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
    { name: `Export of all rows beside ${bare.by}`, value: exported.seconds / bareBest, max: 2.5 },
    { name: 'Export of all rows', value: exported.seconds, unit: 's' },
    { name: bare.by, value: bareBest, unit: 's' },
    { name: 'Its first byte', value: exported.firstByteMs, unit: 'ms', max: 500 },
    { name: 'Growth of the process during an export', value: exported.growthMb, unit: 'MB', max: 64 },
    { name: '99th percentile of others during exports', value: others, unit: 'ms', max: 60 },
  ];
}

/** @param counted whether every row is counted; else the bytes are thrown away, as psql does with /dev/null */
async function exportOnce(
  { url, headers, pid }: Pick<AdminSite, 'url' | 'headers' | 'pid'>,
  { counted = false } = {},
): Promise<Exported> {
  const before = memoryMb(pid);
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryMb(pid));
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
  return { seconds: (performance.now() - from) / 1000, bytes, firstByteMs, growthMb: peak - before };
}

// The download runs in a thread of its own, so that it does not delay the other requests.
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
    await fetchBytes(`${site.url}/api/tables/bench_people`, site.headers);
    durations.push(performance.now() - from);
  }
  const [code] = await ended;
  if (code !== 0) throw new Error('The export beside the other requests failed.');
  return quantile(durations, 0.99);
}

/** Exports the same rows by `psql \copy`, or by COPY over a bare connection where there is no psql. */
async function bareSeconds(databaseUrl: string): Promise<{ seconds: number; by: string }> {
  const from = performance.now();
  const by = (await psql(databaseUrl)) ? 'psql \\copy' : 'COPY over a bare connection';
  if (by !== 'psql \\copy') {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    for await (const _ of client.query(copyStreams.to('copy bench_people to stdout (format csv)'))) {
      // The rows are discarded, as psql does with /dev/null.
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
