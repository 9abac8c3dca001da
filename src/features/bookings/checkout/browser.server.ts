import type { Context } from 'hono';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { bookingCookie, cookieValue, setCookie } from '../../../platform/http/cookies.server.ts';
import { hashToken, isToken, newToken } from '../../auth/tokens.server.ts';

/** Returns the hash that identifies the browser in the database; `null` for one that has never made a hold. */
export function browserHash(c: Context<ApiEnv>): Buffer | null {
  const token = browserToken(c);
  return token === null ? null : hashToken(token);
}

function browserToken(c: Context<ApiEnv>): string | null {
  const token = cookieValue(c.get('ctx').settings, c.req.header('Cookie'), bookingCookie);
  return isToken(token) ? token : null;
}

/** The cookie lasts long enough to open a trip until it is over. */
const cookieSeconds = 400 * 86_400;

/** Sets the cookie that identifies the browser that made a hold. @returns its hash in the database */
export function bindBrowser(c: Context<ApiEnv>): Buffer {
  const token = browserToken(c) ?? newToken();
  setCookie(c, c.get('ctx').settings, bookingCookie, token, cookieSeconds);
  return hashToken(token);
}
