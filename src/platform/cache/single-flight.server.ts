/** Runs `work`, unless work for the same key is under way: then that one's result counts for both. */
export type SingleFlight<Result> = (key: string, work: () => Promise<Result>) => Promise<Result>;

/** Nothing is remembered: once work has ended, well or not, the next request for its key begins it again. */
export function singleFlight<Result>(): SingleFlight<Result> {
  const inFlight = new Map<string, Promise<Result>>();
  return (key, work) => {
    const running = inFlight.get(key);
    if (running) return running;
    const started = work().finally(() => inFlight.delete(key));
    inFlight.set(key, started);
    return started;
  };
}
