import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createQueue } from './upload-queue.server.ts';

test('createQueue runs up to its limit, lets some wait and rejects the next', async () => {
  const queue = createQueue(2, 1, 'Later, please.');
  const finish: (() => void)[] = [];
  const work = () => queue(() => new Promise<void>((done) => finish.push(done)));
  const accepted = [work(), work(), work()];
  await expect(work()).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Later, please.',
    retryAfterSeconds: 10,
  });
  expect(finish).toHaveLength(2);
  finish[0]?.();
  await expect.poll(() => finish.length).toBe(3);
  for (const done of finish) done();
  await Promise.all(accepted);
});

test('createQueue starts the next task after one that fails', async () => {
  const queue = createQueue(1, 1, 'Later, please.');
  await expect(queue(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue(async () => 'next')).toBe('next');
});

test('createQueue never exceeds the limit while a slot is handed over', async () => {
  const queue = createQueue(1, 2, 'Later, please.');
  let running = 0;
  let maxRunning = 0;
  const work = async () => {
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    await nextTurn();
    running -= 1;
  };
  const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>();
  const first = queue(() => blocked);
  const second = queue(work);
  const arriving = blocked.then(() => queue(work));
  unblock();
  await Promise.all([first, second, arriving]);
  expect(maxRunning).toBe(1);
});

test('createQueue frees the place of a waiting task whose signal is aborted, and never runs it', async () => {
  const queue = createQueue(1, 1, 'Later, please.');
  const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>();
  const running = queue(() => blocked);
  const client = new AbortController();
  const tasks: string[] = [];
  const dropped = queue(async () => tasks.push('dropped'), client.signal);
  await expect(queue(async () => tasks.push('rejected'))).rejects.toMatchObject({ code: 'unavailable' });
  client.abort();
  const next = queue(async () => tasks.push('next'));
  unblock();
  await Promise.all([running, next]);
  await expect(dropped).rejects.toMatchObject({ code: 'unavailable' });
  expect(tasks).toEqual(['next']);
});
