import { afterEach, beforeEach, expect, vi } from 'vitest';

// Unexpected console output fails the test; a test that expects some spies on it itself.
beforeEach(() => {
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn');
});

afterEach(() => {
  expect(console.error).not.toHaveBeenCalled();
  expect(console.warn).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
