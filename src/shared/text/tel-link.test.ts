import { expect, test } from 'vitest';
import { telHref } from './tel-link.ts';

test.each([
  ['(850) 555-0142', 'tel:8505550142'],
  ['+1 850 555 0142', 'tel:+18505550142'],
])('%s is called by its digits', (phone, link) => {
  expect(telHref(phone)).toBe(link);
});
