import type { Context } from 'hono';
import { parse } from 'hono/utils/cookie';
import type { Settings } from '../../env.server.ts';
import type { ApiEnv } from '../../platform/http.server.ts';

type Origin = Pick<Settings, 'appUrl'>;

const localHosts = ['localhost', '127.0.0.1', '[::1]'];

const known = new Map<string, boolean>();

/** Plain HTTP on this machine, where browsers differ over `Secure`. Every request asks, and few origins are ever asked for. */
function isLocal({ appUrl }: Origin): boolean {
  const told = known.get(appUrl);
  if (told !== undefined) return told;
  const { protocol, hostname } = new URL(appUrl);
  const local = protocol === 'http:' && localHosts.includes(hostname);
  known.set(appUrl, local);
  return local;
}

/**
 * The full name of one of our cookies: with `__Host-` (only this host can have set it, over HTTPS), except on
 * http://localhost.
 */
const cookieName = (settings: Origin, name: string): string => (isLocal(settings) ? name : `__Host-${name}`);

/** The value of one of our cookies in a `Cookie` header. */
export const cookieValue = (
  settings: Origin,
  header: string | null | undefined,
  name: string,
): string | undefined => {
  const full = cookieName(settings, name);
  return header ? parse(header, full)[full] : undefined;
};

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
