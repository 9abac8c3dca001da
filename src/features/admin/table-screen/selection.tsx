import { Pencil, Trash2, X } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { RowId } from '../../../shared/forms/schema.ts';
import { SmallButton } from '../../../ui/small-button.tsx';
import { formatRowCount } from '../grid/page-range.ts';
import type { OpenDialog } from '../grid/row-actions.tsx';
import type { TableForm } from '../schema/table.ts';

/** The API's limit for one bulk write. */
const maxSelected = 1_000;

export type SelectedRows = ReturnType<typeof useSelection>;

/** The selected rows, over all pages of one list; another list starts without any. */
export function useSelection(list: string) {
  const [state, setState] = useState<{ list: string; ids: ReadonlySet<RowId> }>({ list, ids: new Set() });
  const ids = state.list === list ? state.ids : new Set<RowId>();

  const select = useCallback(
    (changed: readonly RowId[], isSelected: boolean) =>
      setState((last) => {
        const next = new Set(last.list === list ? last.ids : []);
        for (const id of changed) {
          if (!isSelected) next.delete(id);
          else if (next.size < maxSelected) next.add(id);
        }
        return { list, ids: next };
      }),
    [list],
  );
  const clear = useCallback(() => setState({ list, ids: new Set() }), [list]);
  return { ids, select, clear };
}

interface SelectionBarProps {
  schema: TableForm;
  count: number;
  clear(): void;
  openDialog: OpenDialog;
}

export function SelectionBar({ schema, count, clear, openDialog }: SelectionBarProps) {
  if (count === 0) return null;
  return (
    <section
      aria-label="Selection"
      className="sticky top-2 z-30 flex flex-wrap items-center gap-2 rounded-xl border border-lagoon bg-mist px-3 py-2 shadow-card"
    >
      <p role="status" className="mr-auto px-1 font-semibold text-deep">
        {`${formatRowCount(count)} selected`}
        {count === maxSelected && <span className="font-normal text-slate"> (no more at once)</span>}
      </p>
      {schema.verbs.update && (
        <SmallButton onClick={() => openDialog({ kind: 'bulkEdit' })}>
          <Pencil aria-hidden="true" className="size-4" />
          Edit selected
        </SmallButton>
      )}
      {schema.verbs.delete && (
        <SmallButton variant="danger" onClick={() => openDialog({ kind: 'bulkDelete' })}>
          <Trash2 aria-hidden="true" className="size-4" />
          Delete selected
        </SmallButton>
      )}
      <SmallButton variant="bare" onClick={clear}>
        <X aria-hidden="true" className="size-4" />
        Clear
      </SmallButton>
    </section>
  );
}
