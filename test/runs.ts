import type fc from 'fast-check';

/** The second ring sets it: every property then has its full number of runs, and a new seed each time. */
const isFull = process.env.TEST_RUNS === 'full';

const seed = 20_270_704;

/**
 * How often a property is tried: a few hundred times from a fixed seed, and in the second ring `full` times.
 * @param few for a property whose single run is dear
 */
export const runs = (full: number, few = Math.min(full, 200)): fc.Parameters<unknown> =>
  isFull ? { numRuns: full } : { numRuns: few, seed };
