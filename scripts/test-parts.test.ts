import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fileParts, firstRingOptions, listPartFiles, listWaitingTests, partNames } from './test-parts.ts';

const root = path.join(import.meta.dirname, '..');

test('every part can be run by its name', () => {
  expect(partNames.toSorted()).toEqual([
    'browser',
    'crashes',
    'histories',
    'outages',
    'postgres15',
    'rehearse',
    'scale',
    'stand-ins',
    'sweeps',
    'waits',
  ]);
});

test('every file that a part names is there, and only that part has it', () => {
  const named = Object.values(fileParts).flatMap(({ files }) => files.filter((file) => !file.includes('*')));
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  const listed = Object.keys(fileParts).flatMap(listPartFiles);
  expect(listed.length).toBe(new Set(listed).size);
  for (const name of Object.keys(fileParts)) expect(listPartFiles(name), name).not.toEqual([]);
});

test('the first ring leaves out the files of the parts, and single tests that wait', () => {
  expect(firstRingOptions).toContain('--exclude=scripts/booking-crashes.test.ts');
  expect(firstRingOptions).toContain('--tags-filter=!waits');
  expect(listWaitingTests()).toContain('src/platform/mail/mailer.test.ts');
});
