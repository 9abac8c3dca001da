import { readBody } from '../../../platform/http/body.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { publicAccess, serve } from '../../../platform/http/serve.server.ts';
import { anyQuery } from '../../../platform/http/shapes.server.ts';
import { unknownPage, withPatterns } from '../../../platform/observability/request-log.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { clientErrors, cspReports } from './calls.server.ts';
import type { ClientError } from './client-errors.ts';
import { clientError } from './contract.server.ts';
import { parseReport } from './csp-report.server.ts';

const cspReportLimit: Limit = {
  name: 'csp-report',
  points: 30,
  seconds: 3600,
  message: 'Enough reports, thank you.',
};
const maxCspReportBytes = 20_000;

const clientErrorLimit: Limit = {
  name: 'client-error',
  points: 20,
  seconds: 3600,
  message: 'Enough reports, thank you.',
};
const maxClientErrorBytes = 10_000;

export const cspReportsApi = serve(cspReports, publicAccess).on('report', {
  isOpenWhenClosed: true,
  summary: 'Where browsers report what the content security policy kept a page from doing',
  query: anyQuery,
  status: 204,
  errors: ['invalid', 'unsupportedType', 'tooLarge', 'tooMany'],
  async run({ ctx, c }) {
    if (!c.req.header('Content-Type')?.startsWith('application/csp-report')) {
      throw new AppError('unsupportedType', 'Please send application/csp-report.');
    }
    await ctx.consumeLimit(cspReportLimit, ctx.clientKey);
    const text = (await readBody(c.req.raw, maxCspReportBytes)).toString('utf8');
    const report = parseReport(text, c.env.pagePattern ?? unknownPage);
    ctx.log.warn({ event: 'csp-report', ...report }, 'csp violation');
  },
});

export const clientErrorsApi = serve(clientErrors, publicAccess).on('report', {
  isOpenWhenClosed: true,
  summary: 'Where pages report that they failed in a browser',
  details:
    'Pages send it by themselves, at most three times each, with nothing about the guest; it goes to the log. ' +
    '20 per client address in an hour.',
  query: anyQuery,
  body: clientError,
  maxBytes: maxClientErrorBytes,
  status: 204,
  errors: ['tooMany'],
  async run({ ctx, json, c }) {
    await ctx.consumeLimit(clientErrorLimit, ctx.clientKey);
    const { pagePattern = unknownPage } = c.env;
    const { kind, message, componentStack, path } = json;
    const clientError: ClientError = {
      kind,
      message: withPatterns(message, pagePattern),
      componentStack: withPatterns(componentStack, pagePattern),
      path: pagePattern(path),
    };
    ctx.log.warn({ clientError }, 'a page failed in a browser');
  },
});
