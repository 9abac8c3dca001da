import { queryOptions } from '@tanstack/react-query';
import { dataKey } from '../calls/queries.ts';
import type { RowId } from '../schema/table.ts';
import { rowHistory } from './calls.ts';

export const historyQuery = (table: string, id: RowId) =>
  queryOptions({
    queryKey: [...dataKey, 'history', table, id],
    queryFn: ({ signal }) => rowHistory.read({ table, id: String(id), signal }),
  });
