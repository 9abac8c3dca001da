import { useQueryClient } from '@tanstack/react-query';
import type { RowId } from '../../../shared/forms/schema.ts';
import type { Toasts } from '../../../ui/overlays/toast.tsx';
import { removeRows, rowWrite, rowWrites } from '../calls/calls.ts';
import type { RowPage } from '../calls/contract.server.ts';
import { invalidateData, type rowsQuery } from '../calls/queries.ts';
import { formatRowCount } from '../grid/page-range.ts';
import { rowName } from '../schema/format-value.ts';
import type { Row, TableForm } from '../schema/table.ts';
import { trash } from '../trash/calls.ts';

export interface TableContext {
  table: string;
  schema: TableForm;
  toasts: Toasts;
  /** Moves the focus to the title once the focused element is gone; the messages come next in tab order. */
  focusTitle(): void;
  /** Scrolls the title into view, for another page of rows. */
  showTitle(): void;
}

/** How long a deletion can be undone in one press, in milliseconds. */
const undoMs = 10_000;
const toastMs = 5_000;

export type RowMutations = ReturnType<typeof useRowMutations>;

/**
 * Mutations of rows, which throw an ApiError. A change is shown immediately in the page of `query`, which is then
 * fetched again.
 */
export function useRowMutations(
  { table, schema, toasts, focusTitle }: TableContext,
  { queryKey }: ReturnType<typeof rowsQuery>,
) {
  const client = useQueryClient();
  const refresh = () => void invalidateData(client);
  const toast = (text: string) => toasts.show({ text, stayMs: toastMs });
  const changePage = (change: (page: RowPage) => RowPage) =>
    client.setQueryData(queryKey, (page) => page && change(page));

  function removeFromCache(ids: readonly RowId[]) {
    const removed = new Set(ids);
    changePage((page) => {
      const data = page.data.filter(({ id }) => !removed.has(id));
      return { ...page, data, total: page.total - (page.data.length - data.length) };
    });
    refresh();
    focusTitle();
  }

  /** @param name the name of the row, if only one is restored */
  async function restore(trashIds: readonly string[], name = ''): Promise<void> {
    try {
      const { restored } = await trash.restore({ json: { trashIds } });
      toast(name ? `Restored. ${name} is back.` : `${formatRowCount(restored)} restored.`);
    } catch (error) {
      toasts.show({ text: (error as Error).message, stayMs: null });
    }
    refresh();
    focusTitle();
  }

  const offerUndo = (text: string, trashIds: readonly string[], name?: string) =>
    toasts.show({ text, stayMs: undoMs, action: { label: 'Undo', run: () => void restore(trashIds, name) } });

  return {
    refresh,
    async remove(row: Row) {
      const trashId = await rowWrite.remove({ table, id: String(row.id) });
      removeFromCache([row.id]);
      const name = rowName(schema, row);
      if (trashId) offerUndo(`Deleted. ${name} is in the trash.`, [trashId], name);
      else toast(`Deleted. ${name} is gone.`);
    },
    async removeAll(ids: readonly RowId[]) {
      const { changed, trashIds = [] } = await removeRows(table, ids);
      removeFromCache(ids);
      if (trashIds.length > 0) offerUndo(`${formatRowCount(changed)} deleted.`, trashIds);
    },
    async updateAll(ids: readonly RowId[], set: Record<string, unknown>) {
      const { changed } = await rowWrites.bulk({ table, json: { ids: [...ids], set } });
      refresh();
      toast(`${formatRowCount(changed)} changed.`);
    },
    /** Shows a saved row immediately, if the server has sent it; a new one comes first. @param isNew whether it was added */
    showSaved(saved: Row | null, isNew = false) {
      if (saved)
        changePage((page) =>
          page.data.some(({ id }) => id === saved.id)
            ? { ...page, data: page.data.map((row) => (row.id === saved.id ? { ...row, ...saved } : row)) }
            : { ...page, data: [saved, ...page.data], total: page.total + 1 },
        );
      refresh();
      toast(saved ? `Saved. ${rowName(schema, saved)} is ${isNew ? 'added' : 'up to date'}.` : 'Saved.');
    },
  };
}
