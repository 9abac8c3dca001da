import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  fileParts,
  firstRingOptions,
  laterFiles,
  listPartFiles,
  listRandomTests,
  listWaitingTests,
  longHistories,
  notOnOldestServer,
  oldestServerOptions,
  partNames,
  partOf,
  rehearsalGroups,
  sameOnAnyServer,
} from './test-parts.ts';

const root = path.join(import.meta.dirname, '..');

const glob = (pattern: string): string[] => globSync(pattern, { cwd: root });

const expandBraces = (pattern: string): string[] => {
  const [braces, inside] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  return braces === undefined || inside === undefined
    ? [pattern]
    : inside.split(',').flatMap((one) => expandBraces(pattern.replace(braces, one)));
};

test('every part can be run by its name', () => {
  expect(partNames.toSorted()).toEqual([
    'browser',
    'crashes',
    'databases',
    'encoding',
    'histories',
    'outages',
    'postgres15',
    'rare-orders',
    'rehearse',
    'scale',
    'stand-ins',
    'sweeps',
    'waits',
  ]);
});

test('every group of the rehearsal runs in the second ring, in its order', () => {
  const main = readFileSync(path.join(root, 'rehearsal', 'main.ts'), 'utf8');
  const [, groups = ''] = /const groups: Record<string, Claims> = \{([^}]*)\}/.exec(main) ?? [];
  const { alone, besideOthers } = rehearsalGroups;
  expect([...alone, ...besideOthers]).toEqual(groups.match(/\w+/g));
});

test('every file that a part names is there, and only that part has it', () => {
  const patterns = laterFiles.flatMap(({ files }) => files).flatMap(expandBraces);
  expect(patterns.filter((pattern) => glob(pattern).length === 0)).toEqual([]);
  const listed = Object.keys(fileParts).flatMap(listPartFiles);
  expect(listed.length).toBe(new Set(listed).size);
  for (const name of Object.keys(fileParts)) expect(listPartFiles(name), name).not.toEqual([]);
  for (const name of Object.keys(fileParts)) expect(listPartFiles(name).map(partOf), name).toContain(name);
});

test('the first ring leaves out the files of the parts, and single tests that wait', () => {
  expect(firstRingOptions).toContain('--exclude=scripts/booking-crashes.test.ts');
  expect(firstRingOptions).toContain('--tags-filter=!waits');
  expect(listWaitingTests()).toContain('src/platform/mail/mailer.test.ts');
});

test('every test that the oldest server is spared is there, and runs in the first ring', () => {
  const patterns = sameOnAnyServer.flatMap(({ files }) => files).flatMap(expandBraces);
  expect(patterns.filter((pattern) => glob(pattern).length === 0)).toEqual([]);
  const named = patterns.filter((pattern) => !pattern.includes('*'));
  expect(named.filter((file) => partOf(file) !== undefined)).toEqual([]);
  expect(firstRingOptions.filter((option) => !oldestServerOptions.includes(option))).toEqual(
    fileParts.databases?.files.map((file) => `--exclude=${file}`),
  );
});

test('what the first ring leaves to random histories has random tests, which the part `histories` runs', () => {
  const files = longHistories.files.flatMap(expandBraces);
  expect(files.filter((file) => !listRandomTests().includes(file))).toEqual([]);
});

test('the oldest server runs a test of every folder whose statements have tests beside them', () => {
  const patterns = notOnOldestServer.flatMap(({ files }) => files);
  const isSpared = (file: string) => patterns.some((pattern) => path.matchesGlob(file, pattern));
  const folders = new Set(glob('src/**/*store.server.ts').map((file) => path.dirname(file)));
  const spared = [...folders].filter((folder) => {
    const tests = glob(`${folder}/**/*.test.{ts,tsx}`);
    return tests.length > 0 && tests.every(isSpared);
  });
  expect(spared).toEqual([]);
  const always = [
    'src/db/migrate.test.ts',
    'src/platform/cache/content-cache.test.ts',
    'src/platform/queue/job-queue.test.ts',
    'src/seed/seed.test.ts',
    'test/jobs.test.ts',
  ];
  expect(always.filter((file) => isSpared(file) || glob(file).length === 0)).toEqual([]);
});
