const thousandths = 1_000;

/**
 * A part of a sum, rounded half up by magnitude, exactly: no step is larger than 2^53.
 * @param part never more than `whole` in magnitude, both at most 10^7 times a table's largest amount
 */
export function shareOf(cents: number, part: number, whole: number): number {
  if (whole === 0 || cents === 0) return 0;
  const product = BigInt(Math.abs(cents)) * BigInt(Math.abs(part));
  const divisor = BigInt(Math.abs(whole));
  const rounded = Number((2n * product + divisor) / (2n * divisor));
  return Math.sign(cents) * Math.sign(part) * Math.sign(whole) * rounded || 0;
}

/** @param percent with up to three decimals, as the tables hold them */
export const percentOf = (cents: number, percent: number): number =>
  shareOf(cents, Math.round(percent * thousandths), 100 * thousandths);
