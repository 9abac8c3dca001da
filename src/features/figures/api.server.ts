import { Hono } from 'hono';
import { type ApiEnv, noStore } from '../../platform/http/app-env.server.ts';
import { describeRoute } from '../../platform/openapi/document.server.ts';
import { figuresCsv, readFigures } from './actions.server.ts';
import { figureDescriptions } from './descriptions.server.ts';

export const figuresApi = new Hono<ApiEnv>()
  .get('/admin/figures', describeRoute(figureDescriptions.figures), async (c) => {
    noStore(c);
    return c.json(await readFigures(c.get('ctx'), c.req.url));
  })
  .get('/admin/figures.csv', describeRoute(figureDescriptions.csv), async (c) => {
    const csv = await figuresCsv(c.get('ctx'), c.req.url);
    noStore(c);
    c.header('Content-Type', 'text/csv; charset=utf-8; header=present');
    const months = [c.req.query('from'), c.req.query('to')].join('-to-');
    c.header('Content-Disposition', `attachment; filename="figures-${months}.csv"`);
    return c.body(csv);
  });
