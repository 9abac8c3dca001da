export interface Total {
  total: number;
  totalIsEstimate: boolean;
  /** Whether there are more than `total`, which were not counted. */
  totalIsMinimum?: boolean;
}

const number = new Intl.NumberFormat('en-US');

/** Formats `9,876`, or `about 1,000,000` for an estimate, of which two digits are significant. */
const formatTotal = ({ total, totalIsEstimate, totalIsMinimum }: Total): string =>
  totalIsMinimum
    ? `more than ${number.format(total)}`
    : totalIsEstimate
      ? `about ${number.format(Number(total.toPrecision(2)))}`
      : number.format(total);

/** `51–100 of 1,000,000`, and `0 of 0` without rows. */
export function formatRange(page: number, limit: number, rowCount: number, total: Total): string {
  const first = (page - 1) * limit + 1;
  if (rowCount === 0) return `0 of ${formatTotal(total)}`;
  return `${number.format(first)}–${number.format(first + rowCount - 1)} of ${formatTotal(total)}`;
}

/** The number of the last page; `null` for an estimate. */
export const lastPage = ({ total, totalIsEstimate }: Total, limit: number): number | null =>
  totalIsEstimate ? null : Math.max(1, Math.ceil(total / limit));

export function hasNext(page: number, limit: number, rowCount: number, total: Total): boolean {
  const last = lastPage(total, limit);
  return last === null ? rowCount === limit || page * limit < total.total : page < last;
}

export const formatRowCount = (count: number): string =>
  `${number.format(count)} ${count === 1 ? 'row' : 'rows'}`;
