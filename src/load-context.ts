import { createContext } from 'react-router';
import type { Fetch } from './shared/http/api-error.ts';
import type { StructuredDataSource } from './shared/seo/json-ld.ts';
import type { Vendors } from './shared/trackers.ts';

/** The context of a page's server loader. */
export interface PageContext {
  api: Fetch;
  origin: string;
  /** `null` without trackers. */
  vendors: Vendors | null;
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
