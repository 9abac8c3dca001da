import type { Context } from 'hono';
import { setCookie as setHonoCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import { localHosts, type Settings } from '../../env.server.ts';

export type Origin = Pick<Settings, 'appUrl'>;

const localByUrl = new Map<string, boolean>();

/** Whether `appUrl` is plain HTTP on this machine, where browsers differ over `Secure`. */
function isLocal({ appUrl }: Origin): boolean {
  const cached = localByUrl.get(appUrl);
  if (cached !== undefined) return cached;
  const { protocol, hostname } = new URL(appUrl);
  const local = protocol === 'http:' && localHosts.includes(hostname);
  localByUrl.set(appUrl, local);
  return local;
}

/**
 * The full name of one of our cookies: with `__Host-` (only this host can have set it, over HTTPS), except on
 * http://localhost.
 */
const cookieName = (settings: Origin, name: string): string => (isLocal(settings) ? name : `__Host-${name}`);

/**
 * Returns the value of one of our cookies. The one reader of the header, with `mayCarrySession`: hono's `getCookie` is not
 * used, since two readers that disagree leak cached pages (T-52).
 */
export const cookieValue = (
  settings: Origin,
  header: string | null | undefined,
  name: string,
): string | undefined => {
  const fullName = cookieName(settings, name);
  return header ? parse(header, fullName)[fullName] : undefined;
};

/**
 * Sets a cookie that scripts cannot read and that cross-site requests do not carry.
 * @param maxAgeSeconds 0 removes it
 */
export const setCookie = (
  c: Context,
  settings: Origin,
  name: string,
  value: string,
  maxAgeSeconds: number,
): void =>
  setHonoCookie(c, name, value, {
    ...(!isLocal(settings) && { prefix: 'host' }),
    maxAge: maxAgeSeconds,
    httpOnly: true,
    sameSite: 'Lax',
  });

export const clearCookie = (c: Context, settings: Origin, name: string): void =>
  setCookie(c, settings, name, '', 0);

/** The cookie whose value is the token of a signed-in browser. */
export const sessionCookie = 'session';

const sessionAnywhere = new RegExp(sessionCookie, 'i');

/**
 * Whether a request may come from a signed-in browser: no answer to it is shared, and it gets no shared one. True
 * wherever the name stands in the header, so that nothing `cookieValue` finds is missed, however it is spelled.
 */
export const mayCarrySession = (header: string | null | undefined): boolean =>
  header !== null && header !== undefined && sessionAnywhere.test(header);
