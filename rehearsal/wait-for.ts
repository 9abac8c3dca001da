import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `look` gives something, no longer than said. */
export async function waitFor<T>(look: () => Promise<T | null>, withinMs: number, what: string): Promise<T> {
  const until = Date.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== null) return seen;
    if (Date.now() > until) throw new Error(`${what} within ${withinMs / 1000} s: nothing came`);
    await sleep(20);
  }
}
