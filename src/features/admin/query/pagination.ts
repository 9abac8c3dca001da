import { AppError } from '../../../shared/errors.ts';
import { parseInput } from '../../../shared/forms/parse-input.ts';
import type { FormSchema } from '../../../shared/forms/schema.ts';
import { validateForm } from '../../../shared/forms/validate.ts';

export type Page = {
  /** Counts from 1. */
  page: number;
  limit: number;
  offset: number;
};

export const defaultLimit = 50;

const page = { type: 'integer', title: 'Page', minimum: 1, maximum: 1_000_000_000, default: 1 } as const;
const limit = { type: 'integer', title: 'Limit', minimum: 1, maximum: 200, default: defaultLimit } as const;
const pagingSchema: FormSchema = { properties: { page, limit } };

/**
 * Parses page and limit (default 1 and 50).
 * @throws AppError `invalid` with the first parameter that is no whole number, or out of bounds
 */
export function parsePaging(query: { page?: string; limit?: string }): Page {
  const values = { page: parseInput(page, query.page), limit: parseInput(limit, query.limit) };
  const fields = validateForm(pagingSchema, values);
  const [message] = Object.values(fields);
  if (message) throw new AppError('invalid', message, { fields });
  const rows = (values.limit as number | undefined) ?? defaultLimit;
  const number = (values.page as number | undefined) ?? 1;
  return { page: number, limit: rows, offset: (number - 1) * rows };
}
