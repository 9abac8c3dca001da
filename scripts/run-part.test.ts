import { expect, test } from 'vitest';
import { isAlive } from '../test/children.ts';
import { runPart } from './run-part.ts';

const minuteMs = 60_000;
const run = (program: string, limitMs: number, silenceMs = minuteMs) =>
  runPart(process.execPath, ['--eval', program], {
    cwd: import.meta.dirname,
    limitMs,
    silenceMs,
    isQuiet: true,
  });

test('a part that ends in time passes by its exit code, and its output is kept', async () => {
  expect(await run('console.log("done")', minuteMs)).toEqual({
    isPassed: true,
    isOverdue: false,
    output: 'done\n',
  });
  expect(await run('process.exit(3)', minuteMs)).toMatchObject({ isPassed: false, isOverdue: false });
});

test('a part whose time is over is killed with what it has started, also in groups of their own', async () => {
  const hang = 'setInterval(() => {}, 1000)';
  const program = `
    const { pid } = require('node:child_process').spawn(process.execPath, ['--eval', '${hang}'], { detached: true });
    console.log(pid);
    ${hang};
  `;
  // Two programs can start within this time on a busy machine; otherwise there would be no child, and the test would
  // prove nothing.
  const { isPassed, isOverdue, output } = await run(program, 5_000);
  expect({ isPassed, isOverdue }).toEqual({ isPassed: false, isOverdue: true });
  const child = Number(output);
  expect(child).toBeGreaterThan(0);
  await expect.poll(() => isAlive(child)).toBe(false);
}, 120_000);

test('a part that says nothing any more is ended long before its time is over', async () => {
  const program = 'console.log("begun"); setInterval(() => {}, 1000)';
  expect(await run(program, 60 * minuteMs, 5_000)).toEqual({
    isPassed: false,
    isOverdue: true,
    output: 'begun\n',
  });
}, 120_000);
