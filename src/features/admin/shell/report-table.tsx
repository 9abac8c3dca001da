export interface ReportColumn<Row> {
  title: string;
  isAmount?: boolean;
  cell: (row: Row) => string;
}

interface ReportTableProps<Row> {
  caption: string;
  columns: readonly ReportColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The heading over rows that follow each other. */
  groupBy?: (row: Row) => string;
  /** The cells of the last row; the first is the row's heading. */
  total?: readonly string[];
}

/** The table scrolls sideways inside its own frame if the page is too narrow. */
export function ReportTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  groupBy = () => '',
  total,
}: ReportTableProps<Row>) {
  const align = (index: number) => (columns[index]?.isAmount ? 'text-right' : 'text-left');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must reach what scrolls
    <section tabIndex={0} aria-label={caption} className="overflow-x-auto">
      <table className="w-full border-collapse text-sm tabular-nums">
        <caption className="pb-2 text-left font-semibold text-deep">{caption}</caption>
        <thead>
          <tr className="text-slate">
            {columns.map(({ title }, index) => (
              <th key={title} scope="col" className={`py-2 pr-4 font-semibold last:pr-0 ${align(index)}`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {[...Map.groupBy(rows, groupBy)].map(([group, own]) => (
          <tbody key={group}>
            {group && (
              <tr className="border-t border-dune/70">
                <th
                  scope="rowgroup"
                  colSpan={columns.length}
                  className="pt-4 pb-1 text-left font-semibold text-deep"
                >
                  {group}
                </th>
              </tr>
            )}
            {own.map((row) => (
              <tr key={rowKey(row)} className="border-t border-dune/70">
                {columns.map(({ title, cell }, index) => {
                  const Cell = index === 0 ? 'th' : 'td';
                  return (
                    <Cell
                      key={title}
                      scope={index === 0 ? 'row' : undefined}
                      className={`py-2 pr-4 font-normal last:pr-0 ${align(index)} ${index > 0 && columns[index]?.isAmount ? 'whitespace-nowrap' : ''}`}
                    >
                      {cell(row)}
                    </Cell>
                  );
                })}
              </tr>
            ))}
          </tbody>
        ))}
        {total && (
          <tfoot>
            <tr className="border-t-2 border-deep font-semibold text-deep">
              {total.map((text, index) => {
                const Cell = index === 0 ? 'th' : 'td';
                return (
                  <Cell
                    key={columns[index]?.title}
                    scope={index === 0 ? 'row' : undefined}
                    className={`py-2 pr-4 whitespace-nowrap last:pr-0 ${align(index)}`}
                  >
                    {text}
                  </Cell>
                );
              })}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}
