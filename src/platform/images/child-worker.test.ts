import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { isAlive } from '../../../test/children.ts';
import type { Wish, Word } from '../../../test/worker-program.ts';
import { createWorker, WorkerBusy, WorkerExited } from './child-worker.server.ts';

const program = new URL('../../../test/worker-program.ts', import.meta.url);
const worker = ({ maxWaiting = 20, idleBeforeStopMs = 2_000, maxWorkMs = 60_000 } = {}) =>
  createWorker<Wish, Word>(program, {
    maxWaiting,
    idleBeforeStopMs,
    maxWorkMs,
    isHighPriority: (wish) => wish === 'answer first',
  });

/** Tests move the time of this process; the worker's own goes on. */
const stopClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
afterEach(() => {
  // An idle worker stops.
  if (vi.isFakeTimers()) vi.runAllTimers();
  vi.useRealTimers();
});

test('createWorker resolves each request with its own response, also after a high-priority one', async () => {
  const ask = worker();
  const answers = await Promise.all((['answer', 'answer', 'answer first'] as const).map((wish) => ask(wish)));
  expect(answers.map(({ before }) => before)).toEqual([0, 2, 1]);
  expect(new Set(answers.map((answer) => answer.process)).size).toBe(1);
});

test('the worker process gets no settings', async () => {
  const answer = await worker()('answer');
  expect(answer.process).not.toBe(process.pid);
  expect(answer.environment).not.toContain('PATH');
  expect(answer.environment).not.toContain('DATABASE_URL');
});

test('a dying worker rejects only its current request; waiting ones go to another', async () => {
  const ask = worker();
  const { process: first } = await ask('answer');
  const [lost, ...others] = await Promise.allSettled(
    (['crash', 'answer', 'answer'] as const).map((wish) => ask(wish)),
  );
  expect(lost).toMatchObject({ status: 'rejected', reason: expect.any(WorkerExited) });
  expect(others).toMatchObject([0, 1].map((before) => ({ status: 'fulfilled', value: { before } })));
  expect((await ask('answer')).process).not.toBe(first);
});

test('a worker that died while idle loses no request', async () => {
  const ask = worker();
  const { process: first } = await ask('answer');
  process.kill(first, 'SIGKILL');
  // The worker is dead, but nothing has run here since, so we do not know.
  execFileSync('sleep', ['0.5']);
  const answers = await Promise.all((['answer', 'answer'] as const).map((wish) => ask(wish)));
  expect(answers.map(({ before }) => before)).toEqual([0, 1]);
});

test('a program that cannot start rejects each request with the reason', async () => {
  const limits = { maxWaiting: 1, idleBeforeStopMs: 100, maxWorkMs: 60_000 };
  const ask = createWorker(new URL('data:text/javascript,'), limits);
  const lost = await Promise.allSettled([1, 2].map((wish) => ask(wish)));
  for (const answer of lost) {
    expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(WorkerExited) });
    expect(String((answer as PromiseRejectedResult).reason)).toContain('ERR_INVALID_URL_SCHEME');
  }
});

test('maxWorkMs does not count the time in the queue', async () => {
  stopClock();
  const ask = worker({ maxWorkMs: 1_500 });
  await ask('answer');
  const wishes: Wish[] = ['answer', 'answer', ...Array.from({ length: 4 }, () => 'answer first' as const)];
  const answers = await Promise.all(
    wishes.map(async (wish) => {
      const answer = await ask(wish);
      // The next request has begun.
      vi.advanceTimersByTime(1_000);
      return answer;
    }),
  );
  expect(new Set(answers.map(({ process }) => process)).size).toBe(1);
  expect(answers.map(({ before }) => before)).toEqual([1, 6, 2, 3, 4, 5]);
});

test('a request beyond maxWorkMs kills the worker', async () => {
  stopClock();
  const ask = worker({ maxWorkMs: 2_000 });
  const asked = Promise.allSettled((['never answer', 'answer'] as const).map((wish) => ask(wish)));
  vi.advanceTimersByTime(2_000);
  const [lost, next] = await asked;
  expect(lost).toMatchObject({ status: 'rejected', reason: expect.any(WorkerExited) });
  expect(next).toMatchObject({ status: 'fulfilled', value: { before: 0 } });
});

test('a worker that has responded while this process paused goes on with the next request', async () => {
  const ask = worker({ maxWorkMs: 5_000 });
  const { process: first } = await ask('answer');
  const answers = [ask('answer'), ask('answer')];
  // The first request is sent, and nothing runs here until its time is over.
  await nextTurn();
  execFileSync('sleep', ['5.5']);
  expect(await Promise.all(answers)).toMatchObject([1, 2].map((before) => ({ process: first, before })));
});

test('a request beyond maxWaiting is rejected; high-priority ones have a length of their own', async () => {
  const send = worker({ maxWaiting: 2 });
  const accepted = (['answer', 'answer', 'answer'] as const).map((wish) => send(wish));
  await expect(send('answer')).rejects.toThrow(WorkerBusy);
  accepted.push(send('answer first'), send('answer first'));
  await expect(send('answer first')).rejects.toThrow(WorkerBusy);
  const responses = await Promise.all(accepted);
  expect(responses.map(({ before }) => before)).toEqual([0, 3, 4, 1, 2]);
});

test('an aborted request leaves the queue, and its place is free', async () => {
  const send = worker({ maxWaiting: 1 });
  const client = new AbortController();
  const first = send('answer');
  const dropped = send('crash', { signal: client.signal });
  client.abort();
  const next = send('answer');
  await expect(dropped).rejects.toMatchObject({ name: 'AbortError' });
  expect(await Promise.all([first, next])).toMatchObject([{ before: 0 }, { before: 1 }]);
  await expect(send('crash', { signal: client.signal })).rejects.toMatchObject({ name: 'AbortError' });
});

test('an idle worker stops, and the next request starts another', async () => {
  const ask = worker({ idleBeforeStopMs: 20 });
  const { process: first } = await ask('answer');
  await expect.poll(() => isAlive(first), { timeout: 20_000 }).toBe(false);
  expect((await ask('answer')).process).not.toBe(first);
});

test('a working worker ends with its parent', async () => {
  const parent = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `
    import { createWorker } from ${JSON.stringify(new URL('./child-worker.server.ts', import.meta.url).href)};
    const ask = createWorker(new URL(${JSON.stringify(program.href)}), { maxWaiting: 1, idleBeforeStopMs: 60_000, maxWorkMs: 60_000 });
    console.log((await ask('answer')).process);
    await ask('work for long');
  `,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [pid] = await once(parent.stdout, 'data');
  expect(isAlive(Number(pid))).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(Number(pid))).toBe(false);
});
