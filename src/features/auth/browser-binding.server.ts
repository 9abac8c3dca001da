import type { Context } from 'hono';
import { cookieValue } from '../../platform/http/cookies.server.ts';
import type { ApiEnv } from '../../platform/http/http.server.ts';
import { setCookie } from './session/cookies.server.ts';
import { hashToken, isToken, newToken } from './tokens.server.ts';

/** Several tabs of one browser may be on their way at once; the oldest way is forgotten for a fifth. */
const maxConcurrentFlows = 4;

/** Which of our two round trips through something outside the browser tab: the provider's page, or a device. */
export type FlowCookie = 'google' | 'passkey';

const tokensIn = (c: Context<ApiEnv>, name: FlowCookie): string[] =>
  (cookieValue(c.get('ctx').settings, c.req.header('Cookie'), name) ?? '')
    .split('.')
    .filter(isToken)
    .slice(-maxConcurrentFlows);

/** The hashes of what this browser set out with, by which the database knows it again. */
export const flowHashes = (c: Context<ApiEnv>, name: FlowCookie): Buffer[] =>
  tokensIn(c, name).map(hashToken);

/**
 * Binds a new way to this browser.
 * @returns the hash to store with it
 */
export function bindFlow(c: Context<ApiEnv>, name: FlowCookie, lifeMs: number): Buffer {
  const token = newToken();
  const tokens = [...tokensIn(c, name), token].slice(-maxConcurrentFlows);
  setCookie(c, name, tokens.join('.'), lifeMs / 1000);
  return hashToken(token);
}
