import { type Context, Hono } from 'hono';
import { type ApiEnv, noStore } from '../../../platform/http/app-env.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { payoutsCsv, readPayouts, readTaxReport, taxReportCsv, taxReportPdf } from './actions.server.ts';
import { reportDescriptions } from './descriptions.server.ts';

export const reportsApi = new Hono<ApiEnv>()
  .get('/admin/reports/taxes', describeRoute(reportDescriptions.taxes), async (c) => {
    noStore(c);
    return c.json(await readTaxReport(c.get('ctx'), c.req.url));
  })
  .get('/admin/reports/taxes.csv', describeRoute(reportDescriptions.taxesCsv), async (c) =>
    file(c, 'taxes.csv', await taxReportCsv(c.get('ctx'), c.req.url)),
  )
  .get('/admin/reports/taxes.pdf', describeRoute(reportDescriptions.taxesPdf), async (c) =>
    file(c, 'taxes.pdf', await taxReportPdf(c.get('ctx'), c.req.url)),
  )
  .get('/admin/reports/payouts', describeRoute(reportDescriptions.payouts), async (c) => {
    noStore(c);
    return c.json(await readPayouts(c.get('ctx'), c.req.url));
  })
  .get('/admin/reports/payouts.csv', describeRoute(reportDescriptions.payoutsCsv), async (c) =>
    file(c, 'payouts.csv', await payoutsCsv(c.get('ctx'), c.req.url)),
  );

/** Answers with a file named after its report and its months. */
function file(c: Context<ApiEnv>, name: `${string}.${'csv' | 'pdf'}`, content: string | Buffer): Response {
  const [base, extension] = name.split('.');
  noStore(c);
  const type = extension === 'pdf' ? 'application/pdf' : 'text/csv; charset=utf-8; header=present';
  c.header('Content-Type', type);
  const months = [c.req.query('from'), c.req.query('to')].map((month) => month?.slice(0, 7)).join('-to-');
  c.header('Content-Disposition', `attachment; filename="${base}-${months}.${extension}"`);
  return c.body(typeof content === 'string' ? content : new Uint8Array(content));
}
