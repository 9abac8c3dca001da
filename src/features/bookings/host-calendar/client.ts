import { propertyTimeZone } from '../../../shared/dates.ts';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { objectWith, request } from '../../../shared/http/request.ts';
import type { RateChange, RateEffect } from '../rate-changes/rate-change.ts';
import type { Block, HostCalendar, NewBlock } from './host-calendar.ts';

type BareCalendar = Omit<HostCalendar, 'timeZone' | 'currency'>;
const parseCalendar = objectWith<BareCalendar, HostCalendar>({
  timeZone: propertyTimeZone,
  currency: 'usd',
});

const closingFailed = 'The nights could not be closed. Please try again.';
const openingFailed = 'The nights could not be opened. Please try again.';
const ratesFailed = 'The rates could not be changed. Trying again does no harm.';

export const hostCalendarClient = (fetch: Fetch = globalThis.fetch) => ({
  /** @param query also `page` for a part of the homes, or `property` for one */
  calendar: (
    query: Record<'from' | 'to', string> & Record<string, string>,
    { signal }: { signal?: AbortSignal } = {},
  ) =>
    request(fetch, '/api/admin/calendar', 'Failed to fetch the calendar', {
      query,
      parse: parseCalendar,
      signal,
    }),
  closeNights: (json: NewBlock) =>
    request<Block>(fetch, '/api/admin/blocks', closingFailed, { method: 'POST', json }),
  openNights: (id: string) =>
    request(fetch, `/api/admin/blocks/${encodeURIComponent(id)}`, openingFailed, { method: 'DELETE' }),
  previewRates: (json: RateChange, { signal }: { signal?: AbortSignal } = {}) =>
    request<RateEffect>(fetch, '/api/admin/rates/preview', 'Failed to fetch the effect', {
      method: 'POST',
      json,
      signal,
    }),
  changeRates: (json: RateChange) =>
    request<RateEffect & { undo: string }>(fetch, '/api/admin/rates/range', ratesFailed, {
      method: 'PUT',
      json,
    }),
  /** @param path the `undo` of the change */
  undoRates: (path: string) =>
    request(fetch, path, 'The change could not be undone. Please try again.', { method: 'POST' }),
});
