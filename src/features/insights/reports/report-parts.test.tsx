import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ReportTable } from '../../admin/shell/report-table.tsx';
import { MonthRange } from './month-range.tsx';
import { Loaded } from './report-parts.tsx';

interface Row {
  month: string;
  name: string;
  due: string;
}
const rows: Row[] = [
  { month: 'July 2027', name: 'Florida', due: '$1.00' },
  { month: 'July 2027', name: 'Bay County', due: '$2.00' },
  { month: 'August 2027', name: 'Florida', due: '$3.00' },
];
const columns = [
  { title: 'Jurisdiction', cell: ({ name }: Row) => name },
  { title: 'Due', isAmount: true, cell: ({ due }: Row) => due },
];
const rowKey = ({ month, name }: Row) => month + name;

test('rows are under the heading of their group, each with a heading of its own, above the total', () => {
  const html = renderToStaticMarkup(
    <ReportTable
      caption="Taxes"
      columns={columns}
      rows={rows}
      rowKey={rowKey}
      groupBy={({ month }) => month}
      total={['Due in all', '$6.00']}
    />,
  );
  expect(html.match(/<tbody>/g)).toHaveLength(2);
  expect(html.match(/scope="rowgroup"/g)).toHaveLength(2);
  expect(html.match(/scope="row"/g)).toHaveLength(4);
  expect(
    html
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  ).toBe(
    'Taxes Jurisdiction Due July 2027 Florida $1.00 Bay County $2.00 August 2027 Florida $3.00 Due in all $6.00',
  );
});

test('a report is a spinner, then its data, or its error with a way to try again', () => {
  const query = { data: undefined, error: null, isPlaceholderData: false, refetch: () => {} };
  const render = (more: object) =>
    renderToStaticMarkup(<Loaded query={{ ...query, ...more }}>{(data: string) => <p>{data}</p>}</Loaded>);
  expect(render({})).toContain('Loading the report...');
  expect(render({ data: 'Here' })).toContain('<p>Here</p>');
  expect(render({ data: 'Old', error: new Error('The database is away') })).toMatch(
    /role="alert".*The database is away.*Try again/,
  );
});

const ranges = [
  ['Last month', { from: '2026-12', to: '2026-12' }],
  ['Last year', { from: '2026-01', to: '2026-12' }],
] as const;

test('the chosen range is pressed, and a month far away is still among the choices', () => {
  const render = (from: string, to: string) =>
    renderToStaticMarkup(
      <MonthRange months={{ from, to }} thisMonth="2027-01" ranges={ranges} choose={() => {}} />,
    );
  expect(render('2026-12', '2026-12')).toMatch(/aria-pressed="true"[^>]*>Last month</);
  expect(render('2026-01', '2026-12')).toMatch(/aria-pressed="true"[^>]*>Last year</);
  expect(render('2010-03', '2027-01')).toMatch(/<option value="2010-03" selected="">March 2010</);
});
