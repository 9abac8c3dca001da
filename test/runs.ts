import fc from 'fast-check';

/** The second ring sets it: every property then has its full number of runs, and a new seed each time. */
const isFull = process.env.TEST_RUNS === 'full';

if (!isFull) fc.configureGlobal({ seed: 20_270_704 });

/**
 * How often a property is tried: a few hundred times, and in the second ring as often as is asked for.
 * @param few for a property whose single run takes long
 */
export const runs = (full: number, few = 200): number => (isFull ? full : Math.min(full, few));
