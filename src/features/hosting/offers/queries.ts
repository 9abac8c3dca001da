import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { row } from '../../admin/calls/calls.ts';
import { hostedOffers } from './calls.ts';

const keys = { offers: ['offers'] };

export const inquiryQuery = (id: string) =>
  queryOptions({
    queryKey: ['inquiry', id],
    queryFn: ({ signal }) => row.read({ table: 'inquiries', id, signal }),
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
