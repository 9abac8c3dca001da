import { useEffect, useState } from 'react';
import { fetchRowLabel } from './row-labels.ts';

/** The name of a row of another table, found out unless it is known; until then, and without such a row, its id. */
export function useRowName(table: string | undefined, id: string, known?: string): string {
  const [found, setFound] = useState<{ id: string; name: string }>();
  useEffect(() => {
    if (!table || known !== undefined) return;
    let isWanted = true;
    fetchRowLabel(table, id).then(
      (name) => isWanted && setFound({ id, name }),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [table, id, known]);
  return known ?? (found?.id === id ? found.name : id);
}
