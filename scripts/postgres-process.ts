import type { ChildProcess } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface Server {
  pid: number;
  port: number;
}

const pidFile = (cluster: string): string => path.join(cluster, 'postmaster.pid');

/** The server that runs on a cluster, by the file that it keeps there. */
export function runningServer(cluster: string): Server | null {
  if (!existsSync(pidFile(cluster))) return null;
  const [pid, , , port] = readFileSync(pidFile(cluster), 'utf8').split('\n').map(Number);
  return pid && port && isServer(pid, cluster) ? { pid, port } : null;
}

/**
 * Makes PostgreSQL take the file of a dead server for stale although another program has its process id, as
 * happens in containers. PostgreSQL skips the id of its parent; without the file it would not look whether connections
 * of the dead server are still at work.
 */
export function freeStalePidFile(cluster: string): void {
  if (!existsSync(pidFile(cluster))) return;
  const [pid, ...rest] = readFileSync(pidFile(cluster), 'utf8').split('\n');
  if (isAlive(Number(pid)) && !isServer(Number(pid), cluster))
    writeFileSync(pidFile(cluster), [process.pid, ...rest].join('\n'));
}

/** Whether a process is the server of this cluster; if the system does not report that, any living process counts. */
export function isServer(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  const command = commandLine(pid);
  if (!command) return true;
  const [program = '', ...args] = command;
  const folder = args[args.indexOf('-D') + 1] ?? '';
  return (
    path.basename(program) === 'postgres' &&
    existsSync(folder) &&
    realpathSync(folder) === realpathSync(cluster)
  );
}

function commandLine(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The time after which a fast shutdown becomes an immediate one, from which the next start recovers. */
const fastShutdownMs = 30_000;

/** Ends a server cleanly; everything committed stays. */
export async function stopServer(pid: number, isThere: () => boolean): Promise<void> {
  const signal = (name: NodeJS.Signals) => isThere() && process.kill(pid, name);
  signal('SIGINT');
  const timer = setTimeout(() => signal('SIGQUIT'), fastShutdownMs);
  while (isThere()) await sleep(20);
  clearTimeout(timer);
}

export const isRunning = (child: ChildProcess): boolean =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null;

export const stopChild = (child: ChildProcess): Promise<void> =>
  stopServer(child.pid ?? 0, () => isRunning(child));

const maxLogBytes = 10_000_000;

/** Opens the server's log for appending; only its owner may read it, because it holds the values of rows. */
export function openLog(file: string): number {
  limitLog(file);
  const log = openSync(file, 'a', 0o600);
  chmodSync(file, 0o600);
  return log;
}

/**
 * Saves a log that has grown as `….1` and empties it, also under a server that writes to it. On a full disk it is emptied
 * all the same: that frees the room, and a log ends nothing that runs.
 */
export function limitLog(file: string): void {
  if (!existsSync(file) || statSync(file).size < maxLogBytes) return;
  try {
    copyFileSync(file, `${file}.1`);
    chmodSync(`${file}.1`, 0o600);
  } catch {
    rmSync(`${file}.1`, { force: true, recursive: true });
  }
  truncateSync(file);
}
