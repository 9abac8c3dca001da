import { createContext } from 'react-router';
import { ApiError, type Fetch } from './shared/http/api-error.ts';
import type { StructuredDataSource } from './shared/seo/json-ld.ts';
import type { SiteSettings } from './shared/site-settings.server.ts';
import type { Vendors } from './shared/trackers.ts';

/** The error that ended a request for a page before it could be rendered. */
export interface PageFailure {
  status: number;
  message: string;
}

/** The context of a page's server loader and action. */
export interface PageContext {
  api: Fetch;
  origin: string;
  /** Whether a form was sent to the page. */
  isPost?: boolean;
  /** Why there is no page for the request, as a message for guests. */
  failure?: PageFailure;
  /** `null` without trackers. */
  vendors: Vendors | null;
  /** What this process read last of the site's settings, for pages while our database is down. */
  lastSettings?: { current: SiteSettings | null };
  /** Written into the head as JSON-LD. */
  structuredData: StructuredDataSource[];
  /** Paths and titles for programs, written into the head as links; no script names them. */
  services: { path: `/${string}`; title: string }[];
  /** Absent on cached pages, whose scripts are hashed instead. */
  nonce?: string;
  report(error: unknown): void;
  /** The rendered page; a response would turn it into bytes only to be read again. */
  html?: string;
}

export const pageContext = createContext<PageContext>();

/**
 * Loads the data of a page. While our database is down, a page that a form was sent to gets `null`, so that it is
 * rendered with what was typed; any other page gets the error.
 */
export async function nullInOutage<T>(
  { api, isPost, report }: PageContext,
  load: (api: Fetch) => Promise<T>,
): Promise<T | null> {
  try {
    return await load(api);
  } catch (error) {
    if (!isPost || !isOutage(error)) throw error;
    report(error);
    return null;
  }
}

/** Whether a call failed because of us. */
export const isOutage = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof ApiError && error.status >= 500);
