import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/runs.ts';
import { centsToDecimal, toCsv } from './csv.ts';

/** Reads RFC 4180 as a spreadsheet does. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    row.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'));
    if (match[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const cells = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'ab",\r\n\t=+-@\' ＝🏖') }),
  fc.string({ unit: 'grapheme' }),
);
const tables = fc
  .integer({ min: 1, max: 5 })
  .chain((width) =>
    fc.array(fc.array(cells, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
  );

test('every cell is read back as it was, except for the apostrophe before a formula', () => {
  fc.assert(
    fc.property(tables, (table) => {
      const read = parseCsv(toCsv(table));
      expect(read.map((row) => row.length)).toEqual(table.map((row) => row.length));
      table.forEach((row, line) => {
        row.forEach((text, column) => {
          expect([text, `'${text}`]).toContain(read[line]?.[column]);
        });
      });
    }),
    { numRuns: runs(2_000) },
  );
});

test('no text cell begins as a formula, with any leading white space and quotes', () => {
  const lead = fc.string({ unit: fc.constantFrom(' ', '"', "'", '\u200b', '\ufeff'), maxLength: 4 });
  const sign = fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠', '﹢', '﹣', '﹦', '﹫');
  fc.assert(
    fc.property(lead, sign, fc.string(), (before, one, after) => {
      expect(parseCsv(toCsv([[before + one + after]]))[0]?.[0]).toBe(`'${before}${one}${after}`);
    }),
    { numRuns: runs(2_000) },
  );
});

test('a decimal has two places, and is the amount again', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (cents) => {
      const text = centsToDecimal(cents);
      expect(text).toMatch(/^-?\d+\.\d\d$/);
      expect(Number(text.replace('.', ''))).toBe(cents === 0 ? 0 : cents);
    }),
    { numRuns: runs(2_000) },
  );
});

test('no rows are no text, and an empty row is an empty line', () => {
  expect(toCsv([])).toBe('');
  expect(toCsv([[]])).toBe('\r\n');
});
