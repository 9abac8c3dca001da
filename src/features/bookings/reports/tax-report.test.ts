import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateWithin, priceRules } from '../../../../test/price-rules.ts';
import { addDays } from '../calendar/nights.ts';
import type { PriceLine } from '../pricing/price.ts';
import { priceStay } from '../pricing/price-stay.ts';
import { decimalMoney, renderCsv } from './csv.ts';
import { addMonths, formatMonths, parseMonths } from './months.ts';
import { staysLedger } from './stays-ledger.ts';
import {
  cancelledTaxes,
  confirmedTaxes,
  sumColumn,
  type TaxedStay,
  taxesByJurisdiction,
} from './tax-report.ts';

const tax = (jurisdiction: string, step: number, amount: number): PriceLine => ({
  kind: 'tax',
  label: 'Tax',
  jurisdiction,
  step,
  amount,
});
/** The worked example of Panama City Beach: 850.00 of rent and 150.00 of cleaning. */
const lines: PriceLine[] = [
  { kind: 'rent', label: '5 nights', amount: 90_000 },
  { kind: 'discount', label: 'Early', amount: -5_000 },
  { kind: 'fee', label: 'Cleaning', amount: 15_000, fee: 'per_stay', isTaxed: true },
  tax('City', 1, 1_000),
  tax('Florida', 2, 6_060),
  tax('Bay County', 2, 1_010),
  tax('Bay County', 2, 5_050),
];
const stay = (more: Partial<TaxedStay> = {}): TaxedStay => ({
  status: 'confirmed',
  checkin: '2027-07-09',
  price: { lines, total: 113_120 },
  charges: 113_120,
  refunds: 0,
  pending: 0,
  waived: 0,
  ...more,
});

test('the worked example: each base once for its jurisdiction, and every tax line due', () => {
  expect(confirmedTaxes([stay()])).toEqual([
    { jurisdiction: 'Bay County', month: '2027-07', taxable: 101_000, exempt: 0, due: 6_060 },
    { jurisdiction: 'City', month: '2027-07', taxable: 100_000, exempt: 0, due: 1_000 },
    { jurisdiction: 'Florida', month: '2027-07', taxable: 101_000, exempt: 0, due: 6_060 },
  ]);
});

test('a fee that is not taxed is in no base', () => {
  const free: PriceLine = { kind: 'fee', label: 'Kayak', amount: 9_900, fee: 'per_stay', isTaxed: false };
  const shares = taxesByJurisdiction({ lines: [free, ...lines], total: 123_020 });
  expect(shares.get('City')).toEqual({ taxable: 100_000, exempt: 0, due: 1_000 });
});

test('what a long stay is exempt from stands beside what others owe, by month', () => {
  const long = {
    lines: lines.slice(0, 4),
    total: 101_000,
    exempt: [{ jurisdiction: 'Florida', base: 101_000 }],
  };
  const rows = confirmedTaxes([stay(), stay({ price: long }), stay({ checkin: '2027-08-01', price: long })]);
  expect(rows.filter(({ jurisdiction }) => jurisdiction === 'Florida')).toEqual([
    { jurisdiction: 'Florida', month: '2027-07', taxable: 101_000, exempt: 101_000, due: 6_060 },
    { jurisdiction: 'Florida', month: '2027-08', taxable: 0, exempt: 101_000, due: 0 },
  ]);
});

test('a cancelled stay counts only by what was kept of it, apart from confirmed ones', () => {
  const half = stay({ status: 'cancelled', refunds: 50_000, pending: 6_560 });
  expect(confirmedTaxes([half])).toEqual([]);
  expect(cancelledTaxes([stay(), half])).toContainEqual({
    jurisdiction: 'City',
    month: '2027-07',
    taxable: 50_000,
    exempt: 0,
    due: 500,
  });
  expect(cancelledTaxes([stay({ status: 'cancelled', refunds: 113_120 })])).toEqual([]);
  expect(cancelledTaxes([stay({ status: 'cancelled', charges: 0 })])).toEqual([]);
});

test('a refund in part leaves the taxes of a confirmed stay, and is open unless the hosts gave it back', () => {
  const stays = [
    stay({ refunds: 10_000, waived: 4_000 }),
    stay({ status: 'cancelled' }),
    stay({ charges: 50_000 }),
  ];
  expect(sumColumn(confirmedTaxes(stays), 'due')).toBe(2 * 13_120);
  expect(staysLedger(stays)).toEqual({
    stays: 2,
    billed: 226_240,
    charges: 163_120,
    refunds: 10_000,
    waived: 4_000,
    open: 69_120,
  });
});

test('the report of 10,000 random sets of stays is the sum of their tax lines, and what was kept never exceeds them', () => {
  const paid = fc.record({
    rules: priceRules,
    checkin: dateWithin(0, 80),
    nights: fc.integer({ min: 1, max: 9 }),
    isCancelled: fc.boolean(),
    paid: fc.integer({ min: 0, max: 100 }),
    back: fc.integer({ min: 0, max: 100 }),
  });
  fc.assert(
    fc.property(fc.array(paid, { maxLength: 6 }), (drawn) => {
      const stays = drawn.map(({ rules, checkin, nights, isCancelled, paid: percent, back }): TaxedStay => {
        const span = { checkin, checkout: addDays(checkin, nights), guests: 3, pets: 1 };
        const price = priceStay(rules, span, '2027-05-20');
        const charges = Math.floor((price.total * percent) / 100);
        return {
          status: isCancelled ? 'cancelled' : 'confirmed',
          checkin,
          price,
          charges,
          pending: 0,
          refunds: Math.floor((charges * back) / 100),
          waived: Math.floor((charges * back) / 200),
        };
      });
      const naive = (status: string) =>
        stays
          .filter((one) => one.status === status)
          .flatMap((one) => one.price.lines)
          .reduce((sum, line) => sum + (line.kind === 'tax' ? line.amount : 0), 0);
      expect(sumColumn(confirmedTaxes(stays), 'due')).toBe(naive('confirmed'));
      expect(sumColumn(cancelledTaxes(stays), 'due')).toBeLessThanOrEqual(naive('cancelled'));
      const { billed, charges, refunds, waived, open } = staysLedger(stays);
      expect(billed).toBe(charges - refunds + waived + open);
    }),
    { numRuns: 10_000 },
  );
});

test('months are parsed, named and counted', () => {
  expect(parseMonths('/x?from=2027-07&to=2027-12-31')).toEqual({ from: '2027-07', to: '2027-12' });
  expect([addMonths('2027-12', 1), addMonths('2027-01', -1), addMonths('2027-06', 30)]).toEqual([
    '2028-01',
    '2026-12',
    '2029-12',
  ]);
  expect(formatMonths({ from: '2027-07', to: '2027-07' })).toBe('July 2027');
  expect(formatMonths({ from: '2027-07', to: '2028-01' })).toBe('July 2027 to January 2028');
});

test('a spreadsheet runs nothing of a CSV, and reads its amounts as numbers', () => {
  const csv = renderCsv(
    ['name', 'due'],
    [
      { name: '=HYPERLINK("http://evil.example","x")', due: decimalMoney(113_120) },
      { name: ' +1', due: decimalMoney(-5) },
      { name: 'Bay County, "the" Clerk\n', due: 7 },
      { name: '\t@x', due: decimalMoney(0) },
    ],
  );
  expect(csv).toBe(
    'name,due\r\n"\'=HYPERLINK(""http://evil.example"",""x"")",1131.20\r\n\' +1,-0.05\r\n' +
      '"Bay County, ""the"" Clerk\n",7\r\n\'\t@x,0.00\r\n',
  );
});
