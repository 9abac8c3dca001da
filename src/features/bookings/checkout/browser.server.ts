import type { Context } from 'hono';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { bookingCookie, cookieValue, setCookie } from '../../../platform/http/cookies.server.ts';
import { hashToken, isToken, newToken } from '../../auth/tokens.server.ts';

/** What the database knows the browser by; `null` for one that has never made a hold. */
export function browserHash(c: Context<ApiEnv>): Buffer | null {
  const token = browserToken(c);
  return token === null ? null : hashToken(token);
}

function browserToken(c: Context<ApiEnv>): string | null {
  const token = cookieValue(c.get('ctx').settings, c.req.header('Cookie'), bookingCookie);
  return isToken(token) ? token : null;
}

/** Long enough to open a trip until it is over. */
const cookieSeconds = 400 * 86_400;

/** Lets the browser be known again as the one that made a hold. @returns what the database knows it by */
export function bindBrowser(c: Context<ApiEnv>): Buffer {
  const token = browserToken(c) ?? newToken();
  setCookie(c, c.get('ctx').settings, bookingCookie, token, cookieSeconds);
  return hashToken(token);
}
