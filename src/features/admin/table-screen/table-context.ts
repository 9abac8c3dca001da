import type { Toasts } from '../../../ui/overlays/toast.tsx';
import type { TableForm } from '../schema/table.ts';

/** What the parts of a table's screen have in common. */
export interface TableContext {
  table: string;
  schema: TableForm;
  toasts: Toasts;
  /** Brings the focus to the title, once what had it is gone; the messages come next. */
  focusTitle(): void;
  /** Brings the title into view, for another page of rows. */
  showTitle(): void;
}
