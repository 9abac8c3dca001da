import type { ArrivalDetails } from '../../../db/schema/bookings.ts';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { requestOk } from '../../../shared/http/request.ts';

export const arrivalDetailsClient = (fetch: Fetch = globalThis.fetch) => ({
  /** Replaces what was said before. @throws ApiError 400 `too_many_people` */
  save: (code: string, json: ArrivalDetails): Promise<Response> =>
    requestOk(
      fetch,
      `/api/bookings/${encodeURIComponent(code)}/arrival-details`,
      'What you typed could not be saved. Please try again.',
      { method: 'POST', json },
    ),
});
