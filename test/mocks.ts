import { afterAll, vi } from 'vitest';

// One process runs many files, so what one of them replaces in the runtime is restored after it.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});
