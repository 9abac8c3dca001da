import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { failedByLostFrames, failedTests, lostFrames } from './failed-tests.mjs';

test('a kind of tests that does not exist is refused, with those that do', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, 'test.mjs'), 'api'],
    { encoding: 'utf8', timeout: 50_000 },
  );
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: '\nThere are no tests of the kind "api": say static, unit, browser, or nothing for all.\n',
  });
});

test('what failed is named with its file and its error, in a suite of any depth', () => {
  const unit = {
    testResults: [
      {
        name: 'src/a.test.ts',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [] },
          { status: 'failed', fullName: 'divides', failureMessages: ['Error: by zero\nat a.ts'] },
        ],
      },
      { name: 'src/b.test.ts', message: 'Cannot find b.ts', assertionResults: [] },
    ],
  };
  const tests = [{ status: 'flaky', results: [{ error: { message: 'Too late' } }, {}] }];
  const good = [{ status: 'expected', results: [{}] }];
  const inner = { specs: [{ file: 'c.spec.ts', title: 'pays', tests }] };
  const report = {
    suites: [{ specs: [{ file: 'c.spec.ts', title: 'opens', tests: good }], suites: [inner] }],
  };
  expect(failedTests(unit, [report, undefined])).toEqual([
    '✗ src/a.test.ts › divides\n    Error: by zero\n    at a.ts',
    '✗ src/b.test.ts › \n    Cannot find b.ts',
    '✗ e2e/c.spec.ts › pays\n    Too late',
  ]);
});

test('a report is failed by lost frames where each failed test has lost them, and one has failed', () => {
  const lost = { status: 'unexpected', annotations: [{ type: lostFrames }] };
  const wrong = { status: 'unexpected', annotations: [] };
  const good = { status: 'expected', annotations: [] };
  const reportOf = (...tests: object[]) => ({ suites: [{ suites: [{ specs: [{ tests }] }] }] });
  expect(failedByLostFrames(reportOf(good, lost))).toBe(true);
  expect(failedByLostFrames(reportOf(good, lost, wrong))).toBe(false);
  expect(failedByLostFrames(reportOf(good))).toBe(false);
  expect(failedByLostFrames(undefined)).toBe(false);
});
