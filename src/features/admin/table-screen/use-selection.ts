import { useCallback, useState } from 'react';
import type { RowId } from '../schema/table.ts';

/** The most rows that one change takes. */
export const maxSelected = 1_000;

/**
 * The rows that are ticked, over all pages of one list.
 * @param list another list starts without any
 */
export function useSelection(list: string) {
  const [state, setState] = useState<{ list: string; ids: ReadonlySet<RowId> }>({ list, ids: new Set() });
  const ids = state.list === list ? state.ids : new Set<RowId>();

  const select = useCallback(
    (changed: readonly RowId[], on: boolean) =>
      setState((last) => {
        const next = new Set(last.list === list ? last.ids : []);
        for (const id of changed) {
          if (!on) next.delete(id);
          else if (next.size < maxSelected) next.add(id);
        }
        return { list, ids: next };
      }),
    [list],
  );
  const clear = useCallback(() => setState({ list, ids: new Set() }), [list]);
  return { ids, select, clear };
}
