import { queryOptions } from '@tanstack/react-query';
import { dataKey } from '../admin/calls/queries.ts';
import { properties } from './calls.ts';

/** The listed homes, for the choices of hosts' screens; read again after a change of any row. */
export const propertiesQuery = queryOptions({
  queryKey: [...dataKey, 'listed homes'],
  queryFn: () => properties.list(),
  staleTime: Number.POSITIVE_INFINITY,
});
