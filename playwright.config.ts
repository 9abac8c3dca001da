import { rmSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { siteOfWorker } from './e2e/sites.ts';
import { makeDatabaseFolder } from './scripts/temporary-folder.ts';

// Workers load this file too; only the first to do so chooses the places.
process.env.E2E_FIRST_PORT ??= process.env.E2E_PORT ?? '4310';
if (!process.env.E2E_FOLDER) {
  const folder = makeDatabaseFolder('pcb-e2e-');
  process.env.E2E_FOLDER = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}
process.env.E2E_RESULTS ??= 'test-results/browser';
const results = process.env.E2E_RESULTS;
// Each worker, and the one that takes its place after a failure, has a site of its own.
const { port, dataDir } = siteOfWorker(Number(process.env.TEST_PARALLEL_INDEX ?? 0));
process.env.E2E_PORT = String(port);
process.env.E2E_DATA_DIR = dataDir;
process.env.STAND_INS = `http://localhost:${port + 1}`;

export default defineConfig({
  testDir: 'e2e',
  outputDir: results,
  fullyParallel: false,
  // `npm test` has more: each takes the next file as soon as it is done with one.
  workers: 1,
  globalSetup: './e2e/sites.ts',
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
});
