import type { Figure } from '../bench/metric.ts';
import { exactly } from './claim.ts';
import { fetchOnce } from './fetch-once.ts';
import { hostEmail, type Stage } from './stage.ts';
import { waitFor } from './wait-for.ts';

const readsWithinMs = 10_000;

/** What each process does while its database is a standby: it reads, and says that it cannot write. */
export async function whileReadOnly({ sites }: Stage): Promise<Figure[]> {
  const from = performance.now();
  const addresses = sites.map(({ port }) => `http://127.0.0.1:${port}`);
  await Promise.all(addresses.map((address) => waitFor(() => reads(address), readsWithinMs, 'a page')));
  const readMs = performance.now() - from;
  const checks = await Promise.all(addresses.map((address) => fetchOnce(`${address}/readyz`)));
  const writes = await Promise.all(addresses.map(write));
  return [
    { name: 'Both processes read from the standby after', value: readMs, unit: 'ms', max: readsWithinMs },
    exactly(
      'Processes whose /readyz is 503 meanwhile',
      checks.filter(({ status }) => status === 503).length,
      sites.length,
    ),
    exactly(
      'Writes answered 503 `unavailable` with Retry-After',
      writes.filter(Boolean).length,
      sites.length,
    ),
  ];
}

async function reads(address: string): Promise<true | null> {
  const response = await fetchOnce(`${address}/api/properties`).catch(() => null);
  await response?.arrayBuffer();
  return response?.ok ? true : null;
}

async function write(address: string): Promise<boolean> {
  const response = await fetchOnce(`${address}/api/send-otp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: hostEmail }),
  });
  const { code } = (await response.json()) as { code?: string };
  return response.status === 503 && code === 'unavailable' && response.headers.has('Retry-After');
}
