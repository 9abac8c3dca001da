import { createWorker, throwUnavailable } from '../../../platform/images/child-worker.server.ts';
import type { TaxReportDocument } from './draw-tax-report.server.ts';

export type TaxReportResponse = { pdf: Uint8Array } | { problem: string };

/** A separate process draws the report, as it does receipts: the text engine takes 65 MB. */
const drawer = createWorker<TaxReportDocument, TaxReportResponse>(
  new URL('./tax-report.worker.server.ts', import.meta.url),
  { maxWaiting: 10, idleBeforeStopMs: 2_000, maxWorkMs: 20_000 },
);

/**
 * @param signal of the request: an aborted request's report is not drawn
 * @throws AppError `unavailable` when the process ended or many wait, Error when the drawing failed
 */
export async function renderTaxReport(data: TaxReportDocument, signal?: AbortSignal): Promise<Buffer> {
  const response = await drawer(data, { signal }).catch(
    throwUnavailable('This report could not be made just now. Please try again.'),
  );
  if ('pdf' in response) return Buffer.from(response.pdf);
  throw new Error(`a tax report could not be drawn: ${response.problem}`);
}
