import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface PartEnd {
  isPassed: boolean;
  /** Whether it was killed because it took, or was silent for, too long. */
  isOverdue: boolean;
  output: string;
}

interface PartOptions {
  cwd: string;
  env?: NodeJS.ProcessEnv;
  /** The time after which everything that the program started is killed. */
  limitMs: number;
  /** The time without any output after which it is taken to hang, and killed likewise. */
  silenceMs: number;
  /** Collects the output instead of showing it as it comes. */
  isQuiet?: boolean;
}

/** Programs leave colors out where they write to no terminal. */
const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};

/** Runs a program to its end, or ends it and all that it has started once its time is over. */
export function runPart(file: string, args: string[], options: PartOptions): Promise<PartEnd> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: options.cwd,
      env: { ...process.env, ...colors, ...options.env },
      // A program that knew of the terminal would rewrite lines there, and those of others that run at the same time.
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const silence = setTimeout(() => end(null, true), options.silenceMs);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        silence.refresh();
        if (options.isQuiet) output += chunk;
        else process.stdout.write(chunk);
      });
    }
    const forward = (signal: NodeJS.Signals) => child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, forward);
    const timer = setTimeout(() => end(null, true), options.limitMs);
    function end(code: number | null, isOverdue: boolean): void {
      clearTimeout(timer);
      clearTimeout(silence);
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, forward);
      if (isOverdue && child.pid !== undefined) killTree(child.pid);
      for (const stream of [child.stdout, child.stderr]) stream.destroy();
      resolve({ isPassed: code === 0, isOverdue, output });
    }
    child.once('error', (error) => {
      output += error.message;
      end(null, false);
    });
    child.once('exit', (code) => {
      // What it has started may outlive it, and hold its output open.
      const waiting = setTimeout(() => end(code, false), 1_000);
      child.once('close', () => {
        clearTimeout(waiting);
        end(code, false);
      });
    });
  });
}

/** Kills a process with its children's children, whichever groups they are in. */
function killTree(pid: number): void {
  const parents = readParents();
  const tree = [pid];
  for (const member of tree)
    tree.push(...parents.filter(({ parent }) => parent === member).map((process) => process.pid));
  for (const member of tree) {
    try {
      process.kill(member, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  }
}

function readParents(): { pid: number; parent: number }[] {
  if (process.platform !== 'linux') {
    return execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .map(([pid = 0, parent = 0]) => ({ pid, parent }));
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name in parentheses may hold anything; after it come the state and the parent.
        const parent = Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
        return [{ pid: Number(name), parent }];
      } catch {
        return [];
      }
    });
}
