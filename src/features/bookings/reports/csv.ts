/** Space as a spreadsheet sees it, and quotes, may stand before the sign that makes a formula of a text. */
const formula =
  /^(?:["'\s\u200b-\u200f\u2060\ufeff]*[=+@\-\uff0b\uff0d\uff1d\uff20\ufe62\ufe63\ufe66\ufe6b]|[\t\r\n])/;

const plainNumber = /^-?\d+(\.\d+)?$/;

/** Numbers stay numbers; a text that a spreadsheet would run begins with an apostrophe, as in the exports of tables. */
function cell(value: string | number): string {
  const text =
    typeof value === 'string' && formula.test(value) && !plainNumber.test(value)
      ? `'${value}`
      : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Renders rows as CSV (RFC 4180) under the names of the columns. */
export const renderCsv = <Name extends string>(
  columns: readonly Name[],
  rows: readonly Record<Name, string | number>[],
): string =>
  [columns, ...rows.map((row) => columns.map((name) => row[name]))]
    .map((cells) => `${cells.map(cell).join(',')}\r\n`)
    .join('');

/** `1131.20`: what spreadsheets take for a number. */
export const decimalMoney = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
