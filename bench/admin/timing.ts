import { Agent, get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { median } from '../metric.ts';

/** Median duration in milliseconds of sequential runs. */
export async function middleMs(times: number, work: () => Promise<unknown>): Promise<number> {
  for (let warm = 0; warm < Math.min(10, times); warm += 1) await work();
  const durations: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const from = performance.now();
    await work();
    durations.push(performance.now() - from);
  }
  return median(durations);
}

const agent = new Agent({ keepAlive: true });

/** Fetches over a connection that stays open. */
export function fetchBytes(url: string, headers: Record<string, string>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      buffer(response).then((body) => {
        if (response.statusCode === 200) resolve(body);
        else reject(new Error(`${url} answered ${response.statusCode}: ${body}`));
      }, reject);
    }).on('error', reject);
  });
}
