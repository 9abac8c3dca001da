/** Matches what a spreadsheet takes for a formula: its first sign, after white space and quotes, or a control character. */
const formula =
  /^(["'\s\u200b-\u200f\ufeff]*[=+@\-\uff1d\uff0b\uff0d\uff20\ufe62\ufe63\ufe66\ufe6b]|[\t\r\n])/u;
const needsQuotes = /[",\r\n]/;

/** Formats a cell; a text that a spreadsheet would take for a formula gets an apostrophe in front. */
function toCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as CSV (RFC 4180). */
export const toCsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('');

/** Minor units as a number for spreadsheets: 113120 is 1131.20. */
export const centsToDecimal = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
