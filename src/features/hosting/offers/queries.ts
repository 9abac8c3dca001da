import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { adminClient } from '../../admin/calls/client.ts';
import { hostedOffers } from './calls.ts';

const keys = { offers: ['offers'] };

export const inquiryQuery = (id: string) =>
  queryOptions({
    queryKey: ['inquiry', id],
    queryFn: ({ signal }) => adminClient().row('inquiries', id, { signal }),
    enabled: id !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });

export const offersQuery = queryOptions({
  queryKey: keys.offers,
  queryFn: ({ signal }) => hostedOffers.list({ signal }),
  refetchOnWindowFocus: true,
});

export const refetchOffers = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: keys.offers });
