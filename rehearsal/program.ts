import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import path from 'node:path';

/** A program that runs for as long as this process, unless it is stopped before. */
export interface Program {
  pid: number;
  /** The end of what it has printed. */
  output(): string;
  isRunning(): boolean;
  signal(name: NodeJS.Signals): void;
  /** Its exit code; null after a signal. */
  exited: Promise<number | null>;
}

const maxOutputChars = 200_000;
/** Whether each leads a group of processes, which ends with it. */
const started = new Map<ChildProcess, boolean>();
const outputs: { name: string; output(): string }[] = [];
// This runs before the listener that removes the folder in which they work.
process.prependListener('exit', () => {
  for (const [child, isLeader] of started) {
    if (!isLeader || !child.pid) child.kill('SIGKILL');
    else killGroup(child.pid);
  }
});

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // It has ended since.
  }
}

/**
 * Starts a program with only the given environment; `detached` makes it lead a group, with what it starts itself.
 * @param passedFd becomes its descriptor 3
 */
export function startProgram(
  file: string,
  args: string[],
  { name = path.basename(file), passedFd, ...options }: SpawnOptions & { name?: string; passedFd?: number },
): Program {
  const stdio: SpawnOptions['stdio'] = ['ignore', 'pipe', 'pipe'];
  if (passedFd !== undefined) stdio.push(passedFd);
  const child = spawn(file, args, { ...options, stdio });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      text = (text + chunk).slice(-maxOutputChars);
    });
  }
  started.set(child, options.detached === true);
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      started.delete(child);
      resolve(code);
    });
  });
  exited.catch(() => {});
  outputs.push({ name: `${name} (${child.pid})`, output: () => text });
  return {
    pid: child.pid ?? 0,
    output: () => text,
    isRunning: () => started.has(child),
    signal: (signal) => child.kill(signal),
    exited,
  };
}

/** The last lines of every program, for a person who looks for the cause of a failure. */
export const lastLines = (count: number): string =>
  outputs
    .map(({ name, output }) => `--- ${name}\n${output().trimEnd().split('\n').slice(-count).join('\n')}`)
    .join('\n');
