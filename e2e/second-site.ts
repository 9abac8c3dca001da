import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { localSettings } from '../scripts/local-settings.ts';
import { expect } from './site.ts';

/** What a worker's fixture may wait for a second site. */
export const startTimeoutMs = 90_000;

/**
 * Runs a second process of the site on the same database while `use` does.
 * @param portOffset above the port of the first @param settings of the environment, beside those of the first
 */
export async function withSecondSite(
  portOffset: number,
  settings: NodeJS.ProcessEnv,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const first = Number(process.env.E2E_PORT);
  const dataDir = process.env.E2E_DATA_DIR ?? '';
  const port = String(first + portOffset);
  const url = `http://localhost:${port}`;
  const { url: database } = JSON.parse(readFileSync(path.join(dataDir, 'postgres.json'), 'utf8'));
  const site = spawn(process.execPath, ['build/app/server.js'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      ...localSettings({}, first, dataDir).env,
      PORT: port,
      APP_URL: url,
      TRUST_PROXY: '127.0.0.1,::1',
      DATA_DIR: dataDir,
      DATABASE_URL: database,
      ...settings,
    },
  });
  const ended = new Promise((resolve) => site.once('exit', resolve));
  const status = () =>
    fetch(`${url}/readyz`).then(
      (response) => response.status,
      () => 0,
    );
  await expect.poll(status, { timeout: 60_000 }).toBe(200);
  await use(url);
  site.kill('SIGTERM');
  await ended;
}
