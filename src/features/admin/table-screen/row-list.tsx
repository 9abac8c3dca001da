import { FilterX, Inbox } from 'lucide-react';
import { useMediaQuery } from '../../../ui/browser/use-media-query.ts';
import { Notice } from '../../../ui/lists/notice.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import type { RowPage } from '../calls/contract.server.ts';
import { DataCards } from '../grid/data-cards.tsx';
import { DataTable } from '../grid/data-table.tsx';
import { Pagination } from '../grid/pagination.tsx';
import type { OpenDialog } from '../grid/row-actions.tsx';
import type { Columns } from '../grid/use-columns.ts';
import type { ChangeQuery, TableQuery } from '../query/url-state.ts';
import type { SelectedRows } from './selection.tsx';
import type { TableContext } from './use-row-mutations.ts';

interface RowsProps {
  context: TableContext;
  query: TableQuery;
  page: RowPage;
  isStale: boolean;
  columns: Columns;
  selection: SelectedRows;
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

interface EmptyStateProps {
  canCreate: boolean;
  isFiltered: boolean;
  clear(): void;
}

/** Replaces a table without rows: why there are none, and what helps. */
function EmptyState({ canCreate, isFiltered, clear }: EmptyStateProps) {
  return isFiltered ? (
    <Notice
      icon={FilterX}
      title="Nothing matches"
      actions={<SmallButton onClick={clear}>Clear search and filters</SmallButton>}
    >
      <p>No row matches the search and the filters.</p>
    </Notice>
  ) : (
    <Notice icon={Inbox} title="No rows yet">
      <p>{canCreate ? 'Add the first one with “Add New”.' : 'Rows appear here by themselves.'}</p>
    </Notice>
  );
}
