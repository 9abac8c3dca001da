import { expect, test } from 'vitest';
import { findMissing } from './charge-dialog.tsx';

const whole = { label: 'Pool', amount: 2500, reason: 'As you asked', how: '' };

test('a whole charge misses nothing', () => {
  expect(findMissing(whole, 'link')).toEqual({});
  expect(findMissing({ ...whole, how: 'In cash' }, 'elsewhere')).toEqual({});
});

test('an empty charge names everything that it misses at once', () => {
  const empty = { label: ' a ', amount: null, reason: ' ', how: ' ' };
  expect(Object.keys(findMissing(empty, 'card'))).toEqual(['label', 'amount', 'reason']);
  expect(Object.keys(findMissing(empty, 'elsewhere'))).toEqual(['label', 'amount', 'reason', 'how']);
});
