import type { Figure } from '../bench/metric.ts';
import type { Stage } from './stage.ts';

/** Shows claims that belong together, each by a figure. */
export type Claims = (stage: Stage) => Promise<Figure[]>;

export const exactly = (name: string, measured: number, count: number): Figure => ({
  ...{ name, measured },
  ...{ atLeast: count, atMost: count },
});

/** A limit in milliseconds. */
export const within = (name: string, measured: number, atMost: number): Figure => ({
  ...{ name, measured, atMost },
  unit: 'ms',
});
