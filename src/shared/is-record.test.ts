import { expect, test } from 'vitest';
import { isRecord } from './is-record.ts';

test.each([{}, { name: 'Gulf view' }, Object.create(null), new Date(0)])(
  'an object is a record: %o',
  (value) => {
    expect(isRecord(value)).toBe(true);
  },
);

test.each([null, undefined, [], [{}], 'text', 1, true, () => {}])('isRecord rejects %o', (value) => {
  expect(isRecord(value)).toBe(false);
});
