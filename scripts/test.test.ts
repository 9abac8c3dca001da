import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

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
