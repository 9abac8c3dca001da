import { rmSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { makeDatabaseFolder } from './scripts/temporary-folder.ts';

// Workers load this file too; only the first to do so chooses the places.
process.env.E2E_PORT ??= '4310';
if (!process.env.E2E_DATA_DIR) {
  const folder = makeDatabaseFolder('pcb-e2e-');
  process.env.E2E_DATA_DIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}
process.env.E2E_RESULTS ??= 'test-results/browser';
const results = process.env.E2E_RESULTS;
const port = Number(process.env.E2E_PORT);
process.env.STAND_INS = `http://localhost:${port + 1}`;

export default defineConfig({
  testDir: 'e2e',
  outputDir: results,
  fullyParallel: false,
  workers: 1,
  // Limits for what never comes. Machines that check are shared: what takes a blink here may take seconds there.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: `${results}.json` }]],
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 390, height: 844 },
    // Where motion itself is tested, the spec says so.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every test slows it: `E2E_TRACE=1` keeps the traces of those that fail.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        // No test depends on another site, or on a connection.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
  webServer: {
    command: 'node scripts/start.mjs',
    url: `http://localhost:${port}/readyz`,
    // A first start makes a database and the pictures of the first homes in all their sizes.
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    // Each test comes from an address of its own, so that limits per address count it separately.
    env: { PORT: String(port), DATA_DIR: process.env.E2E_DATA_DIR, TRUST_PROXY: '127.0.0.1,::1' },
  },
});
