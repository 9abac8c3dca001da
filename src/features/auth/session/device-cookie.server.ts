import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import type { Ctx } from '../../../platform/context.server.ts';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { clearCookie, cookieValue, setCookie } from '../../../platform/http/cookies.server.ts';
import { hmac, isToken, newToken } from '../tokens.server.ts';

const cookieName = 'known';
const yearSeconds = 365 * 86_400;

const sign = (ctx: Ctx, email: string, deviceId: string): Buffer =>
  hmac(ctx.settings.sessionSecret, 'known-browser', email, deviceId);

/**
 * Sets OWASP's "device cookie": gives a browser that has signed in before its own code quota, so that a stranger who uses
 * up an address's codes does not lock its owner out. Grants no access.
 */
export function setDeviceCookie(ctx: Ctx, c: Context<ApiEnv>, email: string): void {
  const deviceId = readDeviceCookie(ctx, c.req.header('Cookie'), email) ?? newToken();
  const value = `${deviceId}.${sign(ctx, email, deviceId).toString('base64url')}`;
  setCookie(c, ctx.settings, cookieName, value, yearSeconds);
}

export const clearDeviceCookie = (c: Context<ApiEnv>): void =>
  clearCookie(c, c.get('ctx').settings, cookieName);

/** Returns the browser's id when it has signed in with this address before, else null. */
export function readDeviceCookie(ctx: Ctx, cookieHeader: string | undefined, email: string): string | null {
  const [deviceId, signature = ''] = (cookieValue(ctx.settings, cookieHeader, cookieName) ?? '').split('.');
  if (!isToken(deviceId)) return null;
  const actual = Buffer.from(signature, 'base64url');
  const expected = sign(ctx, email, deviceId);
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? deviceId : null;
}
