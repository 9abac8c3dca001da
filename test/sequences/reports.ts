import { loadEmailData } from '../../src/features/bookings/emails/load-email-data.server.ts';
import { bookingById } from '../../src/features/bookings/record/bookings-store.server.ts';
import { readPayouts, readTaxReport } from '../../src/features/insights/reports/actions.server.ts';
import type { loadBooks } from './money.ts';
import { usedMonths } from './months.ts';
import type { World } from './world.ts';

type Books = Awaited<ReturnType<typeof loadBooks>>;

function add(sums: Map<string, number>, name: string, amount: number): void {
  if (amount !== 0) sums.set(name, (sums.get(name) ?? 0) + amount);
}

const sum = <Row>(rows: readonly Row[], amount: (row: Row) => number): number =>
  rows.reduce((total, row) => total + amount(row), 0);

/** The tax lines that confirmed guests read on their receipts, by jurisdiction and month of the check-in. */
async function receiptTaxes({ ctx }: World, books: Books): Promise<Map<string, number>> {
  const due = new Map<string, number>();
  for (const { id } of books.filter(({ status }) => status === 'confirmed')) {
    const receipt = await loadEmailData(ctx, ctx.db, await bookingById(ctx.db, id));
    for (const { kind, jurisdiction, amount } of receipt.lines)
      if (kind === 'tax') add(due, `${jurisdiction} ${receipt.checkin.slice(0, 7)}`, amount);
  }
  return due;
}

/** Lists where the tax report is not the sum of the receipts, or a report not the sum of the ledger. */
export async function findReportDifferences(
  world: World,
  books: Books,
): Promise<{ differences: string[]; taxCents: number }> {
  const months = await usedMonths(world);
  const report = await readTaxReport(world.host, months);
  const due = await receiptTaxes(world, books);
  const reported = new Map<string, number>();
  for (const row of report.rows) add(reported, `${row.jurisdiction} ${row.month}`, row.due);
  const confirmed = books.filter(({ status }) => status === 'confirmed');
  const payouts = await readPayouts(world.host, months);
  const expected = {
    stays: confirmed.length,
    billed: sum(confirmed, ({ total }) => total),
    charges: sum(confirmed, ({ charges }) => charges),
    refunds: sum(confirmed, ({ refunds, lost }) => refunds + lost),
    paidOut: sum(books, ({ charges, refunds, lost }) => charges - refunds - lost),
    taxes: sum(report.totals, (total) => total.due),
  };
  const { stays, billed, charges, refunds } = report.ledger;
  const actual = {
    stays,
    billed,
    charges,
    refunds,
    paidOut: payouts.totals.net,
    taxes: sum([...due.values()], (amount) => amount),
  };
  const names = [...new Set([...due.keys(), ...reported.keys()])];
  return {
    taxCents: actual.taxes,
    differences: [
      ...names
        .filter((name) => due.get(name) !== reported.get(name))
        .map((name) => `${name}: ${reported.get(name)} is reported, receipts say ${due.get(name)}`),
      ...(Object.keys(expected) as (keyof typeof expected)[])
        .filter((name) => expected[name] !== actual[name])
        .map((name) => `${name}: ${actual[name]} instead of ${expected[name]}`),
    ],
  };
}
