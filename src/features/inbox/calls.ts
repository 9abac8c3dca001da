import { calls, get } from '../../shared/http/calls.ts';

/** How fast the hosts reply. */
export const responseTime = calls('/response-time', {
  read: get<{ hours: number | null }>('', 'Failed to fetch the answer time', {
    beyondSpec: { hours: null },
  }),
});
