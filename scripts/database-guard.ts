import { spawn } from 'node:child_process';
import path from 'node:path';
import { isRunning } from './postgres-process.ts';

/** How long a site that has lost its parent may work with the database: longer than its own end takes. */
const siteEndsWithinSeconds = 16;

/**
 * Waits for the end of its standard input, which closes with our process, however that ends. Then a server that
 * still has its file takes no more connections and ends with its last one, or at the latest after the seconds said.
 */
const program = `
read -r _
is_ours() { [ "$(head -n 1 "$2" 2>/dev/null)" = "$1" ] && kill -0 "$1" 2>/dev/null; }
# A server that has just been launched has no file yet.
left=10
until is_ours "$1" "$2"; do
  kill -0 "$1" 2>/dev/null && [ "$left" -gt 0 ] || exit 0
  left=$((left - 1))
  sleep 1
done
kill -TERM "$1"
left=$3
while is_ours "$1" "$2"; do
  [ "$left" -gt 0 ] || { kill -INT "$1"; exit 0; }
  left=$((left - 1))
  sleep 1
done`;

export interface DatabaseGuard {
  /** Ends the guard; call it when the server has ended. */
  release(): Promise<void>;
}

/** Starts the process that ends the database server of a cluster when this process is killed. */
export function guardDatabase(pid: number, cluster: string): DatabaseGuard {
  if (process.platform === 'win32') return { release: async () => {} };
  const args = [String(pid), path.join(cluster, 'postmaster.pid'), String(siteEndsWithinSeconds)];
  // A process group of its own: Ctrl-C and the end of ours must not take it along.
  const guard = spawn('/bin/sh', ['-c', program, 'database-guard', ...args], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => {});
  guard.stdin?.on('error', () => {});
  guard.unref();
  (guard.stdin as { unref?(): void } | null)?.unref?.();
  const ended = new Promise<void>((resolve) => {
    guard.once('close', () => resolve());
    guard.once('error', () => resolve());
  });
  return {
    release() {
      guard.ref();
      guard.stdin?.end();
      return isRunning(guard) ? ended : Promise.resolve();
    },
  };
}
