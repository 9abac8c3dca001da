import { hc } from 'hono/client';
import { bodyOf, type Fetch } from '../../shared/api-client.ts';
import type { AccountsApi } from './api.server.ts';

/** The current user as the API shows it; `null` is an anonymous visitor. */
export type CurrentUser = { id: string; email: string } | null;

/** Calls the accounts API; in the browser with its own `fetch`. */
export const accountsClient = (fetch: Fetch = globalThis.fetch) => ({
  me: (): Promise<CurrentUser> =>
    bodyOf(hc<AccountsApi>('/api', { fetch }).users.me.$get(), 'Failed to fetch user'),
});
