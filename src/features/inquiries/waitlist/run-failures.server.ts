import type { Ctx } from '../../../platform/context.server.ts';

/** More of one run stand in its total alone: a database that takes no mail at all should not fill the log. */
const maxLogged = 20;

/** What fails while a run goes on: one guest's mail keeps none from those who wait behind. */
export function collectFailures(log: Ctx['log']) {
  const errors: unknown[] = [];
  let count = 0;
  return {
    add(err: unknown, fields: Record<string, unknown>, message: string): void {
      count += 1;
      if (count > maxLogged) return;
      errors.push(err);
      log.error({ err, ...fields }, message);
    },
    /** @throws AggregateError with the first that failed, so that the job counts as failed */
    throwAny(): void {
      if (count > 0) throw new AggregateError(errors, `Waitlist: ${count} failed, and wait for the next run`);
    },
  };
}

export type Failures = ReturnType<typeof collectFailures>;
