import { expect, test } from 'vitest';
import { cached } from './cached.ts';

test('a key is computed once, each key for itself', () => {
  const computed: number[] = [];
  const double = cached((key: number) => {
    computed.push(key);
    return key * 2;
  });
  expect([1, 2, 1, 2, 1].map(double)).toEqual([2, 4, 2, 4, 2]);
  expect(computed).toEqual([1, 2]);
});

test('a full cache starts again and stays right', () => {
  let count = 0;
  const text = cached((key: number) => {
    count += 1;
    return String(key);
  }, 3);
  for (const key of [1, 2, 3, 1, 2, 3]) expect(text(key)).toBe(String(key));
  expect(count).toBe(3);
  expect(text(4)).toBe('4');
  expect([1, 2, 3, 4].map(text)).toEqual(['1', '2', '3', '4']);
  expect(count).toBe(8);
});

test('a computation that throws is attempted again and stores nothing', () => {
  let attempts = 0;
  const get = cached((key: string) => {
    attempts += 1;
    if (attempts === 1) throw new Error('not yet');
    return key;
  });
  expect(() => get('a')).toThrow('not yet');
  expect(get('a')).toBe('a');
});

test('zero, false and nothing but undefined are results too', () => {
  let count = 0;
  const get = cached((key: string): unknown => {
    count += 1;
    return { zero: 0, no: false, none: null, empty: '' }[key];
  });
  for (const key of ['zero', 'no', 'none', 'empty', 'zero', 'no', 'none', 'empty']) get(key);
  expect(count).toBe(4);
});
