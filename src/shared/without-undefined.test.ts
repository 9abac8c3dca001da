import { expect, test } from 'vitest';
import { withoutUndefined } from './without-undefined.ts';

test('withoutUndefined leaves out undefined fields only', () => {
  const values: { a?: number; b: string | null; c: boolean } = withoutUndefined({
    a: undefined,
    b: null,
    c: false,
  });
  expect(Object.entries(values)).toEqual([
    ['b', null],
    ['c', false],
  ]);
});
