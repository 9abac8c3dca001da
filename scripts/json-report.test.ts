import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isByTestsAlone, readVitest } from './test-report.ts';

const modules = path.join(import.meta.dirname, '..', 'node_modules');

/** Runs test files in a folder of their own and reads the report. */
function runFiles(files: Record<string, string>) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pcb-report-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(modules, path.join(folder, 'node_modules'));
  for (const [name, lines] of Object.entries(files)) {
    const imports = "import { afterAll, beforeAll, describe, expect, test } from 'vitest';";
    writeFileSync(path.join(folder, name), `${imports}\n${lines}`);
  }
  const reporter = `--reporter=${path.join(import.meta.dirname, 'json-report.ts')}`;
  const { status } = spawnSync(
    process.execPath,
    [path.join(modules, 'vitest', 'vitest.mjs'), 'run', '--root=.', reporter, '--outputFile.json=r.json'],
    { cwd: folder },
  );
  const report = JSON.parse(readFileSync(path.join(folder, 'r.json'), 'utf8'));
  return { status, report: readVitest(report, 'unit', (file) => path.basename(file)) };
}

const failing = "test('fails', () => expect(1).toBe(2));";

test('the report has failed tests without errors outside of them', () => {
  const { status, report } = runFiles({ 'a.test.ts': `${failing} test('passes', () => {});` });
  expect(status).toBe(1);
  expect(report).toMatchObject({ passed: 1, failures: [{ file: 'a.test.ts', title: 'fails' }], errors: [] });
  expect(isByTestsAlone(report)).toBe(true);
});

test('the report has errors outside of any test beside a failed one', () => {
  const rejection = "test('forgets', () => void Promise.reject(new Error('Nobody waits')));";
  const hook =
    "describe('room', () => { afterAll(() => { throw new Error('Untidy'); }); test('passes', () => {}); });";
  const { report } = runFiles({ 'a.test.ts': [failing, rejection, hook].join('\n') });
  expect(report.failures.map(({ title }) => title)).toEqual(['fails']);
  expect(report.errors.toSorted()).toEqual(['Nobody waits', 'Untidy']);
  expect(isByTestsAlone(report)).toBe(false);
});

test('a file that fails before its first test has failed as a whole', () => {
  const { report } = runFiles({
    'a.test.ts': "beforeAll(() => { throw new Error('No database'); }); test('passes', () => {});",
  });
  expect(report.failures).toEqual([{ file: 'a.test.ts', title: '', error: 'No database' }]);
  expect(report.errors).toEqual([]);
});
