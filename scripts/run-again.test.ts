import { expect, test, vi } from 'vitest';
import { type FailedRun, maxAgain, runAgain } from './run-again.ts';
import { isGreen, type RunResult } from './test-report.ts';

const failing = (title: string, passes: boolean, failedPart?: string) => ({
  failure: { file: 'e2e/a.spec.ts', title, error: 'Too late' },
  failedPart,
  passesAlone: vi.fn(async () => passes),
});

async function runAll(failed: FailedRun[], isStrict = false): Promise<RunResult> {
  const result: RunResult = { passed: 5, failures: [], flaky: [], failedParts: [] };
  await runAgain(failed, result, isStrict);
  return result;
}

test('a test that passes alone is flaky and counts as passed, one that fails again has failed', async () => {
  const flaky = failing('opens', true);
  const broken = failing('pays', false);
  expect(await runAll([flaky, broken])).toEqual({
    passed: 6,
    failures: [broken.failure],
    flaky: [flaky.failure],
    failedParts: [],
  });
  expect(broken.passesAlone).toHaveBeenCalledTimes(1);
});

test('a part without tests that passes alone is flaky, one that fails again makes the run red', async () => {
  const flaky = failing('Part rehearse', true, 'Part rehearse');
  const tried = await runAll([flaky]);
  expect(tried).toEqual({ passed: 5, failures: [], flaky: [flaky.failure], failedParts: [] });
  expect(isGreen(tried)).toBe(true);
  const failed = await runAll([failing('Part rehearse', false, 'Part rehearse')]);
  expect(failed).toEqual({ passed: 5, failures: [], flaky: [], failedParts: ['Part rehearse'] });
  expect(isGreen(failed)).toBe(false);
});

test('a strict run runs nothing again', async () => {
  const failed = [failing('opens', true), failing('Part rehearse', true, 'Part rehearse')];
  const result = await runAll(failed, true);
  expect(result).toMatchObject({
    passed: 5,
    failures: [failed[0]?.failure],
    failedParts: ['Part rehearse'],
  });
  for (const { passesAlone } of failed) expect(passesAlone).not.toHaveBeenCalled();
});

test('nothing is run again where more than ten failed', async () => {
  const failed = Array.from({ length: maxAgain + 1 }, (_, index) => failing(`test ${index}`, true));
  const result = await runAll(failed);
  expect(result.failures).toHaveLength(11);
  expect(failed[0]?.passesAlone).not.toHaveBeenCalled();
});
