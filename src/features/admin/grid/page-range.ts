export interface Total {
  total: number;
  totalIs: 'exact' | 'atLeast';
}

const number = new Intl.NumberFormat('en-US');

/** `1,000,000`, or `more than 10,000` of a count that was stopped. */
const formatTotal = ({ total, totalIs }: Total): string =>
  totalIs === 'exact' ? number.format(total) : `more than ${number.format(total)}`;

/** `51–100 of 1,000,000`, and `0 of 0` without rows. */
export function formatRange(page: number, limit: number, rowCount: number, total: Total): string {
  const first = (page - 1) * limit + 1;
  if (rowCount === 0) return `0 of ${formatTotal(total)}`;
  return `${number.format(first)}–${number.format(first + rowCount - 1)} of ${formatTotal(total)}`;
}

/** The number of the last page, or `null` when the count stopped before. */
export const lastPage = ({ total, totalIs }: Total, limit: number): number | null =>
  totalIs === 'exact' ? Math.max(1, Math.ceil(total / limit)) : null;

export function hasNext(page: number, limit: number, rowCount: number, total: Total): boolean {
  const last = lastPage(total, limit);
  return last === null ? rowCount === limit || page * limit < total.total : page < last;
}

export const formatRowCount = (count: number): string =>
  `${number.format(count)} ${count === 1 ? 'row' : 'rows'}`;
