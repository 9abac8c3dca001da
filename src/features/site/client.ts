import type { Fetch } from '../../shared/http/api-error.ts';
import { request } from '../../shared/http/request.ts';
import type { SiteSettings } from '../../shared/site-settings.server.ts';

export const siteClient = (fetch: Fetch = globalThis.fetch) => ({
  settings: () => request<SiteSettings>(fetch, '/api/site', 'Failed to fetch the site'),
});
