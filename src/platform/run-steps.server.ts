import type { Log } from './observability/logger.server.ts';

/**
 * Runs a job's steps one after the other. A step that fails is logged by its name, and the others still run.
 * @param signal no step begins once it is aborted
 * @throws AggregateError at the end, with all failures, so that the job counts as failed
 */
export async function runSteps(
  { log }: { log: Log },
  steps: Readonly<Record<string, () => Promise<unknown>>>,
  signal?: AbortSignal,
): Promise<void> {
  const failed: string[] = [];
  const errors: unknown[] = [];
  for (const [name, run] of Object.entries(steps)) {
    if (signal?.aborted) break;
    try {
      await run();
    } catch (err) {
      log.error({ err, step: name }, `the step "${name}" of a job failed`);
      failed.push(name);
      errors.push(err);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `Steps that failed: ${failed.join(', ')}`);
}
