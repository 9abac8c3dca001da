import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from './upload-queue.server.ts';

test('so many run at once, so many wait, and one more is asked to come again', async () => {
  const turns = createTurns(2, 1, 'Later, please.');
  const finish: (() => void)[] = [];
  const work = () => turns.take(() => new Promise<void>((done) => finish.push(done)));
  const taken = [work(), work(), work()];
  await expect(work()).rejects.toMatchObject({
    ...{ code: 'unavailable', message: 'Later, please.', retryAfterSeconds: 10 },
  });
  expect(finish).toHaveLength(2);
  finish[0]?.();
  await expect.poll(() => finish.length).toBe(3);
  for (const done of finish) done();
  await Promise.all(taken);
});

test('what fails gives its place to the next', async () => {
  const turns = createTurns(1, 1, 'Later, please.');
  await expect(turns.take(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await turns.take(async () => 'next')).toBe('next');
});

test('whoever comes at the moment a place changes hands does not slip in beside the next', async () => {
  const turns = createTurns(1, 2, 'Later, please.');
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await nextTurn();
    running -= 1;
  };
  const { promise: held, resolve: end } = Promise.withResolvers<void>();
  const first = turns.take(() => held);
  const second = turns.take(work);
  const arriving = held.then(() => turns.take(work));
  end();
  await Promise.all([first, second, arriving]);
  expect(most).toBe(1);
});
