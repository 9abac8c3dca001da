import { expect, test } from 'vitest';
import { batch, coalesce } from './batch.server.ts';

/** Work that ends when the test says so. */
function steered() {
  const parts: { things: number[]; end: () => void; fail: (error: Error) => void }[] = [];
  const work = (things: number[]) =>
    new Promise<PromiseSettledResult<number>[]>((resolve, reject) => {
      const answers = things.map(
        (thing): PromiseSettledResult<number> =>
          thing < 0 ? { status: 'rejected', reason: thing } : { status: 'fulfilled', value: thing * 10 },
      );
      parts.push({ things, end: () => resolve(answers), fail: reject });
    });
  return { parts, work };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('what comes first begins at once, and what comes meanwhile goes together, in its order', async () => {
  const { parts, work } = steered();
  const add = batch(work, 3);
  const answers = Promise.allSettled([1, 2, -3, 4, 5].map(add));
  expect(parts.map(({ things }) => things)).toEqual([[1]]);
  for (const at of [0, 1, 2]) {
    parts[at]?.end();
    await turn();
  }
  expect(parts.map(({ things }) => things)).toEqual([[1], [2, -3, 4], [5]]);
  expect(await answers).toEqual([
    { status: 'fulfilled', value: 10 },
    { status: 'fulfilled', value: 20 },
    { status: 'rejected', reason: -3 },
    { status: 'fulfilled', value: 40 },
    { status: 'fulfilled', value: 50 },
  ]);
});

test('work that breaks off fails for those who were in it, and goes on with the others', async () => {
  const { parts, work } = steered();
  const add = batch(work, 3);
  const first = add(1);
  const second = add(2);
  parts[0]?.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await turn();
  parts[1]?.end();
  expect(await second).toBe(20);
  const later = add(3);
  parts[2]?.end();
  expect(await later).toBe(30);
});

test('a question is asked once for all who come while an earlier one is under way, and never answered by that one', async () => {
  let truth = 'before';
  const asked: (() => void)[] = [];
  const question = () =>
    new Promise<string>((resolve) => {
      const seen = truth;
      asked.push(() => resolve(seen));
    });
  const ask = coalesce<string>();
  const first = ask('ann', question);
  truth = 'after';
  const others = [ask('ann', question), ask('ann', question)];
  const stranger = ask('ben', question);
  expect(asked).toHaveLength(2);
  asked[0]?.();
  await turn();
  expect(asked).toHaveLength(3);
  for (const answer of asked) answer();
  expect(await first).toBe('before');
  expect(await Promise.all(others)).toEqual(['after', 'after']);
  expect(await stranger).toBe('after');
});

test('a question that failed is asked anew for those who waited, and for those who come later', async () => {
  const ask = coalesce<string>();
  const failing = ask('ann', () => Promise.reject(new Error('away')));
  const waiting = ask('ann', () => Promise.resolve('here'));
  await expect(failing).rejects.toThrow('away');
  expect(await waiting).toBe('here');
  expect(await ask('ann', () => Promise.resolve('again'))).toBe('again');
});

test('a question that takes long does not hold up the next one', async () => {
  const ask = coalesce<string>();
  const stuck = Promise.withResolvers<string>();
  const first = ask('ann', () => stuck.promise);
  expect(await ask('ann', () => Promise.resolve('here'))).toBe('here');
  stuck.resolve('late');
  expect(await first).toBe('late');
});
