import { queryOptions } from '@tanstack/react-query';
import { properties } from './calls.ts';

/** The listed homes, for the choices of hosts' screens. */
export const propertiesQuery = queryOptions({
  queryKey: ['properties'],
  queryFn: () => properties.list(),
  staleTime: Number.POSITIVE_INFINITY,
});
