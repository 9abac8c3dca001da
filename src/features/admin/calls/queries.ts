import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { RowId } from '../../../shared/forms/schema.ts';
import { stats } from '../../analytics/calls.ts';
import { pageSize } from '../query/url-state.ts';
import { rowLabel } from '../schema/format-value.ts';
import type { Row, TableForm } from '../schema/table.ts';
import { fetchDraftNote, fetchForm, row, rows, rowWrites } from './calls.ts';
import type { EffectRequest } from './contract.server.ts';

/** The beginning of the keys of what a write to any table may change. */
export const dataKey = ['data'] as const;

/** The keys of the cache. */
const keys = {
  rows: (table: string, list: string, page: number) => [...dataKey, 'rows', table, list, page],
  label: (table: string, id: string) => [...dataKey, 'label', table, id],
  search: (table: string, text: string) => [...dataKey, 'search', table, text],
  effect: (table: string, change: object) => [...dataKey, 'effect', table, change],
  draftNote: (path: string, values: object) => [...dataKey, 'draft note', path, values],
  schema: (table: string) => ['schema', table],
  stats: (days: number) => ['stats', days],
};

/** Refetches what is in view after any write of rows; the rest is fetched when it is next shown. */
export const invalidateData = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: dataKey });

export const schemaQuery = (table: string) =>
  queryOptions({
    queryKey: keys.schema(table),
    queryFn: ({ signal }) => fetchForm(table, { signal }),
  });

/** @param list `sort`, `filters` and `search` as one query string */
export const rowsQuery = (table: string, list: string, page: number) =>
  queryOptions({
    queryKey: keys.rows(table, list, page),
    queryFn: ({ signal }) => {
      const query = new URLSearchParams(list);
      query.set('page', String(page));
      query.set('limit', String(pageSize));
      return rows.list({ table, query, signal });
    },
    placeholderData: keepPreviousData,
  });

/** Errors are those of values that are not complete yet. @param path the `draftNote` of the table */
export const draftNoteQuery = (path: string, values: object) =>
  queryOptions({
    queryKey: keys.draftNote(path, values),
    queryFn: ({ signal }) => fetchDraftNote(path, values, signal),
    retry: false,
  });

/** The effect of a change of rows; errors mean that values are not complete yet. */
export const effectQuery = (table: string, change: EffectRequest) =>
  queryOptions({
    queryKey: keys.effect(table, change),
    queryFn: ({ signal }) => rowWrites.effect({ table, json: change, signal }),
    retry: false,
  });

export const statsQuery = (days: number) =>
  queryOptions({
    queryKey: keys.stats(days),
    queryFn: ({ signal }) => stats.read({ query: { days: String(days) }, signal }),
    placeholderData: keepPreviousData,
  });

export interface RowOption {
  id: RowId;
  label: string;
}

const maxOptions = 20;

const loadSchema = (client: QueryClient, table: string): Promise<TableForm> =>
  client.fetchQuery({ ...schemaQuery(table), staleTime: Number.POSITIVE_INFINITY });

/** Searches by the table's own search or, if it has none, by its label. */
function toSearchParams({ label, properties }: TableForm, text: string): Record<string, string> {
  if (text === '') return {};
  if (Object.values(properties).some((field) => field.searchable)) return { search: text };
  const isText = properties[label]?.type === 'string' && !properties[label]?.format;
  return { filters: JSON.stringify({ [label]: isText ? { contains: text } : text }) };
}

/** The rows of a table that a search finds; the first ones without a search. */
export const rowSearchQuery = (table: string, text: string) =>
  queryOptions({
    queryKey: keys.search(table, text.trim()),
    queryFn: async ({ client, signal }): Promise<RowOption[]> => {
      const schema = await loadSchema(client, table);
      const query = new URLSearchParams({
        limit: String(maxOptions),
        ...toSearchParams(schema, text.trim()),
      });
      const { data } = await rows.list({ table, query, signal });
      return data.map((one) => ({ id: one.id, label: rowLabel(schema.label, one) }));
    },
    placeholderData: keepPreviousData,
  });

/** The label of the row with that id; the id itself when there is no such row. */
export const rowLabelQuery = (table: string, id: string) =>
  queryOptions({
    queryKey: keys.label(table, id),
    queryFn: async ({ client, signal }): Promise<string> => {
      const [{ label }, stored] = await Promise.all([
        loadSchema(client, table),
        row.read({ table, id, signal }).catch((): Row | null => null),
      ]);
      return stored ? rowLabel(label, stored) : id;
    },
  });

/** The label of a row of another table, loaded unless it is given; until then, and without such a row, its id. */
export function useRowLabel(table: string | undefined, id: string, label?: string): string {
  const isEnabled = Boolean(table) && id !== '' && label === undefined;
  const { data } = useQuery({ ...rowLabelQuery(table ?? '', id), enabled: isEnabled });
  return label ?? data ?? id;
}
