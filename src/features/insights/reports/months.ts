import { textParam } from '../../../shared/http/url-state.ts';

/** Months `YYYY-MM`, both inclusive. */
export interface Months {
  from: string;
  to: string;
}

/** PostgreSQL has no year 0. */
export const monthPattern = '^(?!0000)\\d{4}-(0[1-9]|1[0-2])$';
const month = new RegExp(monthPattern);
const maxMonths = 120;

export const isMonth = (text: string): boolean => month.test(text);

/** Declares the months of a report as parameters of its URL; these are the defaults. */
export const monthsUrl = ({ from, to }: Months) => ({
  from: textParam(from, isMonth),
  to: textParam(to, isMonth),
});

/** Sets the last month to the first one if it would be earlier. */
export const inOrder = <T extends Months>(months: T): T => ({
  ...months,
  to: laterMonth(months.to, months.from),
});

/** Months since the year 0. */
const toNumber = (text: string): number => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1;

export const addMonths = (text: string, months: number): string => {
  const number = toNumber(text) + months;
  return `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;
};

export const laterMonth = (a: string, b: string): string => (a.localeCompare(b) < 0 ? b : a);
export const earlierMonth = (a: string, b: string): string => (a.localeCompare(b) < 0 ? a : b);

export const eachMonth = ({ from, to }: Months): string[] =>
  Array.from({ length: toNumber(to) - toNumber(from) + 1 }, (_, months) => addMonths(from, months));

/** The first day of the first month, and of the month after the last one. */
export const monthDays = ({ from, to }: Months): { firstDay: string; dayAfter: string } => ({
  firstDay: `${from}-01`,
  dayAfter: `${addMonths(to, 1)}-01`,
});

const monthName = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', timeZone: 'UTC' });

/** `July 2027`. */
export const formatMonth = (text: string): string => monthName.format(new Date(`${text}-01`));

export const formatMonths = ({ from, to }: Months): string =>
  from === to ? formatMonth(from) : `${formatMonth(from)} to ${formatMonth(to)}`;

/** Returns what is wrong with a report's range of months, by field. */
export function monthsErrors({ from, to }: Partial<Months>): { to?: string } {
  if (!from || !to) return {};
  if (to < from) return { to: 'The last month lies before the first one' };
  return toNumber(to) - toNumber(from) >= maxMonths
    ? { to: `A report covers at most ${maxMonths} months` }
    : {};
}
