const thousandths = 1_000;

/** A part of a sum, rounded half up by magnitude. Exact: what is too large for a number is reckoned in BigInt. */
export function prorate(cents: number, part: number, whole: number): number {
  if (whole === 0 || cents === 0) return 0;
  const sign = Math.sign(cents) * Math.sign(part) * Math.sign(whole);
  const twice = 2 * Math.abs(cents) * Math.abs(part) + Math.abs(whole);
  const divisor = 2 * Math.abs(whole);
  if (twice < Number.MAX_SAFE_INTEGER) return sign * ((twice - (twice % divisor)) / divisor) || 0;
  const product = 2n * BigInt(Math.abs(cents)) * BigInt(Math.abs(part));
  return sign * Number((product + BigInt(Math.abs(whole))) / BigInt(divisor)) || 0;
}

/** @param percent with up to three decimals, as the tables hold them */
export const applyPercent = (cents: number, percent: number): number =>
  prorate(cents, Math.round(percent * thousandths), 100 * thousandths);
