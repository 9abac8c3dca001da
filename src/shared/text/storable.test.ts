import { expect, test } from 'vitest';
import { unstorableFields } from './storable.ts';

test('fields with NUL or half a character are named, however deep it is', () => {
  const whole = { note: 'Hi 😀\n\tyou', count: 1, none: null, list: ['a'] };
  expect(unstorableFields(whole)).toEqual({});
  const half = { note: 'a\0', name: '\ud83d', payment: { how: ['\ude00'] }, extra: { 'a\0': 1 } };
  expect(Object.keys(unstorableFields({ ...whole, ...half }))).toEqual(['note', 'name', 'payment', 'extra']);
});
