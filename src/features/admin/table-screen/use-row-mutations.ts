import type { Answer } from '../../../ui/loading/use-query.ts';
import { adminClient } from '../client.ts';
import { formatRowCount } from '../grid/page-range.ts';
import type { Row, RowId, RowPage } from '../schema/table.ts';
import type { TableContext } from './table-context.ts';

/** How long a deletion can be taken back in one press, ms. */
const undoMs = 10_000;
const toastMs = 5_000;

/** What hosts do with rows; each shows at once, and the list is asked anew behind it. */
export function useRowMutations({ table, toasts, focusTitle }: TableContext, rows: Answer<RowPage>) {
  const say = (text: string) => toasts.show({ text, stayMs: toastMs });

  function takeOut(ids: readonly RowId[]) {
    const gone = new Set(ids);
    rows.change((page) => {
      const data = page.data.filter(({ id }) => !gone.has(id));
      return { ...page, data, total: page.total - (page.data.length - data.length) };
    });
    rows.refresh();
    focusTitle();
  }

  async function bringBack(trashIds: readonly string[]): Promise<void> {
    try {
      const { restored } = await adminClient().restoreAll(trashIds);
      say(restored === 1 ? 'Restored.' : `${formatRowCount(restored)} restored.`);
    } catch (error) {
      toasts.show({ text: (error as Error).message, stayMs: null });
    }
    rows.refresh();
    focusTitle();
  }

  function offerUndo(text: string, trashIds: readonly string[]) {
    toasts.show({ text, stayMs: undoMs, action: { label: 'Undo', run: () => void bringBack(trashIds) } });
  }

  return {
    say,
    /** @throws ApiError */
    async remove(row: Row) {
      const trashId = await adminClient().remove(table, row.id);
      takeOut([row.id]);
      if (trashId) offerUndo('Deleted.', [trashId]);
      else say('Deleted.');
    },
    /** @throws ApiError */
    async removeAll(ids: readonly RowId[]) {
      const { changed, trashIds = [] } = await adminClient().bulk(table, { ids: [...ids], delete: true });
      takeOut(ids);
      if (trashIds.length > 0) offerUndo(`${formatRowCount(changed)} deleted.`, trashIds);
    },
    /** @throws ApiError */
    async changeAll(ids: readonly RowId[], set: Record<string, unknown>) {
      const { changed } = await adminClient().bulk(table, { ids: [...ids], set });
      rows.refresh();
      say(`${formatRowCount(changed)} changed.`);
    },
    /** Shows a row as it was saved; one that the server did not send back comes with the list. */
    saved(row: Row | null) {
      rows.change((page) => {
        if (!row) return page;
        const isKnown = page.data.some(({ id }) => id === row.id);
        if (isKnown)
          return { ...page, data: page.data.map((one) => (one.id === row.id ? { ...one, ...row } : one)) };
        return { ...page, data: [row, ...page.data], total: page.total + 1 };
      });
      rows.refresh();
      say('Saved.');
    },
  };
}
