import { QueryClient } from '@tanstack/react-query';

/**
 * Creates the cache of a host's screen. Nothing is retried or fetched again unasked: a write must not be sent twice, and
 * an error is shown at once.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
