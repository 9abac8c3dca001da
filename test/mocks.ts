import { afterAll, vi } from 'vitest';

// One process runs many files: what one of them puts in a place of the runtime's ends with it.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});
