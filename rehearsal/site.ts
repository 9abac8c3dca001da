import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchOnce } from './fetch-once.ts';
import { ordinaryUser } from './ordinary-user.ts';
import { folder, makeFolder, root } from './place.ts';
import { type Program, startProgram } from './program.ts';
import { boundSocket } from './socket.ts';
import { offeredNames, parseEnvironmentFile, parseSocketUnit, parseUnit, type Unit } from './unit.ts';

/** The first start draws images, which takes half a minute on an idle machine. */
const startsWithinMs = 240_000;
const deploy = (name: string) => readFileSync(path.join(root, 'deploy', name), 'utf8');

/** Has a folder for each release. */
export const releases = path.join(folder, 'opt');

/** The folders that stand for those of the unit during a rehearsal. */
const places: Record<string, string> = {
  '/opt/pcb-beach-rentals/current': root.replace(/\/$/, ''),
  '/opt/pcb-beach-rentals': releases,
  '/etc/pcb-beach-rentals': path.join(folder, 'etc'),
  '/var/lib/pcb-beach-rentals': path.join(folder, 'var'),
};
const anyPlace = new RegExp(Object.keys(places).join('|'), 'g');

const inPlace = (text: string): string => text.replaceAll(anyPlace, (from) => places[from] ?? from);

/**
 * Writes the settings of the rehearsal into the file that the unit names.
 * @throws Error for a setting that the example of that file does not name
 */
export function writeSettings(settings: Record<string, string>): void {
  const example = deploy('settings.env.example');
  const unknown = Object.keys(settings).filter((name) => !offeredNames(example).includes(name));
  if (unknown.length > 0) throw new Error(`deploy/settings.env.example does not name ${unknown.join(', ')}`);
  makeFolder('etc');
  const all = { ...parseEnvironmentFile(example), ...settings };
  const lines = Object.entries(all).map(([name, value]) => `${name}=${value}`);
  writeFileSync(path.join(folder, 'etc', 'settings.env'), `${lines.join('\n')}\n`, { mode: 0o600 });
}

/** The settings of the rehearsal as a process outside of systemd gets them. */
export const siteEnvironment = (): Record<string, string> =>
  parseEnvironmentFile(readFileSync(path.join(folder, 'etc', 'settings.env'), 'utf8'));

/** One process of the site, as `systemctl` would start and stop it. */
export interface SiteProcess {
  port: number;
  unit: Unit;
  program(): Program;
  /** Starts it without waiting for anything. */
  launch(): Program;
  /** Starts it and waits until it is ready. @returns milliseconds that it took */
  start(): Promise<number>;
  /** Sends the unit's signal and waits, no longer than the unit allows. @returns its exit code, and milliseconds */
  stop(): Promise<{ code: number | null; ms: number }>;
}

/** @param settings stand in place of those of the rehearsal's file */
export function siteProcess(port: number, settings: Record<string, string> = {}): SiteProcess {
  const unit = parseUnit(inPlace(deploy('pcb-beach-rentals@.service')), String(port));
  const socket = boundSocket(parseSocketUnit(deploy('pcb-beach-rentals@.socket'), String(port)));
  const state = makeFolder(path.relative(folder, inPlace(unit.stateDirectory)));
  let running: Program | undefined;
  const program = (): Program => {
    if (!running) throw new Error(`no process was started on port ${port}`);
    return running;
  };
  return {
    port,
    unit,
    program,
    launch() {
      // Passes the socket like systemd: descriptor 3, and the id of the process that it is meant for.
      running = startProgram('/bin/sh', ['-c', 'LISTEN_PID=$$ exec "$@"', 'sh', ...unit.command], {
        passedFd: socket.fd,
        name: `site on ${port}`,
        cwd: unit.workingDirectory,
        ...ordinaryUser(state),
        env: {
          LISTEN_FDS: '1',
          PATH: '/usr/bin:/bin',
          LANG: 'C.UTF-8',
          HOME: '/',
          ...unit.environment,
          ...parseEnvironmentFile(readFileSync(unit.environmentFile, 'utf8')),
          ...settings,
        },
      });
      return running;
    },
    async start() {
      const before = performance.now();
      await ready(this.launch(), port);
      return performance.now() - before;
    },
    async stop() {
      if (unit.killMode !== 'mixed') throw new Error('the rehearsal signals the main process alone');
      const before = performance.now();
      program().signal(unit.killSignal);
      const tooLong = sleep(unit.timeoutStopMs, 'late' as const, { ref: false });
      if ((await Promise.race([program().exited, tooLong])) === 'late') program().signal('SIGKILL');
      return { code: await program().exited, ms: performance.now() - before };
    },
  };
}

async function ready(program: Program, port: number): Promise<void> {
  const until = Date.now() + startsWithinMs;
  while (Date.now() < until && program.isRunning()) {
    const response = await fetchOnce(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    await response?.arrayBuffer();
    if (response?.ok) return;
    await sleep(50);
  }
  throw new Error(`The site on port ${port} did not become ready:\n${program.output()}`);
}

/** The units with the folders of this machine, as files for systemd's own check; null where systemd is not there. */
export function unitsForSystemd(port: number): { service: string; socket: string } | null {
  if (!existsSync('/usr/bin/systemd-analyze')) return null;
  const copy = (kind: string) => {
    const file = path.join(makeFolder('systemd'), `pcb-beach-rentals@${port}.${kind}`);
    writeFileSync(file, inPlace(deploy(`pcb-beach-rentals@.${kind}`)));
    return file;
  };
  return { service: copy('service'), socket: copy('socket') };
}
