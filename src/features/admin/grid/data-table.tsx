import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Choice } from '../../../ui/forms/choice.tsx';
import { nextSort } from '../query/url-state.ts';
import { fieldTitle } from '../schema/field-kind.ts';
import type { DataListProps } from './data-list.ts';
import { DataTableRow, toRowProps } from './data-table-row.tsx';

const head =
  'sticky top-0 z-10 border-b border-dune bg-sand px-3 py-0 text-left font-semibold whitespace-nowrap text-ink';

/** Rows as a table that scrolls in its own frame: its head, its first column and its buttons stay in sight. */
export function DataTable(props: DataListProps) {
  const { schema, page, pageNumber, isStale } = props;
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
      // A focused element scrolls out from behind the head, the first column and the buttons.
      className={`relative scroll-pt-12 scroll-pr-44 scroll-pl-56 max-h-[max(24rem,calc(100dvh-8rem))] overflow-auto overscroll-x-contain rounded-xl border border-dune bg-white focus-visible:-outline-offset-3 ${isStale ? 'opacity-55' : ''}`}
    >
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: see above */}
      <table className="min-w-full border-separate border-spacing-0 text-sm">
        <TableHead {...props} />
        <tbody>
          {page.data.map((row) => (
            <DataTableRow key={row.id} {...toRowProps(props, row)} />
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
            <Choice type="checkbox" checked={isAll} onChange={() => select(ids, !isAll)}>
              <span className="unseen">Select all rows on this page</span>
            </Choice>
          </th>
        )}
        {columns.map((name, index) => (
          <DataTableHeader
            key={name}
            name={name}
            schema={schema}
            sort={sort}
            sortBy={sortBy}
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
          className={`size-4 shrink-0 ${direction ? 'text-gulf' : 'text-driftwood/70'}`}
          data-arrow={direction}
        />
      </button>
    </th>
  );
}
