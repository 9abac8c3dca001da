import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { todayAtProperty } from '../../../shared/dates.ts';
import { urlState } from '../../../shared/http/url-state.ts';
import { formatMoney } from '../../../shared/money.ts';
import { useUrlState } from '../../../ui/browser/use-url-query.ts';
import { listPageClass } from '../../admin/shell/page-class.ts';
import { ReportTable } from '../../admin/shell/report-table.tsx';
import { screenMeta } from '../../admin/shell/screen-meta.ts';
import { reports } from './calls.ts';
import type { PayoutReport } from './contract.server.ts';
import { MonthRange } from './month-range.tsx';
import { addMonths, formatMonth, formatMonths, inOrder, type Months, monthsUrl } from './months.ts';
import { methodLabels } from './report.ts';
import { Loaded, Notes, ReportSection } from './report-parts.tsx';
import { Taxes } from './tax-rows.tsx';

const taxesQuery = (months: Months) =>
  queryOptions({
    queryKey: ['reports', 'taxes', months],
    queryFn: ({ signal }) => reports.taxes({ query: months, signal }),
    placeholderData: keepPreviousData,
  });

const payoutsQuery = (months: Months) =>
  queryOptions({
    queryKey: ['reports', 'payouts', months],
    queryFn: ({ signal }) => reports.payouts({ query: months, signal }),
    placeholderData: keepPreviousData,
  });

export const meta = () => screenMeta('Reports');

export default function ReportsScreen() {
  const thisMonth = todayAtProperty(new Date()).slice(0, 7);
  const thisYear = { from: `${thisMonth.slice(0, 4)}-01`, to: thisMonth };
  const [months, choose] = useUrlState(urlState(monthsUrl(thisYear), inOrder), {
    replace: true,
    preventScrollReset: true,
  });
  const taxes = useQuery(taxesQuery(months));
  const payouts = useQuery(payoutsQuery(months));
  return (
    <div className={`${listPageClass} grid gap-6`}>
      <div>
        <h1 className="text-2xl text-deep sm:text-3xl">Reports</h1>
        <p className="mt-1 text-slate">What you file, and what came in and went back.</p>
      </div>
      <MonthRange months={months} thisMonth={thisMonth} ranges={usualRanges(thisMonth)} choose={choose} />
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

function usualRanges(thisMonth: string): [label: string, months: Months][] {
  const lastMonth = addMonths(thisMonth, -1);
  const year = thisMonth.slice(0, 4);
  return [
    ['This month', { from: thisMonth, to: thisMonth }],
    ['Last month', { from: lastMonth, to: lastMonth }],
    ['This year', { from: `${year}-01`, to: `${year}-12` }],
    ['Last year', { from: `${Number(year) - 1}-01`, to: `${Number(year) - 1}-12` }],
  ];
}

const monthsText = (months: Months): string =>
  months.from === months.to ? `in ${formatMonth(months.from)}` : `from ${formatMonths(months)}`;

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
