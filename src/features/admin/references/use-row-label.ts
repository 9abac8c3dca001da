import { useQuery } from '@tanstack/react-query';
import { rowLabelQuery } from '../queries.ts';

/** The label of a row of another table, loaded unless it is given; until then, and without such a row, its id. */
export function useRowLabel(table: string | undefined, id: string, label?: string): string {
  const isEnabled = Boolean(table) && id !== '' && label === undefined;
  const { data } = useQuery({ ...rowLabelQuery(table ?? '', id), enabled: isEnabled });
  return label ?? data ?? id;
}
