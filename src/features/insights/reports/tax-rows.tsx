import { formatMoney } from '../../../shared/money.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { type ReportColumn, ReportTable } from '../../admin/shell/report-table.tsx';
import type { TaxReport } from './contract.server.ts';
import { formatMonth } from './months.ts';
import { Notes } from './report-parts.tsx';
import { sumColumn, type TaxRow } from './tax-report.ts';

type Amounts = Omit<TaxRow, 'month'>;

function taxColumns<Row extends Amounts>(currency: string): ReportColumn<Row>[] {
  const money = (cents: number) => formatMoney(cents, currency);
  return [
    { title: 'Jurisdiction', cell: ({ jurisdiction }) => jurisdiction },
    { title: 'Taxable', isAmount: true, cell: ({ taxable }) => money(taxable) },
    { title: 'Exempt', isAmount: true, cell: ({ exempt }) => money(exempt) },
    { title: 'Due', isAmount: true, cell: ({ due }) => money(due) },
  ];
}

export function Taxes({ report }: { report: TaxReport }) {
  const { rows, totals, cancelled, currency } = report;
  const money = (cents: number) => formatMoney(cents, currency);
  const monthly = {
    columns: taxColumns<TaxRow>(currency),
    rowKey: ({ month, jurisdiction }: TaxRow) => `${month} ${jurisdiction}`,
    groupBy: ({ month }: TaxRow) => formatMonth(month),
  };
  return (
    <div className="grid gap-6">
      {rows.length === 0 ? (
        <p className="text-slate">No confirmed stay checks in during these months, so nothing is due.</p>
      ) : (
        <>
          <p className="text-lg text-ink">
            <strong className="text-2xl font-semibold text-deep tabular-nums">
              {money(sumColumn(totals, 'due'))}
            </strong>{' '}
            due for {pluralize(report.ledger.stays, 'stay')}
          </p>
          <ReportTable
            caption="By jurisdiction"
            columns={taxColumns<Amounts>(currency)}
            rows={totals}
            rowKey={({ jurisdiction }) => jurisdiction}
            total={['Due in all', '', '', money(sumColumn(totals, 'due'))]}
          />
          <ReportTable caption="By month of the check-in" rows={rows} {...monthly} />
        </>
      )}
      {cancelled.length > 0 && (
        <ReportTable
          caption="In what was kept of cancelled stays"
          {...monthly}
          rows={cancelled}
          total={['Due in all', '', '', money(sumColumn(cancelled, 'due'))]}
        />
      )}
      {rows.length > 0 && (
        <p className="text-sm text-slate">
          The receipts of these stays come to {money(report.ledger.billed)}: {money(report.ledger.charges)}{' '}
          charged, {money(report.ledger.refunds)} refunded
          {report.ledger.waived > 0 &&
            ` (${money(report.ledger.waived)} of it given back by you, not owed again)`}
          , {money(report.ledger.open)} open.
        </p>
      )}
      <Notes notes={report.notes} />
    </div>
  );
}
