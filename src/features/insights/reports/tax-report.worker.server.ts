import { serveRequests } from '../../../platform/images/child-worker.server.ts';
import { drawTaxReport, type TaxReportDocument } from './draw-tax-report.server.ts';
import type { TaxReportResponse } from './tax-report-pdf.server.ts';

/* The process behind renderTaxReport: it is only ever forked, and takes the memory of the text engine with it. */

serveRequests<TaxReportDocument, TaxReportResponse>((data) =>
  drawTaxReport(data).then(
    (pdf) => ({ pdf }),
    (reason: unknown) => ({ problem: reason instanceof Error ? reason.message : String(reason) }),
  ),
);
