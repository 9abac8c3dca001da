import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { dateWithin, priceRules } from '../../../../test/price-rules.ts';
import { runs } from '../../../../test/runs.ts';
import type { TaxShare } from '../../../db/schema/bookings.ts';
import { centsToDecimal, toNamedCsv } from '../../../shared/csv.ts';
import { addDays } from '../../../shared/nights.ts';
import type { Price, PriceLine } from '../../bookings/pricing/price.ts';
import { priceStay } from '../../bookings/pricing/price-stay.ts';
import { refundFor, wholeRefund } from '../../bookings/pricing/refund.ts';
import { monthsQuery } from './contract.server.ts';
import { addMonths, formatMonths } from './months.ts';
import { cancelledTaxes, sumColumn } from './tax-report.ts';

const parseMonths = monthsQuery.parse;

const { pool } = (await testAppForFile()).platform;

type TaxedPrice = Pick<Price, 'lines' | 'exempt'>;

/** Computes the taxes that the database stores with each booking. */
async function taxesOf(prices: TaxedPrice[]): Promise<TaxShare[][]> {
  const { rows } = await pool.query<{ taxes: TaxShare[] }>(
    'select price_taxes(price) as taxes from jsonb_array_elements($1::jsonb) with ordinality as one (price, n) order by n',
    [JSON.stringify(prices)],
  );
  return rows.map(({ taxes }) => taxes);
}

