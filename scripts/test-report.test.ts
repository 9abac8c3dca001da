import { expect, test } from 'vitest';
import {
  type Failure,
  formatEnd,
  formatTimes,
  isByTestsAlone,
  isGreen,
  maxFlaky,
  type RunResult,
  readPlaywright,
  readVitest,
} from './test-report.ts';

const failure = (title: string): Failure => ({ file: 'e2e/a.spec.ts', title, error: 'Too late' });
const resultOf = (changes: Partial<RunResult>): RunResult => ({
  passed: 9,
  failures: [],
  flaky: [],
  failedParts: [],
  ...changes,
});

test('a run is green with at most two flaky tests, and red with three', () => {
  const flaky = ['a', 'b', 'c'].map(failure);
  expect(maxFlaky).toBe(2);
  expect(isGreen(resultOf({ flaky: flaky.slice(0, 2) }))).toBe(true);
  expect(isGreen(resultOf({ flaky }))).toBe(false);
});

test('a run is red with a failed test, with a failed part and without any test', () => {
  expect(isGreen(resultOf({}))).toBe(true);
  expect(isGreen(resultOf({ failures: [failure('a')] }))).toBe(false);
  expect(isGreen(resultOf({ failedParts: ['Types'] }))).toBe(false);
  expect(isGreen(resultOf({ passed: 0 }))).toBe(false);
});

test('failed tests explain a failed run only where there was no error outside of them', () => {
  const report = { passed: 1, failures: [failure('pays')], errors: [], times: [] };
  expect(isByTestsAlone(report)).toBe(true);
  expect(isByTestsAlone({ ...report, errors: ['Nobody waits'] })).toBe(false);
  expect(isByTestsAlone({ ...report, failures: [] })).toBe(false);
  expect(isByTestsAlone(undefined)).toBe(false);
});

test('the end names what failed and what was flaky with its error, and the last line has only the numbers', () => {
  const result = resultOf({
    failures: [failure('pays')],
    flaky: [failure('opens')],
    failedParts: ['Types', 'Part crashes (was ended)'],
  });
  expect(formatEnd(result).split('\n')).toEqual([
    '✗ e2e/a.spec.ts › pays',
    '    Too late',
    '',
    'FLAKY e2e/a.spec.ts › opens',
    '    Too late',
    '',
    'Failed: Types; Part crashes (was ended)',
    '',
    'FLAKY: 1 (at most 2): opens',
    'tests: 9 passed, 1 failed',
  ]);
});

test('a third flaky test is said to fail the run', () => {
  const flaky = ['a', 'b', 'c'].map(failure);
  expect(formatEnd(resultOf({ flaky }))).toContain('FLAKY: 3 (at most 2), which fails the run: a; b; c\n');
});

test('failed tests are parsed from a report by Vitest, also of a file that could not be loaded', () => {
  const report = {
    errors: ['Nobody waits\nat c.ts'],
    testResults: [
      {
        name: '/site/src/a.test.ts',
        message: '',
        startTime: 1_000,
        endTime: 3_500,
        assertionResults: [
          { status: 'passed', fullName: ' adds', failureMessages: [] },
          { status: 'failed', fullName: ' divides', failureMessages: ['Error: by zero\nat a.ts'] },
          { status: 'skipped', fullName: ' waits', failureMessages: [] },
        ],
      },
      {
        name: '/site/src/b.test.ts',
        message: 'Cannot find b.ts',
        startTime: 0,
        endTime: 0,
        assertionResults: [],
      },
      {
        name: '/site/src/c.test.ts',
        message: 'The end of c.ts fails',
        startTime: 0,
        endTime: 0,
        assertionResults: [{ status: 'passed', fullName: 'adds', failureMessages: [] }],
      },
    ],
  };
  expect(readVitest(report, 'unit', (file) => file.replace('/site/', ''))).toEqual({
    passed: 2,
    failures: [
      { file: 'src/a.test.ts', title: 'divides', error: 'Error: by zero\nat a.ts' },
      { file: 'src/b.test.ts', title: '', error: 'Cannot find b.ts' },
      { file: 'src/c.test.ts', title: '', error: 'The end of c.ts fails' },
    ],
    errors: ['Nobody waits\nat c.ts'],
    times: [
      { kind: 'unit', file: 'src/a.test.ts', ms: 2_500 },
      { kind: 'unit', file: 'src/b.test.ts', ms: 0 },
      { kind: 'unit', file: 'src/c.test.ts', ms: 0 },
    ],
  });
});

test('failed tests are parsed from a report by Playwright in suites of any depth', () => {
  const spec = (title: string, status: string, message?: string) => ({
    file: 'more/c.spec.ts',
    line: 7,
    title,
    tests: [{ status, results: [{ duration: 400, error: message ? { message } : undefined }] }],
  });
  const inner = { title: 'hosts', specs: [spec('pays', 'unexpected', 'Too late')] };
  const report = {
    suites: [{ title: 'c', specs: [spec('opens', 'expected')], suites: [inner] }],
    errors: [{ message: 'The worker has ended' }],
  };
  expect(readPlaywright(report, 'browser', 'e2e')).toEqual({
    passed: 1,
    failures: [{ file: 'e2e/more/c.spec.ts', line: 7, title: 'pays', error: 'Too late' }],
    errors: ['The worker has ended'],
    times: [
      { kind: 'browser', file: 'e2e/more/c.spec.ts', ms: 400 },
      { kind: 'browser', file: 'e2e/more/c.spec.ts', ms: 400 },
    ],
  });
});

test('the times are those of the slowest files, and sums by folder and by kind', () => {
  const times = [
    { kind: 'unit', file: 'src/shared/forms/a.test.ts', ms: 1_500 },
    { kind: 'unit', file: 'src/shared/b.test.ts', ms: 500 },
    { kind: 'browser', file: 'e2e/c.spec.ts', ms: 3_000 },
    { kind: 'browser', file: 'e2e/c.spec.ts', ms: 1_000 },
  ];
  expect(formatTimes(times).trim().split('\n')).toEqual([
    'The 3 slowest files',
    '     4.0 s  e2e/c.spec.ts',
    '     1.5 s  src/shared/forms/a.test.ts',
    '     0.5 s  src/shared/b.test.ts',
    '',
    'By folder',
    '     4.0 s  e2e',
    '     2.0 s  src/shared',
    '',
    'By kind',
    '     4.0 s  browser',
    '     2.0 s  unit',
  ]);
});
