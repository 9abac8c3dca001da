import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,test,sandbox,scripts}/**/*.test.{ts,tsx}'],
    globalSetup: ['test/database.ts'],
    setupFiles: ['test/console.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Machines that check are shared: what takes a blink here may take seconds there.
    expect: { poll: { timeout: 15_000 } },
  },
});