const tax = (jurisdiction: string, step: number, amount: number): PriceLine => ({
  kind: 'tax',
  label: 'Tax',
  jurisdiction,
  step,
  base: step === 1 ? 100_000 : 101_000,
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
const total = 113_120;
const checkin = '2027-07-09';

test('the worked example: each base once for its jurisdiction, and every tax line due', async () => {
  expect(await taxesOf([{ lines }])).toEqual([
    [
      { jurisdiction: 'Bay County', taxable: 101_000, exempt: 0, due: 6_060 },
      { jurisdiction: 'City', taxable: 100_000, exempt: 0, due: 1_000 },
      { jurisdiction: 'Florida', taxable: 101_000, exempt: 0, due: 6_060 },
    ],
  ]);
});

test('a fee that is not taxed is in no base, and a price without taxes has no shares', async () => {
  const free: PriceLine = { kind: 'fee', label: 'Kayak', amount: 9_900, fee: 'per_stay', isTaxed: false };
  const [taxes, none] = await taxesOf([{ lines: [free, ...lines] }, { lines: [free] }]);
  expect(taxes).toContainEqual({ jurisdiction: 'City', taxable: 100_000, exempt: 0, due: 1_000 });
  expect(none).toEqual([]);
});

test('the exempt amount of a long stay is shown beside the tax due', async () => {
  const exempt = [{ jurisdiction: 'Florida', base: 101_000 }];
  expect(await taxesOf([{ lines: lines.slice(0, 4), exempt }])).toEqual([
    [
      { jurisdiction: 'City', taxable: 100_000, exempt: 0, due: 1_000 },
      { jurisdiction: 'Florida', taxable: 0, exempt: 101_000, due: 0 },
    ],
  ]);
});

test('a cancelled stay counts only with its retained amount', async () => {
  const [taxes = []] = await taxesOf([{ lines }]);
  const retained = { checkin, taxes, total, retained: total - 56_560, policy_refund: null };
  expect(cancelledTaxes([retained])).toContainEqual({
    jurisdiction: 'City',
    month: '2027-07',
    taxable: 50_000,
    exempt: 0,
    due: 500,
  });
  expect(cancelledTaxes([{ ...retained, retained: 0 }])).toEqual([]);
  expect(cancelledTaxes([{ ...retained, retained: -1 }])).toEqual([]);
  expect(cancelledTaxes([{ ...retained, retained: 2 * total }])).toEqual(
    cancelledTaxes([{ ...retained, retained: total }]),
  );
});

/** $600.00 of rent with 10 % tax, and $150.00 of cleaning without. */
const untaxedCleaning: PriceLine[] = [
  { kind: 'rent', label: '3 nights', amount: 60_000 },
  { kind: 'fee', label: 'Cleaning', amount: 15_000, fee: 'per_stay', isTaxed: false },
  { kind: 'tax', label: 'City', jurisdiction: 'City', step: 1, base: 60_000, amount: 6_000 },
];

async function halfBack(retained: number) {
  const [taxes = []] = await taxesOf([{ lines: untaxedCleaning }]);
  const policy_refund = wholeRefund({ lines: untaxedCleaning }, { percent: 50, areExtrasBack: true });
  return cancelledTaxes([{ checkin, taxes, total: 81_000, retained, policy_refund }]);
}

test('the tax of a stay cancelled by its policy counts as far as it was not refunded, also with an untaxed fee', async () => {
  expect(await halfBack(33_000)).toEqual([
    { jurisdiction: 'City', month: '2027-07', taxable: 30_000, exempt: 0, due: 3_000 },
  ]);
});

test.each([
  ['half of it was refunded by the hosts later', 16_500, 1_500],
  ['nothing of it is left', 0, 0],
  ['half of the policy’s refund came back', 57_000, 4_500],
  ['all of the refund came back', 81_000, 6_000],
  ['more than the price was paid', 90_000, 6_000],
])('the tax on the amount that hosts retain counts in proportion if %s', async (_, retained, due) => {
  expect(sumColumn(await halfBack(retained), 'due')).toBe(due);
});

test('taxes of one jurisdiction in two steps, and an exempt one, are refunded once in the policy’s proportion', () => {
  const exempt = [{ jurisdiction: 'Florida', base: 101_000 }];
  const twoSteps = lines.map((line) =>
    line.kind === 'tax' && line.jurisdiction === 'City' ? { ...line, jurisdiction: 'Bay County' } : line,
  );
  const withoutFlorida = twoSteps.filter((line) => line.kind !== 'tax' || line.jurisdiction !== 'Florida');
  // 42,500 of the rent and 15,000 of cleaning are 57.5 % of the base.
  expect(wholeRefund({ lines: withoutFlorida, exempt }, { percent: 50, areExtrasBack: true })).toEqual({
    total: 57_500 + 575 + 581 + 2_904,
    taxes: [
      { jurisdiction: 'Bay County', taxable: 58_075, exempt: 0, due: 575 + 581 + 2_904 },
      { jurisdiction: 'Florida', taxable: 0, exempt: 58_075, due: 0 },
    ],
  });
});

test('the shares of random prices are the sums of their tax lines, and the retained taxes never exceed them', async () => {
  const count = runs(10_000, 1_000);
  const drawn = fc.sample(
    fc.record({
      rules: priceRules,
      checkin: dateWithin(0, 80),
      nights: fc.integer({ min: 1, max: 9 }),
      percent: fc.integer({ min: 0, max: 100 }),
    }),
    count,
  );
  const prices = drawn.map(({ rules, checkin, nights }) =>
    priceStay(rules, { checkin, checkout: addDays(checkin, nights), guests: 3, pets: 1 }, '2027-05-20'),
  );
  const all = await taxesOf(prices.map(({ lines, exempt }) => ({ lines, ...(exempt && { exempt }) })));
  expect(all).toHaveLength(count);
  for (const [index, taxes] of all.entries()) {
    const { checkin, percent } = drawn[index] ?? { checkin: '', percent: 0 };
    const { lines = [], total = 0, exempt } = prices[index] ?? {};
    const due = lines.reduce((sum, line) => sum + (line.kind === 'tax' ? line.amount : 0), 0);
    expect(sumColumn(taxes, 'due')).toBe(due);
    const retained = Math.floor((total * percent) / 100);
    const stay = { checkin, taxes, total };
    const proportional = cancelledTaxes([{ ...stay, retained, policy_refund: null }]);
    expect(sumColumn(proportional, 'due')).toBeLessThanOrEqual(due);
    const policy_refund = wholeRefund({ lines, ...(exempt && { exempt }) }, { percent, areExtrasBack: true });
    const byPolicy = cancelledTaxes([{ ...stay, retained: total - policy_refund.total, policy_refund }]);
    expect(sumColumn(byPolicy, 'due')).toBe(
      due - refundFor(lines, { percent, areExtrasBack: true }, total).taxes,
    );
  }
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
  const csv = toNamedCsv(
    ['name', 'due'],
    [
      { name: '=HYPERLINK("http://evil.example","x")', due: centsToDecimal(113_120) },
      { name: ' +1', due: centsToDecimal(-5) },
      { name: 'Bay County, "the" Clerk\n', due: 7 },
      { name: '\t@x', due: centsToDecimal(0) },
    ],
  );
  expect(csv).toBe(
    'name,due\r\n"\'=HYPERLINK(""http://evil.example"",""x"")",1131.20\r\n\' +1,-0.05\r\n' +
      '"Bay County, ""the"" Clerk\n",7\r\n\'\t@x,0.00\r\n',
  );
});
