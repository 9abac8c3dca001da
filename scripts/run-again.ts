import type { Failure, RunResult } from './test-report.ts';

/** What failed and may be run again: a test, or a part that has none. */
export interface FailedRun {
  failure: Failure;
  /** The report on a part without tests that fails again. */
  failedPart?: string;
  /** Runs it again alone. */
  passesAlone(): Promise<boolean>;
}

/** More failures than this are no coincidence, and nothing is run again. */
export const maxAgain = 10;

/** Runs everything that failed again, and records in the result what is flaky and what has failed. */
export async function runAgain(failed: FailedRun[], result: RunResult, isStrict: boolean): Promise<void> {
  const isTried = !isStrict && failed.length <= maxAgain;
  for (const { failure, failedPart, passesAlone } of failed) {
    if (isTried && (await passesAlone())) {
      if (failedPart === undefined) result.passed += 1;
      result.flaky.push(failure);
    } else if (failedPart === undefined) result.failures.push(failure);
    else result.failedParts.push(failedPart);
  }
}
