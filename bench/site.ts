import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Place } from './metric.ts';
import { processes } from './processes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const startsWithinMs = 180_000;

export interface Site {
  url: string;
  /** The stand-ins' pages: `/mail`, `/stripe`. */
  standIns: string;
  dataDir: string;
  /** Milliseconds from the command to its closing block. */
  readyAfterMs: number;
  /** The process that serves requests. */
  appPid: number;
  /** How that process was started, to start another beside it. */
  app(): { command: string[]; env: Record<string, string> };
  databaseUrl: string;
  /** Ctrl-C: ends everything in order. */
  stop(): Promise<void>;
}

/** Sites to stop, which a failed program would leave behind. */
const alive = new Set<() => void>();
process.on('exit', () => {
  for (const end of alive) end();
});

/** Runs `npm start` without npm itself, with the settings of one machine without keys. */
export async function startSite({ dataDir, port }: Place, env: Record<string, string> = {}): Promise<Site> {
  const { PATH, HOME, npm_execpath } = process.env;
  const before = performance.now();
  const command = spawn(process.execPath, [path.join(root, 'scripts', 'start.mjs')], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Each request may name the address it comes from, so that limits per address count each one separately.
    env: {
      PATH,
      HOME,
      npm_execpath,
      PORT: String(port),
      DATA_DIR: dataDir,
      TRUST_PROXY: '127.0.0.1,::1',
      LOG_LEVEL: 'fatal',
      ...env,
    },
  });
  const group = -(command.pid as number);
  let appPid = 0;
  const end = () => {
    signal(group, 'SIGKILL');
    if (appPid) signal(-appPid, 'SIGKILL');
    signal(databasePid(dataDir), 'SIGKILL');
  };
  alive.add(end);
  await closingBlock(command);
  const readyAfterMs = performance.now() - before;
  appPid = findApp(command.pid as number);

  return {
    url: `http://localhost:${port}`,
    standIns: `http://localhost:${port + 1}`,
    dataDir,
    readyAfterMs,
    appPid,
    app: () => ({
      command: nullSeparated(`/proc/${appPid}/cmdline`),
      env: Object.fromEntries(
        nullSeparated(`/proc/${appPid}/environ`)
          .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const)
          .filter(([name]) => !name.startsWith('NODE_CHANNEL')),
      ),
    }),
    databaseUrl: (JSON.parse(readFileSync(path.join(dataDir, 'postgres.json'), 'utf8')) as { url: string })
      .url,
    async stop() {
      signal(group, 'SIGTERM');
      await ended(command);
      alive.delete(end);
    },
  };
}

function closingBlock(command: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const late = setTimeout(
      () => reject(new Error(`The site did not start in time:\n${output}`)),
      startsWithinMs,
    );
    const hear = (chunk: Buffer) => {
      output += chunk;
      if (!output.includes('Stop with Ctrl-C')) return;
      clearTimeout(late);
      resolve();
    };
    command.stdout?.on('data', hear);
    command.stderr?.on('data', hear);
    command.once('exit', () => reject(new Error(`The site did not start:\n${output}`)));
  });
}

function findApp(ancestor: number): number {
  const all = processes();
  const descends = (pid: number): boolean => {
    const parent = all.get(pid)?.parent;
    return parent === ancestor || (parent !== undefined && parent > 1 && descends(parent));
  };
  const app = [...all].find(([pid, { command }]) => /server\.(js|ts)$/.test(command) && descends(pid));
  if (!app) throw new Error('The process of the app was not found.');
  return app[0];
}

const nullSeparated = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\0')
    .filter((part) => part !== '');

/** The database's first process; the others end without it. */
export function databasePid(dataDir: string): number {
  try {
    return Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return 0;
  }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    if (pid !== 0) process.kill(pid, name);
  } catch {
    // ESRCH: it is gone already.
  }
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}
