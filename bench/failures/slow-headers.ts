import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, type Place, quantile } from '../metric.ts';
import { startSite } from '../site.ts';

const drips = 1_000;
const dripEveryMs = 1_000;
const closedWithinMs = 15_000;
const visitEveryMs = 40;

/** 1,000 connections that never finish their headers (T-100), and their effect on other visitors. */
export async function slowHeaders(place: Place): Promise<Figure[]> {
  const site = await startSite(place);
  try {
    await visit(`${site.url}/`);
    const begin = performance.now();
    const sockets = Array.from({ length: drips }, () => drip(place.port));
    const closed = Promise.all(sockets.map(({ closed }) => closed)).then(() => performance.now() - begin);
    const waits: number[] = [];
    let open = true;
    void closed.then(() => {
      open = false;
    });
    while (open && performance.now() - begin < 2 * closedWithinMs) {
      waits.push(await visit(`${site.url}${waits.length % 2 ? '/' : '/api/properties'}`));
      await sleep(visitEveryMs);
    }
    for (const { socket } of sockets) socket.destroy();
    return [
      {
        name: `Others wait beside ${drips.toLocaleString('en-US')} slow connections, 95th percentile`,
        value: quantile(waits, 0.95),
        unit: 'ms',
        max: 100,
      },
      { name: 'Last slow connection closed after', value: (await closed) / 1000, unit: 's', max: 15 },
    ];
  } finally {
    await site.stop();
  }
}

/** Opens a connection that sends one more header each second. */
function drip(port: number): { socket: net.Socket; closed: Promise<void> } {
  const socket = net.connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n'));
  const more = setInterval(() => socket.write('X-More: drop\r\n'), dripEveryMs);
  socket.on('error', () => {});
  socket.resume();
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      clearInterval(more);
      resolve();
    });
  });
  return { socket, closed };
}

/** Milliseconds until the response is complete. */
async function visit(url: string): Promise<number> {
  const before = performance.now();
  const response = await fetch(url);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return performance.now() - before;
}
