import type { Context } from 'hono';
import { cookieName, isLocal } from '../../../platform/http/cookies.server.ts';
import type { ApiEnv } from '../../../platform/http/http.server.ts';

/**
 * Sets a cookie that scripts cannot read and other sites' requests do not carry along.
 * @param maxAgeSeconds 0 removes it
 */
export function setCookie(c: Context<ApiEnv>, name: string, value: string, maxAgeSeconds: number): void {
  const { settings } = c.get('ctx');
  const attributes = [
    `${cookieName(settings, name)}=${value}`,
    `Max-Age=${maxAgeSeconds}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
  ];
  if (!isLocal(settings)) attributes.push('Secure');
  c.header('Set-Cookie', attributes.join('; '), { append: true });
}

export const clearCookie = (c: Context<ApiEnv>, name: string): void => setCookie(c, name, '', 0);
