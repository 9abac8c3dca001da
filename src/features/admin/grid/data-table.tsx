import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { nextSort, type SortBy } from '../list/url-state.ts';
import { fieldKind, fieldTitle } from '../schema/field-kind.ts';
import { rowLabel } from '../schema/format-value.ts';
import type { Row, RowId, RowPage, TableForm } from '../schema/table.ts';
import { Cell } from './cell.tsx';
import { type Open, RowActions } from './row-actions.tsx';
import { LongCell } from './truncated-cell.tsx';

export interface RowListProps {
  schema: TableForm;
  page: RowPage;
  pageNumber: number;
  columns: readonly string[];
  sort: SortBy | null;
  /** Whether an answer to another question is still in view. */
  dimmed: boolean;
  selected: ReadonlySet<RowId>;
  selectable: boolean;
  sortBy(sort: SortBy | null): void;
  select(ids: readonly RowId[], on: boolean): void;
  open: Open;
}

const head =
  'sticky top-0 z-10 border-b border-dune bg-sand px-3 py-0 text-left font-semibold whitespace-nowrap text-ink';
const body = 'max-w-96 border-b border-dune/60 px-3 py-2 align-middle';
const box = 'size-4.5 accent-gulf';

/** Rows as a table that scrolls by itself: its head, its first column and its buttons stay in sight. */
export function RowTable({ schema, page, pageNumber, columns, sort, dimmed, ...does }: RowListProps) {
  const { selected, selectable } = does;
  const scrolled = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top
  useEffect(() => {
    if (scrolled.current) scrolled.current.scrollTop = 0;
  }, [pageNumber]);
  const ids = page.data.map(({ id }) => id);
  const isAll = ids.length > 0 && ids.every((id) => selected.has(id));
  return (
    // biome-ignore-start lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section
      ref={scrolled}
      aria-label={`Rows of ${schema.title}`}
      aria-busy={dimmed}
      tabIndex={0}
      className={`relative max-h-[max(24rem,calc(100dvh-8rem))] overflow-auto overscroll-x-contain rounded-xl border border-dune bg-white focus-visible:-outline-offset-3 ${dimmed ? 'opacity-55' : ''}`}
    >
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: see above */}
      <table className="min-w-full border-separate border-spacing-0 text-sm">
        <thead>
          <tr>
            {selectable && (
              <th className={`${head} left-0 z-20 w-11 min-w-11`}>
                <label className="flex min-h-11 items-center">
                  <span className="unseen">Select all rows on this page</span>
                  <input
                    type="checkbox"
                    checked={isAll}
                    onChange={() => does.select(ids, !isAll)}
                    className={box}
                  />
                </label>
              </th>
            )}
            {columns.map((name, index) => (
              <DataTableHeader
                key={name}
                name={name}
                schema={schema}
                sort={sort}
                sortBy={does.sortBy}
                className={
                  index === 0 ? `z-20 ${selectable ? 'left-11' : 'left-0'} shadow-[1px_0_0] shadow-dune` : ''
                }
              />
            ))}
            <th className={`${head} right-0 z-20 text-right shadow-[-1px_0_0] shadow-dune`}>Actions</th>
          </tr>
        </thead>
        <tbody>
          {page.data.map((row) => (
            <DataTableRow
              key={row.id}
              row={row}
              schema={schema}
              labels={page.labels}
              columns={columns}
              isSelected={selected.has(row.id)}
              selectable={selectable}
              select={does.select}
              open={does.open}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface HeaderProps {
  name: string;
  schema: TableForm;
  sort: SortBy | null;
  className: string;
  sortBy(sort: SortBy | null): void;
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

interface LineProps {
  row: Row;
  schema: TableForm;
  labels: RowPage['labels'];
  columns: readonly string[];
  isSelected: boolean;
  selectable: boolean;
  select(ids: readonly RowId[], on: boolean): void;
  open: Open;
}

const DataTableRow = memo(function Line({
  row,
  schema,
  labels,
  columns,
  isSelected,
  selectable,
  ...does
}: LineProps) {
  const ground = isSelected ? 'bg-mist' : 'bg-white group-hover:bg-shell';
  return (
    <tr className="group">
      {selectable && (
        <td className={`${body} ${ground} sticky left-0 w-11 min-w-11`}>
          <SelectBox row={row} schema={schema} isSelected={isSelected} select={does.select} />
        </td>
      )}
      {columns.map((name, index) => {
        const field = schema.properties[name];
        if (!field) return null;
        const kind = fieldKind(name, field);
        const isFirst = index === 0;
        const isText = kind === 'text' || kind === 'rich' || kind === 'reference';
        const width = isText
          ? String(row[name] ?? '').length > wideFrom
            ? 'min-w-40 lg:min-w-72'
            : 'min-w-40'
          : '';
        const stuck = `sticky ${selectable ? 'left-11' : 'left-0'} font-semibold shadow-[1px_0_0] shadow-dune max-lg:max-w-48`;
        return (
          <td key={name} className={`${body} ${ground} ${width} ${isFirst ? stuck : ''}`}>
            {kind === 'picture' || String(row[name] ?? '').length <= fits ? (
              <Cell name={name} field={field} row={row} labels={labels} />
            ) : (
              <LongCell
                {...{ name, field, row, labels }}
                called={`${fieldTitle(name, field)}, ${rowLabel(schema.label, row)}`}
                showAll={() => does.open({ what: 'details', row })}
              />
            )}
          </td>
        );
      })}
      <td className={`${body} ${ground} sticky right-0 py-1 shadow-[-1px_0_0] shadow-dune`}>
        <RowActions schema={schema} row={row} open={does.open} />
      </td>
    </tr>
  );
});

/** Texts longer than this take a wider column. */
const wideFrom = 36;

/** Shorter texts fit into every cell. */
const fits = 16;

interface SelectBoxProps {
  row: Row;
  schema: TableForm;
  isSelected: boolean;
  select(ids: readonly RowId[], on: boolean): void;
}

/** The box that takes a row into the selection. */
export function SelectBox({ row, schema, isSelected, select }: SelectBoxProps) {
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
