import { Hono } from 'hono';
import type { ApiEnv } from '../../platform/http.server.ts';
import { describeCall } from '../../platform/openapi.server.ts';
import { readSiteSettings } from './actions.server.ts';

export const siteApi = new Hono<ApiEnv>().get(
  '/site',
  describeCall({ summary: 'Name, contact and links of the business, as every page shows them' }),
  async (c) => c.json(await readSiteSettings(c.get('ctx'))),
);

export type SiteApi = typeof siteApi;
