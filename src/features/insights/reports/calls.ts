import { calls, get, getFile } from '../../../shared/http/calls.ts';
import type { PayoutReport, TaxReport } from './contract.server.ts';
import type { Months } from './months.ts';

const fileFailed = 'The file could not be made. Please try again.';

export const reports = calls('/admin/reports', {
  taxes: get<TaxReport, Months>('/taxes', 'The taxes could not be loaded'),
  taxesCsv: getFile<Months>('/taxes.csv', fileFailed),
  taxesPdf: getFile<Months>('/taxes.pdf', fileFailed),
  payouts: get<PayoutReport, Months>('/payouts', 'The payouts could not be loaded'),
  payoutsCsv: getFile<Months>('/payouts.csv', fileFailed),
});

/** The files of the reports, by name. */
export const reportFiles = {
  'taxes.csv': reports.taxesCsv,
  'taxes.pdf': reports.taxesPdf,
  'payouts.csv': reports.payoutsCsv,
};

export type ReportFile = keyof typeof reportFiles;
