import childProcess, { type ChildProcess, execFileSync } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';

/** The processes that this one has forked to run a program. */
export function childrenRunning(program: string): number[] {
  const list = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return list.split('\n').flatMap((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(parent) === process.pid && command.includes(program) ? [Number(pid)] : [];
  });
}

function setFork(fork: typeof childProcess.fork): void {
  childProcess.fork = fork;
  syncBuiltinESMExports();
}

/** Whether a process runs, or its end has not been read yet. */
export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Ends the processes of a program, including new ones, until some work is done. */
async function withChildren<Result>(
  program: string,
  meet: (child: ChildProcess) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const { fork } = childProcess;
  // New processes are met as they are forked, because a search could find them only after their work.
  setFork(((module: string | URL, ...options: []) => {
    const child = fork(module, ...options);
    if (String(module).includes(program)) meet(child);
    return child;
  }) as typeof fork);
  try {
    const running = childrenRunning(program);
    for (const pid of running) process.kill(pid, 'SIGKILL');
    while (running.some(isAlive)) await pause(10);
    return await work();
  } finally {
    setFork(fork);
  }
}

/** Kills each process that runs a program, as a machine without memory does, until some work is done. */
export const killingChildren = <Result>(program: string, work: () => Promise<Result>): Promise<Result> =>
  withChildren(program, (child) => child.kill('SIGKILL'), work);

/** Lets each process that runs a program begin so much later, as a busy machine does, until some work is done. */
export const delayingChildren = <Result>(
  program: string,
  delayMs: number,
  work: () => Promise<Result>,
): Promise<Result> =>
  withChildren(
    program,
    (child) => {
      child.kill('SIGSTOP');
      setTimeout(() => child.kill('SIGCONT'), delayMs);
    },
    work,
  );
