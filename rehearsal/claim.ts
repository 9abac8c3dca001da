import type { Figure } from '../bench/metric.ts';
import type { Stage } from './stage.ts';

/** Shows claims that belong together, each by a figure. */
export type Claims = (stage: Stage) => Promise<Figure[]>;

export const exactly = (name: string, value: number, count: number): Figure => ({
  name,
  value,
  min: count,
  max: count,
});

/** A limit in milliseconds. */
export const within = (name: string, value: number, max: number): Figure => ({
  name,
  value,
  max,
  unit: 'ms',
});
