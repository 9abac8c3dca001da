import { expect, test } from 'vitest';
import { retried } from './retried.server.ts';

/** Fails so many times with a SQLSTATE, then returns how often it was run. */
function failing(code: string, times: number) {
  let runs = 0;
  return async () => {
    runs += 1;
    if (runs <= times) throw Object.assign(new Error(`failed with ${code}`), { code });
    return runs;
  };
}

test.each([
  ['40P01', 4],
  ['40001', 1],
])('a transaction that ends with %s is run again', async (code, times) => {
  expect(await retried(failing(code, times))).toBe(times + 1);
});

test('a fifth failure and any other error are thrown', async () => {
  await expect(retried(failing('40P01', 5))).rejects.toThrow('failed with 40P01');
  await expect(retried(failing('23P01', 1))).rejects.toThrow('failed with 23P01');
  expect(await retried(failing('23P01', 1), ['23P01'])).toBe(2);
});
