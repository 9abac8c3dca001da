import { expect, test } from 'vitest';
import { coalesce } from './batch.server.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

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
