import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FullConfig } from '@playwright/test';

/** The ports of a site, of its stand-ins, and of the other sites that specs start above it. */
const portsOfSite = 40;

/** The port and the data folder of a worker's site; a database and stand-ins belong to it. */
export const siteOfWorker = (index: number): { port: number; dataDir: string } => ({
  port: Number(process.env.E2E_FIRST_PORT) + index * portsOfSite,
  dataDir: path.join(process.env.E2E_FOLDER ?? '', String(index)),
});

/** A first start makes a database and the pictures of the first homes in all their sizes. */
const startMs = 600_000;
const stopMs = 30_000;

/** Starts a site for each worker, all at once. @returns what ends them */
export default async function startSites({ workers }: FullConfig): Promise<() => Promise<void>> {
  const sites = Array.from({ length: workers }, (_, index) => siteOfWorker(index));
  for (const { port } of sites)
    if (await isReady(port))
      throw new Error(`Another site is on port ${port}: set E2E_PORT to another number.`);
  const children = sites.map(({ port, dataDir }) => startSite(port, dataDir));
  const stop = async () => void (await Promise.all(children.map(stopSite)));
  try {
    await Promise.all(sites.map(({ port }, index) => becomesReady(port, children[index])));
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

function startSite(port: number, dataDir: string): ChildProcess {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: path.join(import.meta.dirname, '..'),
    stdio: ['ignore', 'ignore', 'inherit'],
    // Each test comes from an address of its own, so that limits per address count it separately.
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, TRUST_PROXY: '127.0.0.1,::1' },
  });
  child.once('exit', (code, signal) => {
    if (!child.killed) console.error(`The site on port ${port} has ended by ${signal ?? `code ${code}`}.`);
  });
  return child;
}

const isRunning = (child: ChildProcess | undefined): boolean =>
  child?.exitCode === null && child.signalCode === null;

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://localhost:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function becomesReady(port: number, child: ChildProcess | undefined): Promise<void> {
  for (const until = Date.now() + startMs; Date.now() < until && isRunning(child); await sleep(100))
    if (await isReady(port)) return;
  throw new Error(`The site on port ${port} ${isRunning(child) ? 'is not ready in time' : 'has ended'}.`);
}

async function stopSite(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMs);
  await ended;
  clearTimeout(timer);
}
