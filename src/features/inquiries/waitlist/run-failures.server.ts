import type { Ctx } from '../../../platform/context.server.ts';

/** Further failures of a run only count in its total: a database that takes no mail at all should not fill the log. */
const maxLogged = 20;

/** Collects what fails while a run goes on: one guest's mail must not stop the mails behind it. */
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
