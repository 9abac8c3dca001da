import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,test,sandbox,scripts,rehearsal}/**/*.test.{ts,tsx}'],
    globalSetup: ['test/database.ts'],
    setupFiles: ['test/console.ts', 'test/lazy-parts.ts', 'test/mocks.ts', 'test/runs.ts'],
    tags: [{ name: 'waits', description: 'waits for seconds of real time: the second ring runs it' }],
    pool: 'forks',
    // One process reads the modules once for all its files: no module has state of its own, and mocks end with their file.
    isolate: false,
    // Most of what a test allocates is gone after it: a larger young generation copies less of it.
    execArgv: ['--max-semi-space-size=64'],
    // Every file has a database of its own, so that they run side by side.
    maxWorkers: Math.min(4, availableParallelism()),
    // Limits for what never comes. Machines that check are shared: what takes a blink here may take seconds there.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
