import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import type { RowId } from '../../../shared/forms/schema.ts';
import { dataKey } from '../calls/queries.ts';
import { defaultLimit } from '../query/pagination.ts';
import { rowHistory } from './calls.ts';
import type { HistoryEntry, HistoryList } from './contract.server.ts';

/** The changes of a row page by page, the newest first. */
export const historyQuery = (table: string, id: RowId) =>
  infiniteQueryOptions({
    queryKey: [...dataKey, 'history', table, id],
    queryFn: ({ pageParam, signal }) =>
      rowHistory.read({ table, id: String(id), query: { page: String(pageParam) }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ data }, _, page) => (data.length < defaultLimit ? undefined : page + 1),
    select: joinPages,
  });

/** One list of what was read; a change that moved to the next page, below a newer one, counts once. */
export const joinPages = ({ pages }: InfiniteData<HistoryList>): HistoryEntry[] => [
  ...new Map(pages.flatMap(({ data }) => data).map((entry) => [entry.id, entry])).values(),
];
