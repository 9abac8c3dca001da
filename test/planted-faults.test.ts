import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isFirstRing, readFaults } from './read-faults.ts';

const root = path.join(import.meta.dirname, '..');
const faults = readFaults();

const counts = { access: 20, forms: 10, messages: 8, money: 20, nights: 15, pages: 7 };

test('there are eighty planted faults, in six groups', () => {
  const found = Object.groupBy(faults, ({ group }) => group);
  expect(
    Object.fromEntries(Object.entries(found).map(([group, members]) => [group, members?.length])),
  ).toEqual(counts);
});

test('half of the planted faults are defects that the site once had, each with the commit that mended it', () => {
  const mended = faults.filter(({ fixedBy }) => fixedBy !== undefined);
  expect(mended.length).toBeGreaterThanOrEqual(40);
  expect(mended.filter(({ fixedBy = '' }) => !/^[0-9a-f]{8}$/.test(fixedBy)).map(({ name }) => name)).toEqual(
    [],
  );
});

test('each planted fault still applies to the product’s code', () => {
  for (const { files, name } of faults) {
    expect(files, name).not.toEqual([]);
    expect(
      files.filter((file) => !file.startsWith('src/') || /\.test\.tsx?$/.test(file)),
      name,
    ).toEqual([]);
  }
  const broken = faults.filter(({ patch }) => !applies(patch)).map(({ name }) => name);
  expect(broken).toEqual([]);
});

test('each planted fault says in one sentence what a careless change would do', () => {
  expect(
    faults.filter(({ sentence }) => !/^[A-Z].{20,140}\.$/.test(sentence)).map(({ name }) => name),
  ).toEqual([]);
});

test('each planted fault names test files of the first ring', () => {
  const wrong = faults.flatMap(({ caughtBy, name }) =>
    caughtBy
      .filter((file) => !existsSync(path.join(root, file)) || !isFirstRing(file))
      .map((file) => `${name}: ${file}`),
  );
  expect(wrong).toEqual([]);
  expect(faults.filter(({ caughtBy }) => caughtBy.length === 0).map(({ name }) => name)).toEqual([]);
});

test('no two planted faults make the same change', () => {
  const changes = faults.map(({ diff, files }) =>
    [...files, ...diff.split('\n').filter((line) => /^[+-](?![+-])/.test(line))].join('\n'),
  );
  expect(new Set(changes).size).toBe(faults.length);
});

/** Whether a patch applies; needs neither a history nor a checkout of git. */
function applies(patch: string): boolean {
  try {
    execFileSync('git', ['apply', '--check', patch], { cwd: root, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
