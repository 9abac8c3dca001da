import { queryOptions } from '@tanstack/react-query';
import type { RowId } from '../../../shared/forms/schema.ts';
import { dataKey } from '../calls/queries.ts';
import { rowHistory } from './calls.ts';

export const historyQuery = (table: string, id: RowId) =>
  queryOptions({
    queryKey: [...dataKey, 'history', table, id],
    queryFn: ({ signal }) => rowHistory.read({ table, id: String(id), signal }),
  });
