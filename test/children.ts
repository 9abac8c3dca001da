import childProcess, { execFileSync } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';

/** The processes that this one has forked to run a program. */
function childrenRunning(program: string): number[] {
  const list = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return list.split('\n').flatMap((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(parent) === process.pid && command.includes(program) ? [Number(pid)] : [];
  });
}

/** Kills each of them before it can begin, as a machine without memory does, until some work is done. */
export async function killingChildren<Result>(program: string, work: () => Promise<Result>): Promise<Result> {
  for (const pid of childrenRunning(program)) process.kill(pid, 'SIGKILL');
  while (childrenRunning(program).length > 0) await pause(10);
  const { fork } = childProcess;
  const forkDoomed = (...input: Parameters<typeof fork>) => {
    const child = fork(...input);
    if (String(input[0]).includes(program)) child.kill('SIGKILL');
    return child;
  };
  childProcess.fork = forkDoomed as typeof fork;
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    childProcess.fork = fork;
    syncBuiltinESMExports();
  }
}
