import { lazy, Suspense } from 'react';
import { rowLabel } from '../cell-text.ts';
import { formatRowCount } from '../paging-words.ts';
import type { Row, RowPage } from '../table.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { DeleteQuestion } from './delete-question.tsx';
import type { DialogState } from './row-actions.tsx';
import { RowDetails } from './row-details.tsx';
import { SavedViews } from './saved-views.tsx';
import type { TableContext } from './table-screen.ts';
import type { Answer } from './use-answer.ts';
import type { useColumns } from './use-columns.ts';
import type { useRowMutations } from './use-row-work.ts';
import type { useSelection } from './use-selection.ts';

const BulkEdit = lazy(async () => ({ default: (await import('./bulk-edit.tsx')).BulkEdit }));
const RowModal = lazy(async () => ({ default: (await import('./row-modal.tsx')).RowModal }));
const HistoryPanel = lazy(async () => ({ default: (await import('./history-panel.tsx')).HistoryPanel }));
const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));

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
