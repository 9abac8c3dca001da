import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

function runUnknown(...args: string[]) {
  const script = path.join(import.meta.dirname, 'test.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  return { status, message: stderr.trim() };
}

test('a run of an unknown part is rejected, and the parts are named', () => {
  expect(runUnknown('all', 'nonsense')).toEqual({
    status: 1,
    message:
      'There are no tests of the part "nonsense": say crashes, outages, sweeps, rare-orders, encoding, databases, scale, stand-ins, waits, histories, browser, postgres15, rehearse, --rest, or nothing for all.',
  });
});

test('a run of an unknown kind of the first ring is rejected, and the kinds are named', () => {
  expect(runUnknown('crashes')).toEqual({
    status: 1,
    message: 'There are no tests of the kind "crashes": say static, unit, browser, or nothing for all.',
  });
});
