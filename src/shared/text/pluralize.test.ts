import { expect, test } from 'vitest';
import { pluralize } from './pluralize.ts';

test('one is one, and everything else is several', () => {
  expect([0, 1, 2].map((count) => pluralize(count, 'bed'))).toEqual(['0 beds', '1 bed', '2 beds']);
});
