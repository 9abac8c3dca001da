import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import type { Ctx } from '../../platform/context.server.ts';
import { cookieValue } from '../../platform/cookies.server.ts';
import type { ApiEnv } from '../../platform/http.server.ts';
import { clearCookie, setCookie } from './cookies.server.ts';
import { isToken, keyedHash, newToken } from './secrets.server.ts';

const knownCookie = 'known';
const yearSeconds = 365 * 86_400;

const sealOf = (ctx: Ctx, email: string, deviceId: string): Buffer =>
  keyedHash(ctx.settings.sessionSecret, 'known-browser', email, deviceId);

/**
 * Remembers that this browser has signed in with an address. It opens nothing: it only lets the browser ask for codes
 * out of a purse of its own, so that a stranger who has used up an address's codes does not lock its owner out (OWASP's
 * "device cookies").
 */
export function rememberBrowser(ctx: Ctx, c: Context<ApiEnv>, email: string): void {
  const deviceId = knownBrowser(ctx, c.req.header('Cookie'), email) ?? newToken();
  const value = `${deviceId}.${sealOf(ctx, email, deviceId).toString('base64url')}`;
  setCookie(c, knownCookie, value, yearSeconds);
}

export const forgetBrowser = (c: Context<ApiEnv>): void => clearCookie(c, knownCookie);

/** @returns the browser's id when it has signed in with this address before, else null */
export function knownBrowser(ctx: Ctx, cookieHeader: string | undefined, email: string): string | null {
  const [deviceId, seal = ''] = (cookieValue(ctx.settings, cookieHeader, knownCookie) ?? '').split('.');
  if (!isToken(deviceId)) return null;
  const given = Buffer.from(seal, 'base64url');
  const right = sealOf(ctx, email, deviceId);
  return given.length === right.length && timingSafeEqual(given, right) ? deviceId : null;
}
