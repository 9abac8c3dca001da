import { Pencil, Trash2, X } from 'lucide-react';
import { rowsWords } from '../paging-words.ts';
import type { TableForm } from '../table.ts';
import type { Open } from './row-actions.tsx';
import { Tool } from './tool.tsx';
import { mostSelected } from './use-selection.ts';

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
        {`${rowsWords(count)} selected`}
        {count === mostSelected && <span className="font-normal text-slate"> (no more at once)</span>}
      </p>
      {schema.verbs.update && (
        <Tool onClick={() => open({ what: 'bulkEdit' })}>
          <Pencil aria-hidden="true" className="size-4" />
          Edit selected
        </Tool>
      )}
      {schema.verbs.delete && (
        <Tool onClick={() => open({ what: 'bulkDelete' })}>
          <Trash2 aria-hidden="true" className="size-4" />
          Delete selected
        </Tool>
      )}
      <Tool look="bare" onClick={clear}>
        <X aria-hidden="true" className="size-4" />
        Clear
      </Tool>
    </section>
  );
}
