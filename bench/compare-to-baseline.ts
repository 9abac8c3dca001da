import { fork } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { availableParallelism } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { BaselineResponse } from './baseline-server.ts';
import { type Load, load } from './load.ts';
import { median } from './metric.ts';

const perConnection = /^(date|connection|keep-alive|transfer-encoding)$/i;

export interface Comparison {
  site: Load;
  bare: Load;
  /** The site's figure divided by the bare server's in the same round; the median of all rounds. */
  perSecondRatio: number;
  p99Ratio: number;
}

interface Rounds {
  connections: number;
  rounds: number;
  /** Seconds a round. */
  seconds: number;
  /** That of the page, where it is not 200. */
  status?: number;
}

/** Loads a page of the site, and a bare server that sends the same bytes, in turn. */
export async function compareToBaseline(
  url: string,
  { connections, rounds, seconds, status }: Rounds,
): Promise<Comparison> {
  const bare = fork(fileURLToPath(new URL('baseline-server.ts', import.meta.url)));
  try {
    bare.send(await baselineResponse(url));
    const [port] = (await once(bare, 'message')) as [number];
    const bareUrl = `http://127.0.0.1:${port}/`;
    // One core is left for the server, so that no figure measures the client.
    const workers = Math.max(1, availableParallelism() - 1);
    const ofSite = status ? { seconds, workers, status } : { seconds, workers };
    await load(url, connections, ofSite);
    await load(bareUrl, connections, { seconds, workers });
    const site: Load[] = [];
    const other: Load[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const both: [string, Load[]][] = [
        [url, site],
        [bareUrl, other],
      ];
      for (const [address, results] of round % 2 ? both.reverse() : both) {
        results.push(await load(address, connections, address === url ? ofSite : { seconds, workers }));
      }
    }
    const ratio = (of: (one: Load) => number) =>
      median(site.map((one, round) => of(one) / of(other[round] as Load)));
    return {
      site: middle(site),
      bare: middle(other),
      perSecondRatio: ratio((one) => one.perSecond),
      p99Ratio: ratio((one) => one.p99Ms),
    };
  } finally {
    bare.kill();
  }
}

const middle = (loads: Load[]): Load => ({
  perSecond: median(loads.map((one) => one.perSecond)),
  p99Ms: median(loads.map((one) => one.p99Ms)),
});

async function baselineResponse(url: string): Promise<BaselineResponse> {
  const request = get(url, { headers: { 'Accept-Encoding': 'br' } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const body = await buffer(response);
  const headers: string[] = [];
  for (let at = 0; at < response.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = response.rawHeaders.slice(at, at + 2);
    if (!perConnection.test(name)) headers.push(name, value);
  }
  return { headers, body: body.toString('base64') };
}
