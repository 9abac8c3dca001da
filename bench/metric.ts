/** One measured figure and what it is held to. */
export interface Figure {
  name: string;
  measured: number;
  /** Written behind the number; a ratio has none. */
  unit?: string;
  /** The largest value that is good enough. */
  atMost?: number;
  /** The smallest value that is good enough; a figure without either is told for comparison. */
  atLeast?: number;
}

/** Measures a group of figures that belong together. */
export type Group = (place: Place) => Promise<Figure[]>;

/** Where a group runs: a folder whose database and pictures may be there already, and the first of ten free ports. */
export interface Place {
  dataDir: string;
  port: number;
}

export function isMet({ measured, atMost, atLeast }: Figure): boolean {
  if (Number.isNaN(measured)) return false;
  return (atMost === undefined || measured <= atMost) && (atLeast === undefined || measured >= atLeast);
}

/** The middle of some numbers; of an even count, the mean of the two in the middle. */
export function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const low = sorted[Math.ceil(half) - 1] ?? Number.NaN;
  const high = sorted[Math.floor(half)] ?? Number.NaN;
  return (low + high) / 2;
}

/** The value below which the given share (0 to 1) of some numbers lies. */
export function quantile(numbers: number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
