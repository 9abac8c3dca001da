import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { localSettings } from '../scripts/local-settings.ts';
import { test as base, expect } from './site.ts';

/** Runs a second process of the site in production mode on the same database, with its examples. */
export const test = base.extend<object, { productionUrl: string }>({
  productionUrl: [
    async ({ browserName: _ }, use) => {
      const first = Number(process.env.E2E_PORT);
      const dataDir = process.env.E2E_DATA_DIR ?? '';
      const url = `http://localhost:${first + 8}`;
      const { url: database } = JSON.parse(readFileSync(path.join(dataDir, 'postgres.json'), 'utf8'));
      const site = spawn(process.execPath, ['build/app/server.js'], {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: {
          ...process.env,
          ...localSettings({}, first, dataDir).env,
          NODE_ENV: 'production',
          LOG_LEVEL: 'warn',
          PORT: String(first + 8),
          APP_URL: url,
          TRUST_PROXY: '127.0.0.1,::1',
          DATA_DIR: dataDir,
          DATABASE_URL: database,
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
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

export { expect };
