import { Hono } from 'hono';
import { cacheUntilContentChanges } from '../../platform/cache/response-cache.server.ts';
import type { ApiEnv } from '../../platform/http/app-env.server.ts';
import { readBody } from '../../platform/http/body.server.ts';
import type { Limit } from '../../platform/http/rate-limit.server.ts';
import { unknownPage } from '../../platform/observability/request-log.server.ts';
import { describeRoute } from '../../platform/openapi/document.server.ts';
import { AppError } from '../../shared/errors.ts';
import { siteSettingsSchema } from '../../shared/site-settings.server.ts';
import { parseReport } from './browser-reports/csp-report.server.ts';
import { readSiteSettings, readTextPage } from './content/actions.server.ts';
import { textPageSchema } from './content/text-page.server.ts';

const reportLimit: Limit = {
  name: 'csp-report',
  points: 30,
  seconds: 3600,
  message: 'Enough reports, thank you.',
};
const reportLimitBytes = 20_000;

export const siteApi = new Hono<ApiEnv>()
  .get(
    '/site',
    describeRoute({
      summary: 'Name, contact and links of the business, as every page shows them',
      answer: siteSettingsSchema,
    }),
    cacheUntilContentChanges,
    async (c) => c.json(await readSiteSettings(c.get('ctx'))),
  )
  .get(
    '/pages/:slug',
    describeRoute({
      summary: 'A page that guests agree to: terms, privacy or cancellation',
      answer: textPageSchema,
      refusals: ['notFound'],
    }),
    cacheUntilContentChanges,
    async (c) => c.json(await readTextPage(c.get('ctx'), c.req.param('slug'))),
  )
  .post(
    '/csp-reports',
    describeRoute({
      summary: 'Where browsers report what the content security policy kept a page from doing',
      status: 204,
      refusals: ['invalid', 'unsupportedType', 'tooLarge', 'tooMany'],
    }),
    async (c) => {
      const ctx = c.get('ctx');
      if (!c.req.header('Content-Type')?.startsWith('application/csp-report')) {
        throw new AppError('unsupportedType', 'Please send application/csp-report.');
      }
      await ctx.consumeLimit(reportLimit, ctx.clientKey);
      const text = (await readBody(c.req.raw, reportLimitBytes)).toString('utf8');
      const report = parseReport(text, c.env.pagePattern ?? unknownPage);
      ctx.log.warn({ event: 'csp-report', ...report }, 'csp violation');
      return c.body(null, 204);
    },
  );
