import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { nextSort, type SortBy } from '../list/url-state.ts';
import { type FieldKind, fieldKind, fieldTitle } from '../schema/field-kind.ts';
import { rowLabel } from '../schema/format-value.ts';
import type { Row, RowId, RowPage, TableForm } from '../schema/table.ts';
import { Cell } from './cell.tsx';
import { type OpenDialog, RowActions } from './row-actions.tsx';
import { TruncatedCell } from './truncated-cell.tsx';

export interface DataListProps {
  table: string;
  schema: TableForm;
  page: RowPage;
  pageNumber: number;
  columns: readonly string[];
  sort: SortBy | null;
  /** Whether the rows of another list are still in view. */
  isStale: boolean;
  selected: ReadonlySet<RowId>;
  isSelectable: boolean;
  sortBy(sort: SortBy | null): void;
  select(ids: readonly RowId[], isSelected: boolean): void;
  openDialog: OpenDialog;
}

export interface DataRowProps
  extends Pick<DataListProps, 'table' | 'schema' | 'columns' | 'isSelectable' | 'select' | 'openDialog'> {
  row: Row;
  labels: RowPage['labels'];
  isSelected: boolean;
}

const head =
  'sticky top-0 z-10 border-b border-dune bg-sand px-3 py-0 text-left font-semibold whitespace-nowrap text-ink';
const body = 'max-w-96 border-b border-dune/60 px-3 py-2 align-middle';
const box = 'size-4.5 accent-gulf';

/** Rows as a table that scrolls by itself: its head, its first column and its buttons stay in sight. */
export function DataTable(props: DataListProps) {
  const { table, schema, page, pageNumber, columns, isStale, selected, isSelectable, select, openDialog } =
    props;
  const scroller = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [pageNumber]);
  return (
    // biome-ignore-start lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section
      ref={scroller}
      aria-label={`Rows of ${schema.title}`}
      aria-busy={isStale}
      tabIndex={0}
      className={`relative max-h-[max(24rem,calc(100dvh-8rem))] overflow-auto overscroll-x-contain rounded-xl border border-dune bg-white focus-visible:-outline-offset-3 ${isStale ? 'opacity-55' : ''}`}
    >
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: see above */}
      <table className="min-w-full border-separate border-spacing-0 text-sm">
        <TableHead {...props} />
        <tbody>
          {page.data.map((row) => (
            <DataTableRow
              key={row.id}
              {...{ row, table, schema, columns, isSelectable, select, openDialog }}
              labels={page.labels}
              isSelected={selected.has(row.id)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function TableHead({ schema, page, columns, sort, selected, isSelectable, sortBy, select }: DataListProps) {
  const ids = page.data.map(({ id }) => id);
  const isAll = ids.length > 0 && ids.every((id) => selected.has(id));
  const pinned = `z-20 ${isSelectable ? 'left-11' : 'left-0'} shadow-[1px_0_0] shadow-dune`;
  return (
    <thead>
      <tr>
        {isSelectable && (
          <th className={`${head} left-0 z-20 w-11 min-w-11`}>
            <label className="flex min-h-11 items-center">
              <span className="unseen">Select all rows on this page</span>
              <input type="checkbox" checked={isAll} onChange={() => select(ids, !isAll)} className={box} />
            </label>
          </th>
        )}
        {columns.map((name, index) => (
          <DataTableHeader
            key={name}
            {...{ name, schema, sort, sortBy }}
            className={index === 0 ? pinned : ''}
          />
        ))}
        <th className={`${head} right-0 z-20 text-right shadow-[-1px_0_0] shadow-dune`}>Actions</th>
      </tr>
    </thead>
  );
}

interface HeaderProps extends Pick<DataListProps, 'schema' | 'sort' | 'sortBy'> {
  name: string;
  className: string;
}

function DataTableHeader({ name, schema, sort, className, sortBy }: HeaderProps) {
  const field = schema.properties[name];
  const direction = sort?.field === name ? (sort.descending ? 'descending' : 'ascending') : undefined;
  const Arrow = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown;
  const title = fieldTitle(name, field);
  if (field?.type === 'array') return <th className={`${head} ${className}`}>{title}</th>;
  return (
    <th aria-sort={direction} className={`${head} ${className}`}>
      <button
        type="button"
        onClick={() => sortBy(nextSort(sort, name))}
        className="-mx-1.5 flex min-h-11 items-center gap-1 rounded-md px-1.5 hover:text-gulf focus-visible:-outline-offset-2"
      >
        {title}
        <Arrow
          aria-hidden="true"
          className={`size-4 shrink-0 ${direction ? 'text-coral' : 'text-driftwood/70'}`}
          data-arrow={direction}
        />
      </button>
    </th>
  );
}

const DataTableRow = memo(function DataTableRow(props: DataRowProps) {
  const { row, table, schema, labels, columns, isSelected, isSelectable, select, openDialog } = props;
  const ground = isSelected ? 'bg-mist' : 'bg-white group-hover:bg-shell';
  const pinned = `sticky ${isSelectable ? 'left-11' : 'left-0'} font-semibold shadow-[1px_0_0] shadow-dune max-lg:max-w-48`;
  return (
    <tr className="group">
      {isSelectable && (
        <td className={`${body} ${ground} sticky left-0 w-11 min-w-11`}>
          <SelectBox row={row} schema={schema} isSelected={isSelected} select={select} />
        </td>
      )}
      {columns.map((name, index) => {
        const field = schema.properties[name];
        if (!field) return null;
        const kind = fieldKind(name, field);
        const { length } = String(row[name] ?? '');
        return (
          <td
            key={name}
            className={`${body} ${ground} ${columnWidth(kind, length)} ${index === 0 ? pinned : ''}`}
          >
            {kind === 'picture' || length <= maxShortLength ? (
              <Cell name={name} field={field} row={row} labels={labels} />
            ) : (
              <TruncatedCell
                {...{ name, field, row, labels }}
                label={`${fieldTitle(name, field)}, ${rowLabel(schema.label, row)}`}
                showAll={() => openDialog({ kind: 'details', row })}
              />
            )}
          </td>
        );
      })}
      <td className={`${body} ${ground} sticky right-0 py-1 shadow-[-1px_0_0] shadow-dune`}>
        <RowActions table={table} schema={schema} row={row} openDialog={openDialog} />
      </td>
    </tr>
  );
});

const minWideLength = 37;

/** Texts up to this length fit into every cell. */
const maxShortLength = 16;

function columnWidth(kind: FieldKind, length: number): string {
  if (kind !== 'text' && kind !== 'rich' && kind !== 'reference') return '';
  return length >= minWideLength ? 'min-w-40 lg:min-w-72' : 'min-w-40';
}

export function SelectBox(props: Pick<DataRowProps, 'row' | 'schema' | 'isSelected' | 'select'>) {
  const { row, schema, isSelected, select } = props;
  return (
    <label className="flex min-h-9 items-center">
      <span className="unseen">{`Select ${rowLabel(schema.label, row)}`}</span>
      <input
        type="checkbox"
        checked={isSelected}
        onChange={() => select([row.id], !isSelected)}
        className={box}
      />
    </label>
  );
}
