import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Site } from './site.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface App {
  stop(): Promise<void>;
}

/**
 * Starts another process of the app in addition to the running one, like a second instance.
 * @param env settings beside those of the running one
 * @param logFile takes its log, which otherwise goes to this program's own output
 */
export async function startApp(
  site: Site,
  env: { PORT: string; LOG_LEVEL?: string },
  logFile?: string,
): Promise<App> {
  const running = site.app();
  const log = logFile === undefined ? 'inherit' : openSync(logFile, 'w');
  const app = spawn(running.command[0] ?? '', running.command.slice(1), {
    cwd: root,
    env: { ...running.env, ...env },
    stdio: ['ignore', log, 'inherit', 'ipc'],
  });
  if (typeof log === 'number') closeSync(log);
  const exit = new Promise((resolve) => app.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    app.on('message', (message: object) => {
      if ('ready' in message) resolve();
      else if ('failed' in message) reject(new Error(String(message.failed)));
    });
    app.once('exit', () => reject(new Error('The app ended before it was ready.')));
  });
  return {
    async stop() {
      app.kill('SIGTERM');
      await exit;
    },
  };
}
