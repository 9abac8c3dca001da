import pLimit from 'p-limit';
import type { Ctx } from '../../../platform/context.server.ts';
import { toEmailContact } from '../../../platform/mail/email-content.server.ts';
import { centsToDecimal, toNamedCsv } from '../../../shared/csv.ts';
import { propertyTimeZone } from '../../../shared/dates.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { currency } from '../../bookings/pricing/price.ts';
import { businessContact } from '../../listings/store.server.ts';
import type { PayoutReport, TaxReport } from './contract.server.ts';
import { eachMonth, type Months } from './months.ts';
import { payoutNotes, taxNotes } from './report.ts';
import { sumLedgers } from './stays-ledger.ts';
import { cancelledStays, confirmedTaxes, payoutRows, staysLedger } from './store.server.ts';
import { cancelledTaxes, sumColumn, type TaxRow } from './tax-report.ts';
import { renderTaxReport } from './tax-report-pdf.server.ts';

/** The database reads one month while the previous one is added up. */
const concurrentMonths = 2;

export async function readTaxReport(ctx: Ctx, months: Months): Promise<TaxReport> {
  requireAdmin(ctx);
  const inTurn = pLimit(concurrentMonths);
  const parts = await Promise.all(
    eachMonth(months).map((month) => inTurn(() => readTaxMonth(ctx, { from: month, to: month }))),
  );
  const rows = parts.flatMap((part) => part.rows);
  return {
    ...months,
    currency,
    rows,
    totals: jurisdictionTotals(rows),
    cancelled: parts.flatMap(({ cancelled }) => cancelled),
    ledger: sumLedgers(parts.map(({ ledger }) => ledger)),
    notes: [...taxNotes],
  };
}

/** Reads month by month, because ten years of stays are too much for one statement. */
async function readTaxMonth({ db }: Ctx, month: Months) {
  const [rows, cancelled, ledger] = await Promise.all([
    confirmedTaxes(db, month),
    cancelledStays(db, month),
    staysLedger(db, month),
  ]);
  return { rows, cancelled: cancelledTaxes(cancelled), ledger };
}

const jurisdictionTotals = (rows: readonly TaxRow[]): TaxReport['totals'] =>
  [...Map.groupBy(rows, (row) => row.jurisdiction)]
    .map(([jurisdiction, own]) => ({
      jurisdiction,
      taxable: sumColumn(own, 'taxable'),
      exempt: sumColumn(own, 'exempt'),
      due: sumColumn(own, 'due'),
    }))
    .sort((a, b) => (a.jurisdiction < b.jurisdiction ? -1 : 1));

const taxColumns = ['jurisdiction', 'month', 'taxable', 'exempt', 'due', 'currency', 'stays'] as const;

export async function taxReportCsv(ctx: Ctx, months: Months): Promise<string> {
  const { rows, cancelled, currency: code } = await readTaxReport(ctx, months);
  const cells = (some: readonly TaxRow[], stays: string) =>
    some.map(({ jurisdiction, month, taxable, exempt, due }) => ({
      jurisdiction,
      month,
      currency: code.toUpperCase(),
      stays,
      taxable: centsToDecimal(taxable),
      exempt: centsToDecimal(exempt),
      due: centsToDecimal(due),
    }));
  return toNamedCsv(taxColumns, [...cells(rows, 'confirmed'), ...cells(cancelled, 'cancelled')]);
}

/** @param signal of the request @throws AppError `unavailable` */
export async function taxReportPdf(ctx: Ctx, months: Months, signal: AbortSignal): Promise<Buffer> {
  const report = await readTaxReport(ctx, months);
  const { name, phone, email } = toEmailContact(await businessContact(ctx.db));
  const { appUrl: siteUrl } = ctx.settings;
  const business = { name, phone, email };
  return renderTaxReport({ report, business, siteUrl, madeAt: ctx.now().toISOString() }, signal);
}

export async function readPayouts(ctx: Ctx, months: Months): Promise<PayoutReport> {
  requireAdmin(ctx);
  const rows = await payoutRows(ctx.db, months);
  return {
    ...months,
    currency,
    timeZone: propertyTimeZone,
    rows,
    totals: {
      charges: sumColumn(rows, 'charges'),
      refunds: sumColumn(rows, 'refunds'),
      net: sumColumn(rows, 'net'),
    },
    notes: [...payoutNotes],
  };
}

const payoutColumns = ['month', 'method', 'charges', 'refunds', 'net', 'currency'] as const;

export async function payoutsCsv(ctx: Ctx, months: Months): Promise<string> {
  const { rows, currency: code } = await readPayouts(ctx, months);
  const cells = rows.map(({ month, method, charges, refunds, net }) => ({
    month,
    method,
    currency: code.toUpperCase(),
    charges: centsToDecimal(charges),
    refunds: centsToDecimal(refunds),
    net: centsToDecimal(net),
  }));
  return toNamedCsv(payoutColumns, cells);
}
