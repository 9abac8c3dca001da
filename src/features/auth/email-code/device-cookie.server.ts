import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import type { Ctx } from '../../../platform/context.server.ts';
import { cookieValue } from '../../../platform/http/cookies.server.ts';
import type { ApiEnv } from '../../../platform/http/http.server.ts';
import { clearCookie, setCookie } from '../session/cookies.server.ts';
import { hmac, isToken, newToken } from '../tokens.server.ts';

const deviceCookieName = 'known';
const yearSeconds = 365 * 86_400;

const sign = (ctx: Ctx, email: string, deviceId: string): Buffer =>
  hmac(ctx.settings.sessionSecret, 'known-browser', email, deviceId);

/**
 * Remembers that this browser has signed in with an address. It opens nothing: it only lets the browser ask for codes
 * out of a purse of its own, so that a stranger who has used up an address's codes does not lock its owner out (OWASP's
 * "device cookies").
 */
export function setDeviceCookie(ctx: Ctx, c: Context<ApiEnv>, email: string): void {
  const deviceId = readDeviceCookie(ctx, c.req.header('Cookie'), email) ?? newToken();
  const value = `${deviceId}.${sign(ctx, email, deviceId).toString('base64url')}`;
  setCookie(c, deviceCookieName, value, yearSeconds);
}

export const clearDeviceCookie = (c: Context<ApiEnv>): void => clearCookie(c, deviceCookieName);

/** @returns the browser's id when it has signed in with this address before, else null */
export function readDeviceCookie(ctx: Ctx, cookieHeader: string | undefined, email: string): string | null {
  const [deviceId, seal = ''] = (cookieValue(ctx.settings, cookieHeader, deviceCookieName) ?? '').split('.');
  if (!isToken(deviceId)) return null;
  const given = Buffer.from(seal, 'base64url');
  const right = sign(ctx, email, deviceId);
  return given.length === right.length && timingSafeEqual(given, right) ? deviceId : null;
}
