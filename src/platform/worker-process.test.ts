import { expect, test } from 'vitest';
import type { Wish, Word } from '../../test/worker-program.ts';
import { WorkerEnded, workerProcess } from './worker-process.server.ts';

const program = new URL('../../test/worker-program.ts', import.meta.url);
const worker = ({ idleBeforeStopMs = 2_000, longestWorkMs = 60_000 } = {}) =>
  workerProcess<Wish, Word>(program, { idleBeforeStopMs, longestWorkMs });

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('each question gets its own answer, also where an urgent one was answered before it', async () => {
  const ask = worker();
  const answers = await Promise.all((['answer', 'answer', 'answer first'] as const).map(ask));
  expect(answers.map(({ before }) => before)).toEqual([0, 2, 1]);
  expect(new Set(answers.map((answer) => answer.process)).size).toBe(1);
});

test('the process runs beside ours and is told none of our settings', async () => {
  const answer = await worker()('answer');
  expect(answer.process).not.toBe(process.pid);
  expect(answer.environment).not.toContain('PATH');
  expect(answer.environment).not.toContain('DATABASE_URL');
});

test('a process that dies takes the questions that wait along, and the next question starts another', async () => {
  const ask = worker();
  const { process: first } = await ask('answer');
  const lost = await Promise.allSettled((['crash', 'answer'] as const).map(ask));
  for (const answer of lost)
    expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(WorkerEnded) });
  const { process: second, before } = await ask('answer');
  expect(second).not.toBe(first);
  expect(before).toBe(0);
});

test('a question that takes too long is ended with its process', async () => {
  await expect(worker({ longestWorkMs: 200 })('never answer')).rejects.toThrow(WorkerEnded);
});

test('an idle process gives its memory back, and the next question starts another', async () => {
  const ask = worker({ idleBeforeStopMs: 20 });
  const { process: first } = await ask('answer');
  await expect.poll(() => isAlive(first), { timeout: 20_000 }).toBe(false);
  expect((await ask('answer')).process).not.toBe(first);
});
