import type { Context } from 'hono';
import type { ApiEnv } from '../../platform/http/app-env.server.ts';
import { cookieValue, setCookie } from '../../platform/http/cookies.server.ts';
import { hashToken, isToken, newToken } from './tokens.server.ts';

// Several tabs of a browser may sign in concurrently; the fifth flow drops the oldest.
const maxConcurrentFlows = 4;

export type FlowCookie = 'google' | 'passkey';

const readTokens = (c: Context<ApiEnv>, name: FlowCookie): string[] =>
  (cookieValue(c.get('ctx').settings, c.req.header('Cookie'), name) ?? '')
    .split('.')
    .filter(isToken)
    .slice(-maxConcurrentFlows);

export const flowHashes = (c: Context<ApiEnv>, name: FlowCookie): Buffer[] =>
  readTokens(c, name).map(hashToken);

/** Binds a new flow to this browser; returns the hash to store with it. */
export function bindFlow(c: Context<ApiEnv>, name: FlowCookie, lifetimeMs: number): Buffer {
  const token = newToken();
  const tokens = [...readTokens(c, name), token].slice(-maxConcurrentFlows);
  setCookie(c, c.get('ctx').settings, name, tokens.join('.'), lifetimeMs / 1000);
  return hashToken(token);
}
