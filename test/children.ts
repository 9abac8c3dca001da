import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/** The processes that this one has forked to run a program. */
function childrenRunning(program: string): number[] {
  const list = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return list.split('\n').flatMap((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(parent) === process.pid && command.includes(program) ? [Number(pid)] : [];
  });
}

/** Kills each of them as soon as it is there, as a machine without memory does, until some work is done. */
export async function killingChildren<Result>(program: string, work: () => Promise<Result>): Promise<Result> {
  const killAll = () => {
    for (const pid of childrenRunning(program)) process.kill(pid, 'SIGKILL');
  };
  // A process that begins takes long enough to be found.
  killAll();
  await pause(200);
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  const working = work();
  working.then(done, done);
  while (!isDone) {
    killAll();
    await pause(10);
  }
  return working;
}
