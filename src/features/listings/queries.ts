import { queryOptions } from '@tanstack/react-query';
import { listingsClient } from './client.ts';

/** The listed homes, for the choices of hosts' screens. */
export const propertiesQuery = queryOptions({
  queryKey: ['properties'],
  queryFn: () => listingsClient().properties(),
  staleTime: Number.POSITIVE_INFINITY,
});
