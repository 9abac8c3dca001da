import { lazy, Suspense } from 'react';
import type { Answer } from '../../../ui/loading/use-query.ts';
import { ColumnChooser } from '../grid/columns-dialog.tsx';
import { formatRowCount } from '../grid/page-range.ts';
import type { DialogState } from '../grid/row-actions.tsx';
import { RowDetails } from '../grid/row-details-dialog.tsx';
import type { useColumns } from '../grid/use-columns.ts';
import { rowLabel } from '../schema/format-value.ts';
import type { Row, RowPage } from '../schema/table.ts';
import { DeleteQuestion } from '../trash/delete-dialog.tsx';
import { SavedViews } from '../views/saved-views-dialog.tsx';
import type { TableContext } from './table-context.ts';
import type { useRowMutations } from './use-row-mutations.ts';
import type { useSelection } from './use-selection.ts';

const BulkEdit = lazy(async () => ({ default: (await import('../edit/bulk-edit-dialog.tsx')).BulkEdit }));
const RowModal = lazy(async () => ({ default: (await import('../edit/edit-dialog.tsx')).RowModal }));
const HistoryPanel = lazy(async () => ({
  default: (await import('../history/history-panel.tsx')).HistoryPanel,
}));
const ImportDialog = lazy(async () => ({
  default: (await import('../import/import-dialog.tsx')).ImportDialog,
}));

interface RowDialogsProps {
  screen: TableContext;
  opened: DialogState | null;
  open(opened: DialogState | null): void;
  rows: Answer<RowPage>;
  work: ReturnType<typeof useRowMutations>;
  selection: ReturnType<typeof useSelection>;
  columns: ReturnType<typeof useColumns>;
  choose(columns: string[] | null): void;
  /** What a saved view would hold. */
  viewQuery: string;
}

/** What is open over a table, if anything. */
export function RowDialogs(props: RowDialogsProps) {
  return (
    <Suspense fallback={null}>{props.opened && <OpenDialog {...props} opened={props.opened} />}</Suspense>
  );
}

function OpenDialog({
  screen: { table, schema },
  opened,
  open,
  rows,
  work,
  selection,
  columns,
  choose,
  viewQuery,
}: RowDialogsProps & { opened: DialogState }) {
  const onClose = () => open(null);
  const ids = [...selection.ids];
  const saved = (row: Row | null) => {
    onClose();
    work.saved(row);
  };
  switch (opened.what) {
    case 'add':
      return <RowModal table={table} schema={schema} row={null} onSaved={saved} onClose={onClose} />;
    case 'edit':
      return <RowModal table={table} schema={schema} row={opened.row} onSaved={saved} onClose={onClose} />;
    case 'details':
      return (
        <RowDetails schema={schema} row={opened.row} labels={rows.value?.labels ?? {}} onClose={onClose} />
      );
    case 'history':
      return (
        <HistoryPanel table={table} id={opened.row.id} schema={schema} onRestored={saved} onClose={onClose} />
      );
    case 'import':
      return (
        <ImportDialog
          table={table}
          schema={schema}
          onDone={() => {
            rows.refresh();
          }}
          onClose={onClose}
        />
      );
    case 'columns':
      return (
        <ColumnChooser
          schema={schema}
          all={columns.all}
          visible={columns.visible}
          choose={choose}
          onClose={onClose}
        />
      );
    case 'views':
      return <SavedViews table={table} query={viewQuery} onClose={onClose} />;
    case 'delete':
      return (
        <DeleteQuestion
          question="Are you sure you want to delete this item?"
          what={rowLabel(schema.label, opened.row)}
          note={schema.deleteNote}
          remove={async () => {
            await work.remove(opened.row);
            selection.select([opened.row.id], false);
          }}
          onClose={onClose}
        />
      );
    case 'bulkDelete':
      return (
        <DeleteQuestion
          question="Are you sure you want to delete these items?"
          what={formatRowCount(ids.length)}
          note={schema.deleteNote}
          remove={async () => {
            await work.removeAll(ids);
            selection.clear();
          }}
          onClose={onClose}
        />
      );
    case 'bulkEdit':
      return (
        <BulkEdit
          schema={schema}
          count={ids.length}
          save={async (set) => {
            await work.changeAll(ids, set);
            onClose();
            selection.clear();
          }}
          onClose={onClose}
        />
      );
  }
}
