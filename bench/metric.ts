/** A measured figure and its target. */
export interface Figure {
  name: string;
  value: number;
  /** Written behind the number; a ratio has none. */
  unit?: string;
  max?: number;
  /** A figure without `max` and `min` is for comparison. */
  min?: number;
}

export type Group = (place: Place) => Promise<Figure[]>;

/** A data folder, which may be in use already, and the first of ten free ports. */
export interface Place {
  dataDir: string;
  port: number;
}

export function isMet({ value, max, min }: Figure): boolean {
  if (Number.isNaN(value)) return false;
  return (max === undefined || value <= max) && (min === undefined || value >= min);
}

export function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const low = sorted[Math.ceil(half) - 1] ?? Number.NaN;
  const high = sorted[Math.floor(half)] ?? Number.NaN;
  return (low + high) / 2;
}

/** @param share 0 to 1 */
export function quantile(numbers: number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
