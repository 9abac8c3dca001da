import { Hono } from 'hono';
import { type ApiEnv, noStore } from '../../platform/http/app-env.server.ts';
import { describeRoute } from '../../platform/openapi/document.server.ts';
import { requireAdmin } from '../auth/guards.ts';
import { readFeedByHand, readFeedList, renewExportLink } from './actions.server.ts';
import { feedDescriptions } from './descriptions.server.ts';
import { parseFeedListQuery } from './feed-list.ts';

export const channelsApi = new Hono<ApiEnv>()
  .get('/admin/feeds', describeRoute(feedDescriptions.list), async (c) => {
    noStore(c);
    requireAdmin(c.get('ctx'));
    return c.json(await readFeedList(c.get('ctx'), parseFeedListQuery(c.req.url)));
  })
  .post('/admin/feeds/:id/read', describeRoute(feedDescriptions.read), async (c) => {
    noStore(c);
    return c.json(await readFeedByHand(c.get('ctx'), c.req.param('id')));
  })
  .post('/admin/feeds/links/:id/renew', describeRoute(feedDescriptions.renew), async (c) => {
    noStore(c);
    return c.json(await renewExportLink(c.get('ctx'), c.req.param('id')));
  });
