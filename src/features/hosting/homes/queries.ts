import { queryOptions } from '@tanstack/react-query';
import { row, rows } from '../../admin/calls/calls.ts';
import { dataKey } from '../../admin/calls/queries.ts';

/** Every home, listed or not, in the order of the site. */
export const homesQuery = queryOptions({
  queryKey: [...dataKey, 'homes'],
  queryFn: ({ signal }) =>
    rows.list({ table: 'properties', query: { sort: 'position:asc', limit: '200' }, signal }),
});

/** The home with that slug; null without one. */
export const homeQuery = (slug: string) =>
  queryOptions({
    queryKey: [...dataKey, 'home', slug],
    queryFn: async ({ signal }) => {
      const query = { filters: JSON.stringify({ slug }), limit: '1' };
      return (await rows.list({ table: 'properties', query, signal })).data[0] ?? null;
    },
  });

/** The rows of a table that belong only to one home. */
export const rowsOfHomeQuery = (table: string, id: string) =>
  queryOptions({
    queryKey: [...dataKey, 'rows of home', table, id],
    queryFn: ({ signal }) => {
      const filters = JSON.stringify({ property_id: id });
      return rows.list({ table, query: { filters, limit: '200' }, signal });
    },
  });

/** The library's row of an image, by the id in its URL. */
export const imageQuery = (id: string) =>
  queryOptions({
    queryKey: [...dataKey, 'image', id],
    queryFn: ({ signal }) => row.read({ table: 'media', id, signal }),
    retry: false,
  });
