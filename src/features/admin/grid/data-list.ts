import type { RowId } from '../../../shared/forms/schema.ts';
import type { RowPage } from '../calls/contract.server.ts';
import type { SortBy } from '../query/url-state.ts';
import type { TableForm } from '../schema/table.ts';
import type { OpenDialog } from './row-actions.tsx';

export interface DataListProps {
  table: string;
  schema: TableForm;
  page: RowPage;
  pageNumber: number;
  columns: readonly string[];
  sort: SortBy | null;
  /** Whether the rows of another list are still in view. */
  isStale: boolean;
  selected: ReadonlySet<RowId>;
  isSelectable: boolean;
  sortBy(sort: SortBy | null): void;
  select(ids: readonly RowId[], isSelected: boolean): void;
  openDialog: OpenDialog;
}
