import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useMediaQuery } from '../../../ui/browser/use-media-query.ts';
import { ErrorAlert } from '../../../ui/failure.tsx';
import { useQuery } from '../../../ui/loading/use-query.ts';
import { adminClient } from '../client.ts';
import { useExport } from '../export/use-csv-download.ts';
import type { Condition } from '../filters/filter.ts';
import { FilterBuilder } from '../filters/filter-builder.tsx';
import { FilterChips } from '../filters/filter-chips.tsx';
import { RowCards } from '../grid/data-cards.tsx';
import { RowTable } from '../grid/data-table.tsx';
import { lastPage } from '../grid/page-range.ts';
import { Pager } from '../grid/pagination.tsx';
import type { DialogState } from '../grid/row-actions.tsx';
import { useColumns } from '../grid/use-columns.ts';
import {
  pageSize,
  parseUrlState,
  type TableQuery,
  toListParams,
  toViewParams,
  updateUrlState,
} from '../list/url-state.ts';
import { RowDialogs } from './dialogs.tsx';
import { NoRows } from './empty-state.tsx';
import { TableFailure } from './error-state.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { RowSkeleton } from './skeleton.tsx';
import type { TableContext } from './table-context.ts';
import { Toolbar } from './toolbar.tsx';
import { useRowMutations } from './use-row-mutations.ts';
import { useSelection } from './use-selection.ts';

/** The rows of a table as the address asks for them, and all that is done with them. */
export function RowList(screen: TableContext) {
  const { table, schema } = screen;
  const [params, setParams] = useSearchParams();
  const query = parseUrlState(params);
  const asked = toListParams(query);
  const list = asked.toString();
  const rows = useQuery(`${table} ${query.page} ${list}`, (signal) => {
    asked.set('page', String(query.page));
    asked.set('limit', String(pageSize));
    return adminClient().rows(table, asked, { signal });
  });
  const columns = useColumns(table, schema, query.columns);
  const selection = useSelection(list);
  const work = useRowMutations(screen, rows);
  const csv = useExport(table);
  const isNarrow = useMediaQuery();
  const [opened, open] = useState<DialogState | null>(null);
  const [building, setBuilding] = useState<Condition | 'new' | null>(null);

  const change = (part: Partial<TableQuery>, replace = false) =>
    setParams(updateUrlState(params, part), { replace, preventScrollReset: true });
  const page = rows.value;

  // The last row of the last page was deleted, or an address names a page that is no more.
  const isBeyond = page !== undefined && !rows.busy && page.data.length === 0 && query.page > 1;
  const nearest = page && isBeyond ? Math.min(lastPage(page, pageSize) ?? 1, query.page - 1) : query.page;
  useEffect(() => {
    if (isBeyond) setParams((before) => updateUrlState(before, { page: nearest }), { replace: true });
  }, [isBeyond, nearest, setParams]);

  function choose(names: string[] | null) {
    columns.keep(names);
    if (query.columns) change({ columns: names }, true);
  }

  const List = isNarrow ? RowCards : RowTable;
  return (
    <>
      <Toolbar
        schema={schema}
        search={query.search}
        conditions={query.conditions.length}
        isBuilding={building !== null}
        build={() => setBuilding(building ? null : 'new')}
        setSearch={(search, isMore) => change({ search }, isMore)}
        csv={{ ...csv, start: () => void csv.start(toListParams(query)) }}
        open={open}
      />
      {csv.failure && <ErrorAlert>{csv.failure}</ErrorAlert>}
      {building && (
        <FilterBuilder
          key={building === 'new' ? '' : JSON.stringify(building)}
          schema={schema}
          from={building === 'new' ? null : building}
          add={(condition) => {
            change({ conditions: withCondition(query.conditions, condition, building) });
            setBuilding('new');
          }}
        />
      )}
      <FilterChips
        schema={schema}
        conditions={query.conditions}
        labels={page?.labels ?? {}}
        change={(conditions) => change({ conditions })}
        edit={setBuilding}
      />
      <SelectionBar schema={schema} count={selection.ids.size} clear={selection.clear} open={open} />
      {rows.failure ? (
        <TableFailure failure={rows.failure} retry={rows.retry} />
      ) : !page || isBeyond ? (
        <RowSkeleton />
      ) : page.data.length === 0 ? (
        <NoRows
          schema={schema}
          isFiltered={query.search !== '' || query.conditions.length > 0}
          clear={() => change({ search: '', conditions: [] })}
        />
      ) : (
        <>
          <List
            schema={schema}
            page={page}
            pageNumber={query.page}
            columns={columns.visible}
            sort={query.sort}
            dimmed={rows.busy}
            selected={selection.ids}
            selectable={schema.verbs.update || schema.verbs.delete}
            sortBy={(sort) => change({ sort })}
            select={selection.select}
            open={open}
          />
          <Pager
            page={query.page}
            shown={page.data.length}
            total={page}
            goTo={(next) => {
              change({ page: next });
              screen.showTitle();
            }}
          />
        </>
      )}
      <RowDialogs
        {...{ screen, opened, open, rows, work, selection, columns, choose }}
        viewQuery={toViewParams(params, columns.visible)}
      />
    </>
  );
}

/** The conditions with one more, in the place of the one it was made from and of another that asks the same of its field. */
function withCondition(conditions: Condition[], added: Condition, from: Condition | 'new'): Condition[] {
  const others = conditions.filter(
    (one) =>
      !(one.field === added.field && one.operator === added.operator) &&
      !(from !== 'new' && one.field === from.field && one.operator === from.operator),
  );
  return [...others, added];
}
