import { expect, test } from 'vitest';
import { AppError } from '../../../shared/errors.ts';
import { parsePaging } from './pagination.ts';

test('parsePaging defaults to the first page of fifty rows', () => {
  expect(parsePaging({})).toEqual({ page: 1, limit: 50, offset: 0 });
  expect(parsePaging({ page: '', limit: '' })).toEqual({ page: 1, limit: 50, offset: 0 });
});

test('parsePaging takes invisible characters for empty', () => {
  expect(parsePaging({ page: '\0', limit: '\u200b ' })).toEqual({ page: 1, limit: 50, offset: 0 });
});

test('parsePaging computes the offset', () => {
  expect(parsePaging({ page: '3', limit: '200' })).toEqual({ page: 3, limit: 200, offset: 400 });
});

test.each([
  [{ page: '0' }, 'page', 'Page cannot be less than 1'],
  [{ page: '-1' }, 'page', 'Page cannot be less than 1'],
  [{ page: '1.5' }, 'page', 'Page must be an integer'],
  [{ page: 'two' }, 'page', 'Page must be a number'],
  [{ page: '1e30' }, 'page', 'Page cannot be greater than 1000000000'],
  [{ limit: '0' }, 'limit', 'Limit cannot be less than 1'],
  [{ limit: '201' }, 'limit', 'Limit cannot be greater than 200'],
  [{ limit: '0x10' }, 'limit', 'Limit must be a number'],
])('parsePaging rejects %j with a message', (query, field, message) => {
  const refused = () => parsePaging(query);
  expect(refused).toThrow(AppError);
  expect(refused).toThrow(
    expect.objectContaining({ code: 'invalid', message, fields: { [field]: message } }),
  );
});
