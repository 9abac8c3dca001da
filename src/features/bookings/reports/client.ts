import type { Fetch } from '../../../shared/http/api-error.ts';
import { request, requestOk } from '../../../shared/http/request.ts';
import type { Months } from './months.ts';
import type { PayoutReport, TaxReport } from './report.ts';

export type ReportFile = 'taxes.csv' | 'taxes.pdf' | 'payouts.csv';

const query = ({ from, to }: Months) => ({ from, to });

export const reportsClient = (fetch: Fetch = globalThis.fetch) => ({
  taxes: (months: Months, { signal }: { signal?: AbortSignal } = {}) =>
    request<TaxReport>(fetch, '/api/admin/reports/taxes', 'The taxes could not be loaded', {
      query: query(months),
      signal,
    }),
  payouts: (months: Months, { signal }: { signal?: AbortSignal } = {}) =>
    request<PayoutReport>(fetch, '/api/admin/reports/payouts', 'The payouts could not be loaded', {
      query: query(months),
      signal,
    }),
  async file(name: ReportFile, months: Months): Promise<Blob> {
    const message = 'The file could not be made. Please try again.';
    const response = await requestOk(fetch, `/api/admin/reports/${name}`, message, { query: query(months) });
    return response.blob();
  },
});
