import { useMediaQuery } from '../../../ui/browser/use-media-query.ts';
import type { RowPage } from '../calls/contract.server.ts';
import { DataCards } from '../grid/data-cards.tsx';
import { DataTable } from '../grid/data-table.tsx';
import { Pagination } from '../grid/pagination.tsx';
import type { OpenDialog } from '../grid/row-actions.tsx';
import type { Columns } from '../grid/use-columns.ts';
import type { ChangeQuery, TableQuery } from '../query/url-state.ts';
import { EmptyState } from '../shell/states.tsx';
import type { Selection } from './selection.tsx';
import type { TableContext } from './use-row-mutations.ts';

interface RowsProps {
  context: TableContext;
  query: TableQuery;
  page: RowPage;
  isStale: boolean;
  columns: Columns;
  selection: Selection;
  change: ChangeQuery;
  openDialog: OpenDialog;
}

export function Rows({ context, query, page, isStale, columns, selection, change, openDialog }: RowsProps) {
  const { table, schema, showTitle } = context;
  const List = useMediaQuery() ? DataCards : DataTable;
  if (page.data.length === 0)
    return (
      <EmptyState
        canCreate={schema.verbs.create}
        isFiltered={query.search !== '' || query.conditions.length > 0}
        clear={() => change({ search: '', conditions: [] })}
      />
    );
  return (
    <>
      <List
        table={table}
        schema={schema}
        page={page}
        pageNumber={query.page}
        columns={columns.visible}
        sort={query.sort}
        isStale={isStale}
        selected={selection.ids}
        isSelectable={schema.verbs.update || schema.verbs.delete}
        sortBy={(sort) => change({ sort })}
        select={selection.select}
        openDialog={openDialog}
      />
      <Pagination
        page={query.page}
        rowCount={page.data.length}
        total={page}
        goTo={(next) => {
          change({ page: next });
          showTitle();
        }}
      />
    </>
  );
}
