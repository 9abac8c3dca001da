import { createContext } from 'react-router';
import type { Fetch } from './shared/api-client.ts';

/** What a page's server loader has at hand: the API, called in process on behalf of the visitor. */
export interface PageContext {
  api: Fetch;
  /** The nonce of this answer's scripts; absent on pages that are cached, whose scripts are hashed instead. */
  nonce?: string;
  /** Puts a failure that no one expected into the log. */
  report(error: unknown): void;
  /** The rendered page, beside its answer, which would turn it into bytes only to be read again. */
  html?: string;
}

export const pageContext = createContext<PageContext>();
