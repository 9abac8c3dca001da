import { createWorker, WorkerExited } from '../../../platform/images/child-worker.server.ts';
import { AppError } from '../../../shared/errors.ts';
import type { TaxReportDocument } from './draw-tax-report.server.ts';

export type TaxReportResponse = { pdf: Uint8Array } | { problem: string };

/** In a process of its own, as receipts are: the text engine takes 65 MB. */
const drawer = createWorker<TaxReportDocument, TaxReportResponse>(
  new URL('./tax-report.worker.server.ts', import.meta.url),
  { idleBeforeStopMs: 2_000, maxWorkMs: 20_000 },
);

/** @throws AppError `unavailable` when the process ended, Error when the drawing failed */
export async function renderTaxReport(data: TaxReportDocument): Promise<Buffer> {
  const response = await drawer(data).catch((cause: unknown) => {
    if (!(cause instanceof WorkerExited)) throw cause;
    const message = 'This report could not be made just now. Please try again.';
    throw new AppError('unavailable', message, { retryAfterSeconds: 10, cause });
  });
  if ('pdf' in response) return Buffer.from(response.pdf);
  throw new Error(`a tax report could not be drawn: ${response.problem}`);
}
