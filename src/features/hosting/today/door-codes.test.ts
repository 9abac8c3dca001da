import { expect, test } from 'vitest';
import { promisesCode } from './door-codes.ts';

test.each([
  ['The key lies in the lockbox; we send you its code on the day before you arrive.', true],
  ['The code is sent to you. Park under the house.', true],
  ['We text you the door code.', true],
  ['The code is 4711.', false],
  ['We send you a postcard. The code of conduct hangs in the hall.', false],
  ['We meet you at the gate.', false],
  ['', false],
])('the notes "%s" promise a code: %s', (notes, isPromised) => {
  expect(promisesCode(notes)).toBe(isPromised);
});
