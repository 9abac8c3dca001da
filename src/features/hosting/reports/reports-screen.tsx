import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { todayAtProperty } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { reportsClient } from '../../bookings/reports/client.ts';
import {
  formatMonth,
  formatMonths,
  isMonth,
  laterMonth,
  type Months,
} from '../../bookings/reports/months.ts';
import { methodLabels, type PayoutReport, type TaxReport } from '../../bookings/reports/report.ts';
import { sumColumn, type TaxRow } from '../../bookings/reports/tax-report.ts';
import { MonthRange } from './month-range.tsx';
import { Loaded, type ReportColumn, ReportSection, ReportTable } from './report-parts.tsx';

const taxesQuery = (months: Months) =>
  queryOptions({
    queryKey: ['reports', 'taxes', months],
    queryFn: ({ signal }) => reportsClient().taxes(months, { signal }),
    placeholderData: keepPreviousData,
  });

const payoutsQuery = (months: Months) =>
  queryOptions({
    queryKey: ['reports', 'payouts', months],
    queryFn: ({ signal }) => reportsClient().payouts(months, { signal }),
    placeholderData: keepPreviousData,
  });

/** The months in the address, or this year so far. */
function useMonths(): { months: Months; thisMonth: string; choose(months: Months): void } {
  const [params, setParams] = useSearchParams();
  const thisMonth = todayAtProperty(new Date()).slice(0, 7);
  const month = (name: 'from' | 'to', fallback: string): string => {
    const value = params.get(name) ?? '';
    return isMonth(value) ? value : fallback;
  };
  const from = month('from', `${thisMonth.slice(0, 4)}-01`);
  const to = month('to', thisMonth);
  return {
    thisMonth,
    months: { from, to: laterMonth(to, from) },
    choose: (months) => setParams({ ...months }, { replace: true, preventScrollReset: true }),
  };
}

export function ReportsScreen() {
  const { months, thisMonth, choose } = useMonths();
  const taxes = useQuery(taxesQuery(months));
  const payouts = useQuery(payoutsQuery(months));
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-6 px-4 py-6 sm:px-6 sm:py-8">
      <div>
        <h1 className="text-3xl text-deep sm:text-4xl">Reports</h1>
        <p className="mt-1 text-slate">What you file, and what came in and went back.</p>
      </div>
      <MonthRange months={months} thisMonth={thisMonth} choose={choose} />
      <ReportSection
        id="taxes"
        title="Lodging taxes"
        lead={`Stays that check in ${monthsText(months)}`}
        files={['taxes.pdf', 'taxes.csv']}
        months={months}
      >
        <Loaded query={taxes}>{(report) => <Taxes report={report} />}</Loaded>
      </ReportSection>
      <ReportSection
        id="payouts"
        title="Payouts and refunds"
        lead={`Money that moved ${monthsText(months)}`}
        files={['payouts.csv']}
        months={months}
      >
        <Loaded query={payouts}>{(report) => <Payouts report={report} />}</Loaded>
      </ReportSection>
    </div>
  );
}

const monthsText = (months: Months): string =>
  months.from === months.to ? `in ${formatMonth(months.from)}` : `from ${formatMonths(months)}`;

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

function Taxes({ report }: { report: TaxReport }) {
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
          charged, {money(report.ledger.refunds)} refunded, {money(report.ledger.open)} open.
        </p>
      )}
      <Notes notes={report.notes} />
    </div>
  );
}

const sign = (cents: number): number => (cents === 0 ? 0 : -cents);

function Payouts({ report: { rows, totals, currency, notes } }: { report: PayoutReport }) {
  const money = (cents: number) => formatMoney(cents, currency);
  if (rows.length === 0)
    return <p className="text-slate">No money came in or went back during these months.</p>;
  return (
    <div className="grid gap-6">
      <ReportTable
        caption="By month and way of paying"
        columns={[
          { title: 'Paid by', cell: ({ method }) => methodLabels[method] },
          { title: 'Charges', isAmount: true, cell: ({ charges }) => money(charges) },
          { title: 'Refunds', isAmount: true, cell: ({ refunds }) => money(sign(refunds)) },
          { title: 'Net', isAmount: true, cell: ({ net }) => money(net) },
        ]}
        rows={rows}
        rowKey={({ month, method }) => `${month} ${method}`}
        groupBy={({ month }) => formatMonth(month)}
        total={['Total', money(totals.charges), money(sign(totals.refunds)), money(totals.net)]}
      />
      <Notes notes={notes} />
    </div>
  );
}

const Notes = ({ notes }: { notes: readonly string[] }) => (
  <details className="text-sm text-slate">
    <summary className="min-h-11 py-2.5 font-semibold text-gulf hover:underline">How it was counted</summary>
    <ul className="grid list-disc gap-2 pl-5">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  </details>
);
