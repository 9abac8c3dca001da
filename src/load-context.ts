import { createContext } from 'react-router';
import type { Fetch } from './shared/http/api-error.ts';
import type { StructuredDataSource } from './shared/seo/json-ld.ts';
import type { Vendors } from './shared/trackers.ts';

/** What a page's server loader has at hand: the API, called in process on behalf of the visitor. */
export interface PageContext {
  api: Fetch;
  /** Where the site lies, such as `https://pcbbeachrentals.example`. */
  origin: string;
  /** The outside services that count visits; `null` without any. */
  vendors: Vendors | null;
  /** What a page's loader tells machines about the page: written into its head as JSON-LD, and sent to no script. */
  structuredData: StructuredDataSource[];
  /** The nonce of this answer's scripts; absent on pages that are cached, whose scripts are hashed instead. */
  nonce?: string;
  /** Puts a failure that no one expected into the log. */
  report(error: unknown): void;
  /** The rendered page, beside its answer, which would turn it into bytes only to be read again. */
  html?: string;
}

export const pageContext = createContext<PageContext>();
