import { Pencil, Trash2, X } from 'lucide-react';
import { SmallButton } from '../../../ui/small-button.tsx';
import { formatRowCount } from '../grid/page-range.ts';
import type { Open } from '../grid/row-actions.tsx';
import type { TableForm } from '../schema/table.ts';
import { maxSelected } from './use-selection.ts';

interface SelectionBarProps {
  schema: TableForm;
  count: number;
  clear(): void;
  open: Open;
}

/** What can be done with the ticked rows. */
export function SelectionBar({ schema, count, clear, open }: SelectionBarProps) {
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
        <SmallButton onClick={() => open({ what: 'bulkEdit' })}>
          <Pencil aria-hidden="true" className="size-4" />
          Edit selected
        </SmallButton>
      )}
      {schema.verbs.delete && (
        <SmallButton onClick={() => open({ what: 'bulkDelete' })}>
          <Trash2 aria-hidden="true" className="size-4" />
          Delete selected
        </SmallButton>
      )}
      <SmallButton look="bare" onClick={clear}>
        <X aria-hidden="true" className="size-4" />
        Clear
      </SmallButton>
    </section>
  );
}
