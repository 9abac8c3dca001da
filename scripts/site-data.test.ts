import { expect, test } from 'vitest';
import { AppError } from '../src/shared/errors.ts';
import { dataFolders, failureSentence } from './site-data.ts';

const systemError = (code: string, syscall: string, path: string) =>
  Object.assign(new Error(`${code}: ${syscall} '${path}'`), { code, syscall, path });

test.each([
  [systemError('ENOSPC', 'write', '/srv/a'), 'The disk is full: free some space and try again.'],
  [
    systemError('EACCES', 'mkdir', '/srv/storage.restoring'),
    'This user may not write to /srv: change its owner or mode, or use another user.',
  ],
  [
    systemError('EACCES', 'open', '/var/backups/site.backup'),
    'This user may not open /var/backups/site.backup: change its owner or mode, or use another user.',
  ],
  [
    systemError('EPERM', 'rename', '/srv/storage'),
    'This user may not write to /srv: change its owner or mode, or use another user.',
  ],
  [systemError('ENOTDIR', 'mkdir', '/srv/file/a'), "ENOTDIR: mkdir '/srv/file/a'"],
  [
    new AppError('unavailable', 'Out of reach for a moment.', {
      cause: new Error('the bucket answered 403'),
    }),
    'the bucket answered 403',
  ],
  [new Error('The site is running.'), 'The site is running.'],
])('the sentence for the failure "%s" is "%s"', (error, sentence) => {
  expect(failureSentence(error)).toBe(sentence);
});

test('the folder of a restore lies beside the storage folder, also where STORAGE_URL ends with a slash', () => {
  for (const STORAGE_URL of ['file:/srv/storage', 'file:/srv/storage/', 'file:///srv/storage/'])
    expect(dataFolders({ DATA_DIR: '/srv/data', STORAGE_URL })).toEqual({
      dataDir: '/srv/data',
      storageFolder: '/srv/storage',
      unpackFolder: '/srv/storage.restoring',
    });
});
