import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyPercent, prorate } from './percent.ts';

test.each([
  [10_000, 6, 600],
  [10_050, 1, 101],
  [10_049, 1, 100],
  [50, 1, 1],
  [49, 1, 0],
  [33_333, 33.333, 11_111],
  [100_000, 7.125, 7_125],
  [1, 50, 1],
  [-1, 50, -1],
  [-10_050, 1, -101],
  [12_345, 0, 0],
  [12_345, 100, 12_345],
  [0, 50, 0],
])('percent of %i at %d %% is %i: half up by magnitude', (cents, percent, part) => {
  expect(applyPercent(cents, percent)).toBe(part);
});

test('a share of nothing, and a share by nothing, is nothing and never -0', () => {
  for (const [cents, part, whole] of [
    [0, 5, 10],
    [100, 0, 10],
    [100, 5, 0],
    [-100, 0, 10],
    [-1, 1, 1_000],
  ] as const)
    expect(Object.is(prorate(cents, part, whole), 0), `${cents} ${part} ${whole}`).toBe(true);
});

const amount = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 });

test('every share is the exact one, rounded once, however large its figures are', () => {
  fc.assert(
    fc.property(amount, amount, fc.integer({ min: 1, max: 10_000_000_000 }), (cents, part, whole) => {
      const exact = BigInt(Math.abs(cents)) * BigInt(Math.abs(part));
      const [quotient, rest] = [exact / BigInt(whole), exact % BigInt(whole)];
      const rounded = Number(quotient + (2n * rest >= BigInt(whole) ? 1n : 0n));
      expect(prorate(cents, part, whole)).toBe(Math.sign(cents) * Math.sign(part) * rounded || 0);
    }),
  );
});

test('a part of an amount never exceeds it, grows with it, and two parts miss the whole by one cent at most', () => {
  const whole = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(fc.nat(100_000_000), whole, fc.nat(1_000_000), (cents, size, other) => {
      const part = Math.min(other, size);
      const share = prorate(cents, part, size);
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(cents);
      expect(prorate(cents + 1, part, size)).toBeGreaterThanOrEqual(share);
      expect(Math.abs(share + prorate(cents, size - part, size) - cents)).toBeLessThanOrEqual(1);
    }),
  );
});
