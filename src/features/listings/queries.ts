import { queryOptions } from '@tanstack/react-query';
import { rows } from '../admin/calls/calls.ts';
import { dataKey } from '../admin/calls/queries.ts';
import { properties } from './calls.ts';

/** The listed homes, for the choices of hosts' screens; read again after a change of any row. */
export const propertiesQuery = queryOptions({
  queryKey: [...dataKey, 'listed homes'],
  queryFn: () => properties.list(),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Every home, the listed ones first, for screens about stays that were, whose homes may not be listed any more. */
export const everyHomeQuery = queryOptions({
  queryKey: [...dataKey, 'every home'],
  queryFn: async ({ signal }) => {
    const query = { filters: JSON.stringify({ is_listed: false }), sort: 'position:asc', limit: '200' };
    const [listed, unlisted] = await Promise.all([
      properties.list({ signal }),
      rows.list({ table: 'properties', query, signal }),
    ]);
    return [
      ...listed.map(({ slug, title }) => ({ slug, title })),
      ...unlisted.data.map(({ slug, title }) => ({ slug: String(slug), title: `${title} (not listed)` })),
    ];
  },
  staleTime: Number.POSITIVE_INFINITY,
});
