import { queryOptions } from '@tanstack/react-query';
import { savedViews } from './calls.ts';

export const viewsQuery = (table: string) =>
  queryOptions({
    queryKey: ['views', table],
    queryFn: ({ signal }) => savedViews.list({ query: { table }, signal }),
  });
