import { afterEach, beforeEach, expect, vi } from 'vitest';

// What nobody expected on the console fails the test; a test that expects it spies on it itself.
beforeEach(() => {
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn');
});

afterEach(() => {
  expect(console.error).not.toHaveBeenCalled();
  expect(console.warn).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
