import { expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { parseQueryParams } from './query-params.ts';

test('parseQueryParams returns each parameter with any value', () => {
  expect(parseQueryParams('/api/x', ['page'])).toEqual({});
  expect(parseQueryParams('https://a.example/api/x?page=1%262&side=', ['page', 'side'])).toEqual({
    page: '1&2',
    side: '',
  });
});

test.each([
  ['page=1&page=1', 'Parameter "page" is given twice'],
  ['limit=1', 'There is no parameter "limit"'],
  ['__proto__=1', 'There is no parameter "__proto__"'],
  [`${'x'.repeat(100)}=1`, `There is no parameter "${'x'.repeat(60)}"`],
])('parseQueryParams rejects %s with a message', (query, message) => {
  expect(() => parseQueryParams(`/api/x?${query}`, ['page'])).toThrow(
    expect.objectContaining({ code: 'invalid', message }),
  );
  expect(() => parseQueryParams(`/api/x?${query}`, ['page'])).toThrow(AppError);
});
