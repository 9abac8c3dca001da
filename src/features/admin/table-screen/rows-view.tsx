import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { useUrlQuery } from '../../../ui/browser/use-url-query.ts';
import { Loaded, RowSkeleton } from '../../../ui/lists/loaded.tsx';
import type { RowPage } from '../calls/contract.server.ts';
import { rowsQuery } from '../calls/queries.ts';
import { useCsvDownload } from '../export/use-csv-download.ts';
import { type Building, Filters } from '../filters/filters.tsx';
import { lastPage } from '../grid/page-range.ts';
import type { DialogState } from '../grid/row-actions.tsx';
import { useColumns } from '../grid/use-columns.ts';
import {
  type ChangeQuery,
  pageSize,
  parseUrlState,
  toListParams,
  toViewParams,
  updateUrlState,
} from '../query/url-state.ts';
import { Rows } from './row-list.tsx';
import { SelectionBar, useSelection } from './selection.tsx';
import { Toolbar } from './toolbar.tsx';
import { type TableContext, useRowMutations } from './use-row-mutations.ts';

const Dialogs = lazy(async () => ({ default: (await import('./dialogs.tsx')).Dialogs }));

/** The rows of a table that the URL names, and all that is done with them. */
export function RowsView(context: TableContext) {
  const { table, schema } = context;
  const [params, changeUrl] = useUrlQuery();
  const query = parseUrlState(params);
  const list = toListParams(query).toString();
  const listQuery = rowsQuery(table, list, query.page);
  const rows = useQuery(listQuery);
  const labels = rows.data?.labels ?? {};
  const columns = useColumns(table, schema, query.columns);
  const selection = useSelection(list);
  const mutations = useRowMutations(context, listQuery);
  const csv = useCsvDownload(table);
  const [dialog, openDialog] = useState<DialogState | null>(null);
  const [building, setBuilding] = useState<Building>(null);
  const isBeyond = useLastPage(rows.isPlaceholderData ? undefined : rows.data, query.page, (page) =>
    change({ page }, true),
  );

  const change: ChangeQuery = (part, replace = false) =>
    changeUrl((current) => updateUrlState(current, part), { replace, preventScrollReset: true });

  function chooseColumns(names: string[] | null) {
    columns.save(names);
    if (query.columns) change({ columns: names }, true);
  }
  return (
    <>
      <Toolbar
        schema={schema}
        search={query.search}
        filterCount={query.conditions.length}
        isBuilding={building !== null}
        toggleBuilder={() => setBuilding(building ? null : 'new')}
        setSearch={(search, isSameSearch) => change({ search }, isSameSearch)}
        csv={{ ...csv, start: () => void csv.start(toListParams(query)) }}
        openDialog={openDialog}
      />
      {csv.error && <ErrorAlert>{csv.error}</ErrorAlert>}
      <Filters
        schema={schema}
        conditions={query.conditions}
        labels={labels}
        building={building}
        setBuilding={setBuilding}
        change={change}
      />
      <SelectionBar
        schema={schema}
        count={selection.ids.size}
        clear={selection.clear}
        openDialog={openDialog}
      />
      <Loaded query={rows} pending={<RowSkeleton />}>
        {(page) =>
          isBeyond ? (
            <RowSkeleton />
          ) : (
            <Rows
              context={context}
              query={query}
              page={page}
              columns={columns}
              selection={selection}
              change={change}
              openDialog={openDialog}
              isStale={rows.isPlaceholderData}
            />
          )
        }
      </Loaded>
      {dialog && (
        <Suspense fallback={null}>
          <Dialogs
            context={context}
            dialog={dialog}
            mutations={mutations}
            selection={selection}
            columns={columns}
            chooseColumns={chooseColumns}
            labels={labels}
            close={() => openDialog(null)}
            viewQuery={toViewParams(params, columns.visible)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Goes to the last page from one beyond it: its last row was deleted, or the URL is old. @returns whether it is beyond */
function useLastPage(page: RowPage | undefined, number: number, goTo: (page: number) => void): boolean {
  const isBeyond = page !== undefined && page.data.length === 0 && number > 1;
  const nearest = page && isBeyond ? Math.min(lastPage(page, pageSize) ?? 1, number - 1) : number;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `goTo` is another function at each rendering
  useEffect(() => {
    if (isBeyond) goTo(nearest);
  }, [isBeyond, nearest]);
  return isBeyond;
}
