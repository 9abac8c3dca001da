import { expect, test } from 'vitest';
import { centsToDecimal, toCsv } from './csv.ts';

test('cells with commas, quotes and line breaks are quoted, and null is an empty cell', () => {
  expect(
    toCsv([
      ['a', 1, null],
      ['b,c', 'say "hi"', 'x\ny'],
    ]),
  ).toBe('a,1,\r\n"b,c","say ""hi""","x\ny"\r\n');
});

test.each(['=1+1', '+1 850', '-2', '@cmd', ' =1', '"=1', '＝1', '\tx', '\u200b=1'])(
  'the text %j does not become a formula',
  (text) => {
    expect(toCsv([[text]]).replace(/^"/, '')).toMatch(/^'/);
  },
);

test('numbers keep their sign and ordinary texts stay as they are', () => {
  expect(toCsv([[-5, 'Ann Lee', '2027-07-09']])).toBe('-5,Ann Lee,2027-07-09\r\n');
});

test.each([
  [113_120, '1131.20'],
  [5, '0.05'],
  [-150, '-1.50'],
  [0, '0.00'],
])('%i cents are %s', (cents, text) => expect(centsToDecimal(cents)).toBe(text));
