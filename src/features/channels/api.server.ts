import { Hono } from 'hono';
import { type ApiEnv, noStore } from '../../platform/http/app-env.server.ts';
import { describeRoute } from '../../platform/openapi/document.server.ts';
import { readFeedByHand, readFeedList, renewExportLink } from './actions.server.ts';
import { feedDescriptions } from './descriptions.server.ts';

export const channelsApi = new Hono<ApiEnv>()
  .get('/admin/feeds', describeRoute(feedDescriptions.list), async (c) => {
    noStore(c);
    return c.json(await readFeedList(c.get('ctx')));
  })
  .post('/admin/feeds/:id/read', describeRoute(feedDescriptions.read), async (c) => {
    noStore(c);
    return c.json(await readFeedByHand(c.get('ctx'), c.req.param('id')));
  })
  .post('/admin/feeds/links/:id/renew', describeRoute(feedDescriptions.renew), async (c) => {
    noStore(c);
    return c.json(await renewExportLink(c.get('ctx'), c.req.param('id')));
  });
