import type { Fetch } from '../../shared/http/api-error.ts';
import { request } from '../../shared/http/request.ts';
import type { SiteSettings } from '../../shared/site-settings.server.ts';
import type { TextPage } from './content/text-page.server.ts';

export const siteClient = (fetch: Fetch = globalThis.fetch) => ({
  /** @throws ApiError 404 for a page that there is not */
  page: (slug: string) =>
    request<TextPage>(fetch, `/api/pages/${encodeURIComponent(slug)}`, 'Failed to fetch the page'),
  settings: () => request<SiteSettings>(fetch, '/api/site', 'Failed to fetch the site'),
});
