/** Tells Excel that a file is UTF-8; every CSV that is downloaded begins with it, and the import skips it. */
export const byteOrderMark = '\ufeff';

/** Matches what a spreadsheet takes for a formula: its first sign, after white space and quotes, or a control character. */
const formula =
  /^(["'\s\u200b-\u200f\u2060\ufeff]*[=+@\-\uff1d\uff0b\uff0d\uff20\ufe62\ufe63\ufe66\ufe6b]|[\t\r\n])/u;
const plainNumber = /^-?\d+(\.\d+)?$/;
const needsQuotes = /[",\r\n]/;

type CsvCell = string | number | null;

/** Formats a cell; a text that a spreadsheet would take for a formula gets an apostrophe in front. */
function toCell(value: CsvCell, areNumbersOurs: boolean): string {
  if (value === null) return '';
  if (typeof value === 'number' || (areNumbersOurs && plainNumber.test(value))) return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const toLine = (cells: readonly CsvCell[], areNumbersOurs: boolean): string =>
  `${cells.map((cell) => toCell(cell, areNumbersOurs)).join(',')}\r\n`;

/** Formats rows as CSV (RFC 4180), without the byte order mark. */
export const toCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => toLine(row, false)).join('');

/** Formats a report as CSV below the names of its columns; a text such as `-12.50` stays a number, as reports hold amounts. */
export const toNamedCsv = <Name extends string>(
  columns: readonly Name[],
  rows: readonly Record<Name, CsvCell>[],
): string =>
  [columns, ...rows.map((row) => columns.map((name) => row[name]))]
    .map((cells) => toLine(cells, true))
    .join('');

/** Minor units as a number for spreadsheets: 113120 is 1131.20. */
export const centsToDecimal = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
