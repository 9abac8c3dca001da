import { lazy } from 'react';
import type { RowPage } from '../calls/contract.server.ts';
import { ColumnsDialog } from '../grid/columns-dialog.tsx';
import { formatRowCount } from '../grid/page-range.ts';
import type { DialogState } from '../grid/row-actions.tsx';
import { RowDetailsDialog } from '../grid/row-details-dialog.tsx';
import type { Columns } from '../grid/use-columns.ts';
import { rowLabel } from '../schema/format-value.ts';
import type { Row } from '../schema/table.ts';
import { DeleteDialog } from '../trash/delete-dialog.tsx';
import { SavedViewsDialog } from '../views/saved-views-dialog.tsx';
import type { SelectedRows } from './selection.tsx';
import type { RowMutations, TableContext } from './use-row-mutations.ts';

const BulkEditDialog = lazy(async () => ({
  default: (await import('../edit/bulk-edit-dialog.tsx')).BulkEditDialog,
}));
const EditDialog = lazy(async () => ({ default: (await import('../edit/edit-dialog.tsx')).EditDialog }));
const HistoryPanel = lazy(async () => ({
  default: (await import('../history/history-panel.tsx')).HistoryPanel,
}));
const ImportDialog = lazy(async () => ({
  default: (await import('../import/import-dialog.tsx')).ImportDialog,
}));

interface DialogsProps {
  context: TableContext;
  dialog: DialogState;
  close(): void;
  labels: RowPage['labels'];
  mutations: RowMutations;
  selection: SelectedRows;
  columns: Columns;
  chooseColumns(columns: string[] | null): void;
  viewQuery: string;
}

export function Dialogs(props: DialogsProps) {
  const { context, dialog, close, labels, mutations, columns, chooseColumns, viewQuery } = props;
  const { table, schema } = context;
  const showSaved = (row: Row | null) => {
    close();
    mutations.showSaved(row);
  };
  switch (dialog.kind) {
    case 'add':
      return (
        <EditDialog
          table={table}
          schema={schema}
          row={null}
          onSaved={(row) => {
            close();
            mutations.showSaved(row, true);
          }}
          onClose={close}
        />
      );
    case 'edit':
      return (
        <EditDialog table={table} schema={schema} row={dialog.row} onSaved={showSaved} onClose={close} />
      );
    case 'details':
      return <RowDetailsDialog schema={schema} row={dialog.row} labels={labels} onClose={close} />;
    case 'history':
      return (
        <HistoryPanel table={table} row={dialog.row} schema={schema} onRestored={showSaved} onClose={close} />
      );
    case 'import':
      return <ImportDialog table={table} schema={schema} onDone={mutations.refresh} onClose={close} />;
    case 'columns':
      return <ColumnsDialog schema={schema} columns={columns} choose={chooseColumns} onClose={close} />;
    case 'views':
      return <SavedViewsDialog table={table} query={viewQuery} onClose={close} />;
    default:
      return <WriteDialog {...props} dialog={dialog} />;
  }
}

type WriteDialogProps = DialogsProps & {
  dialog: Extract<DialogState, { kind: 'delete' | 'bulkDelete' | 'bulkEdit' }>;
};

function WriteDialog({ context: { table, schema }, dialog, close, mutations, selection }: WriteDialogProps) {
  const ids = [...selection.ids];
  switch (dialog.kind) {
    case 'delete':
      return (
        <DeleteDialog
          message="Are you sure you want to delete this item?"
          subject={rowLabel(schema.label, dialog.row)}
          note={schema.deleteNote}
          remove={async () => {
            await mutations.remove(dialog.row);
            selection.select([dialog.row.id], false);
          }}
          onClose={close}
        />
      );
    case 'bulkDelete':
      return (
        <DeleteDialog
          message="Are you sure you want to delete these items?"
          subject={formatRowCount(ids.length)}
          note={schema.deleteNote}
          remove={async () => {
            await mutations.removeAll(ids);
            selection.clear();
          }}
          onClose={close}
        />
      );
    case 'bulkEdit':
      return (
        <BulkEditDialog
          table={table}
          schema={schema}
          ids={ids}
          save={async (set) => {
            await mutations.updateAll(ids, set);
            close();
            selection.clear();
          }}
          onClose={close}
        />
      );
  }
}
