import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Program } from './supervise.ts';

/**
 * A small young generation keeps the process small: with 16 or 32 MB it is 6 MB larger when idle and 20 to 70 MB larger
 * under load, and renders no faster (`npm run bench -- start rendering`).
 */
const nodeFlags = ['--max-semi-space-size=4'];

/** The site is killed after this time, which is longer than its requests and jobs take to finish. */
const stopTimeoutMs = 25_000;

type Message = { ready: string } | { progress: string } | { failed: string };

interface SiteOutput {
  /** Receives what the site does until it is ready. */
  progress(line: string): void;
  /** Receives whole sentences for people. */
  report(sentence: string): void;
}

/** Launches one process of the site; `ready` gives its public address. */
export function launchSite(program: string, env: NodeJS.ProcessEnv, output: SiteOutput): Program<string> {
  const ready = Promise.withResolvers<string>();
  const ended = Promise.withResolvers<string>();
  // A process group of its own: Ctrl-C only reaches it through us, and what it forked ends with it.
  const child = spawn(process.execPath, [...nodeFlags, program], {
    env: {
      NODE_COMPILE_CACHE: path.join(import.meta.dirname, '..', 'node_modules', '.cache', 'node'),
      MALLOC_ARENA_MAX: '2',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  const end = (reason: string) => {
    killGroup(child.pid);
    ready.reject(new Error('The site did not start.'));
    ended.resolve(reason);
  };
  child.on('message', (message: Message) => {
    if ('ready' in message) ready.resolve(message.ready);
    else if ('failed' in message) ready.reject(new Error(message.failed));
    else output.progress(message.progress);
  });
  child.once('exit', (code, signal) => end(signal ? `signal ${signal}` : `exit code ${code}`));
  child.on('error', (error) => {
    if (child.pid === undefined) end(error.message);
  });
  return {
    ready: ready.promise,
    ended: ended.promise,
    async stop() {
      child.kill('SIGTERM');
      const timeoutMs = stopTimeoutMs + 1000 * Number(env.SHUTDOWN_DELAY_SECONDS || 0);
      const timer = setTimeout(() => {
        output.report(`The site did not end within ${timeoutMs / 1000} s and is killed.`);
        killGroup(child.pid);
      }, timeoutMs);
      await ended.promise;
      clearTimeout(timer);
    },
  };
}

/** Kills a process group, or what is left of it. */
function killGroup(leader: number | undefined): void {
  try {
    if (leader) process.kill(-leader, 'SIGKILL');
  } catch {
    // The group has no process left.
  }
}
