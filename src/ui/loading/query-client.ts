import { QueryClient } from '@tanstack/react-query';

/** Retries and refetches nothing automatically: a write must not be sent twice, and an error is shown at once. */
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
