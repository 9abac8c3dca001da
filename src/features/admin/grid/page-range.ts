/** How many rows there are: exactly, or at least. */
export interface Total {
  total: number;
  totalIs: 'exact' | 'atLeast';
}

const number = new Intl.NumberFormat('en-US');

/** `1,000,000`, or `more than 10,000` of a count that was stopped. */
const formatTotal = ({ total, totalIs }: Total): string =>
  totalIs === 'exact' ? number.format(total) : `more than ${number.format(total)}`;

/** `51–100 of 1,000,000`, and `0 of 0` without rows. */
export function formatRange(page: number, limit: number, shown: number, total: Total): string {
  const first = (page - 1) * limit + 1;
  if (shown === 0) return `0 of ${formatTotal(total)}`;
  return `${number.format(first)}–${number.format(first + shown - 1)} of ${formatTotal(total)}`;
}

/** The number of the last page, or `null` when nobody counted that far. */
export const lastPage = ({ total, totalIs }: Total, limit: number): number | null =>
  totalIs === 'exact' ? Math.max(1, Math.ceil(total / limit)) : null;

/** Whether rows follow the page. */
export function hasNext(page: number, limit: number, shown: number, total: Total): boolean {
  const last = lastPage(total, limit);
  return last === null ? shown === limit || page * limit < total.total : page < last;
}

/** `1 row`, `2 rows`. */
export const formatRowCount = (count: number): string =>
  `${number.format(count)} ${count === 1 ? 'row' : 'rows'}`;
