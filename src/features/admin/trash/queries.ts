import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dataKey } from '../calls/queries.ts';
import { trash } from './calls.ts';

export const trashQuery = (table: string, page: number) =>
  queryOptions({
    queryKey: [...dataKey, 'trash', table, page],
    queryFn: ({ signal }) => trash.list({ query: { table, page: String(page) }, signal }),
    placeholderData: keepPreviousData,
  });
