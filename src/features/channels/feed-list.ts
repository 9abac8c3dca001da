import { AppError, type FieldErrors } from '../../shared/errors.ts';
import { parseQueryParams } from '../../shared/http/query-params.ts';

/** Homes on a page of the channels. */
const homesPerPage = 24;
const maxSearchLength = 100;

export interface FeedListQuery {
  /** From 1; `null` for every home. */
  page: number | null;
  /** Text that the title of a home has; empty for all. */
  search: string;
}

const pageForm = /^[1-9]\d{0,3}$/;

/** @throws AppError `invalid` */
export function parseFeedListQuery(url: string): FeedListQuery {
  const { page, search = '' } = parseQueryParams(url, ['page', 'search']);
  const fields: FieldErrors = {};
  if (page !== undefined && !pageForm.test(page)) fields.page = 'The page must be a whole number, 1 or more';
  if (search.length > maxSearchLength)
    fields.search = `The search cannot be longer than ${maxSearchLength} characters`;
  if (Object.keys(fields).length > 0)
    throw new AppError('invalid', Object.values(fields)[0] ?? '', { fields });
  return { page: page === undefined ? null : Number(page), search: search.trim() };
}

/** The homes of a page, of those whose title has the text; the last page where there are fewer. */
export function sliceHomes<Home extends { title: string }>(
  all: readonly Home[],
  { page, search }: { page: number; search: string },
): { homes: Home[]; pages: number } {
  const text = search.toLowerCase();
  const matches = all.filter(({ title }) => title.toLowerCase().includes(text));
  const pages = Math.max(1, Math.ceil(matches.length / homesPerPage));
  const first = (Math.min(page, pages) - 1) * homesPerPage;
  return { homes: matches.slice(first, first + homesPerPage), pages };
}
