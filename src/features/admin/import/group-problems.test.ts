import { expect, test } from 'vitest';
import { countMistakes, groupProblems, linesText } from './group-problems.ts';

const misfit = 'First night and Last night do not fit together';
const problems = [
  { line: 2, field: 'first_night', message: misfit },
  { line: 2, field: 'last_night', message: misfit },
  { line: 3, message: 'There is no such row' },
  { line: 4, field: 'last_night', message: misfit },
];

test('a mistake of several fields and lines is listed once, with all of them', () => {
  expect(groupProblems(problems)).toEqual([
    { message: misfit, fields: ['first_night', 'last_night'], lines: [2, 4] },
    { message: 'There is no such row', fields: [], lines: [3] },
  ]);
});

test('a mistake of two fields of a line counts once, the same on another line again', () => {
  expect(countMistakes(problems)).toBe(3);
});

test.each([
  [[2], 'Line 2'],
  [[2, 3], 'Lines 2, 3'],
  [[2, 3, 4, 5, 6], 'Lines 2, 3, 4, 5, 6'],
  [[2, 3, 4, 5, 6, 7, 8], 'Lines 2, 3, 4, 5, 6 and 2 more'],
])('lines %j are named “%s”', (lines, text) => {
  expect(linesText(lines)).toBe(text);
});
