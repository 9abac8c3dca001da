import type { Context } from 'hono';
import { cookieValue } from '../../../platform/http/cookies.server.ts';
import type { ApiEnv } from '../../../platform/http/http.server.ts';
import { hashToken, isToken } from '../../auth/tokens.server.ts';

/** The cookie of a browser that has made a hold. */
export const bookingCookie = 'booking';

/** What the database knows the browser by; `null` for one that has never made a hold. */
export function browserHash(c: Context<ApiEnv>): Buffer | null {
  const token = cookieValue(c.get('ctx').settings, c.req.header('Cookie'), bookingCookie);
  return isToken(token) ? hashToken(token) : null;
}
