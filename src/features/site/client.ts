import { type Fetch, readJson } from '../../shared/http/api-error.ts';
import { typedClient } from '../../shared/http/rpc-client.ts';
import type { SiteSettings } from '../../shared/site-settings.server.ts';
import type { SiteApi } from './api.server.ts';

/** Calls the site's own API; in the browser with its own `fetch`. */
export const siteClient = (fetch: Fetch = globalThis.fetch) => ({
  settings: (): Promise<SiteSettings> =>
    readJson(typedClient<SiteApi>(fetch).site.$get(), 'Failed to fetch the site'),
});
