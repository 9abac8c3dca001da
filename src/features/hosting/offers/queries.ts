import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { adminClient } from '../../admin/calls/client.ts';
import { hostedOffers } from '../../bookings/offers/calls.ts';
import { phoneQuotes } from '../../bookings/phone/calls.ts';
import type { HostedStay } from '../../bookings/phone/contract.server.ts';
import { listingsClient } from '../../listings/client.ts';

const keys = { offers: ['offers'] };

export const propertiesQuery = queryOptions({
  queryKey: ['properties'],
  queryFn: () => listingsClient().properties(),
  staleTime: Number.POSITIVE_INFINITY,
});

/** What a stay costs now; the last price stays in view while the next one is on its way. */
export const priceQuery = (stay: HostedStay | null) =>
  queryOptions({
    queryKey: ['hosted-price', stay],
    queryFn: ({ signal }) => phoneQuotes.preview({ json: stay as HostedStay, signal }),
    enabled: stay !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

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
