import { FilterX, Inbox } from 'lucide-react';
import { SmallButton } from '../../../ui/small-button.tsx';
import type { TableForm } from '../schema/table.ts';
import { Notice } from '../shell/access-states.tsx';

interface NoRowsProps {
  schema: TableForm;
  /** Whether a search or a filter may be why. */
  isFiltered: boolean;
  clear(): void;
}

/** In the place of a table without rows: why there are none, and what helps. */
export function NoRows({ schema, isFiltered, clear }: NoRowsProps) {
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
      <p>{schema.verbs.create ? 'Add the first one with “Add New”.' : 'Rows appear here by themselves.'}</p>
    </Notice>
  );
}
