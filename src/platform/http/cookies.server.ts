import type { Context } from 'hono';
import { setCookie as setHonoCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import { localHosts, type Settings } from '../../env.server.ts';

export type Origin = Pick<Settings, 'appUrl'>;

const localByUrl = new Map<string, boolean>();

/** Whether `appUrl` is plain HTTP on localhost, where browsers differ over `Secure`. */
function isLocal({ appUrl }: Origin): boolean {
  const cached = localByUrl.get(appUrl);
  if (cached !== undefined) return cached;
  const { protocol, hostname } = new URL(appUrl);
  const local = protocol === 'http:' && localHosts.includes(hostname);
  localByUrl.set(appUrl, local);
  return local;
}

/** `__Host-`: only this host can have set it, over HTTPS. */
const cookieName = (settings: Origin, name: string): string => (isLocal(settings) ? name : `__Host-${name}`);

/**
 * Parses the header. Only this function and `mayCarrySession` may read it: a parser with other rules, such as hono's
 * `getCookie`, could leak pages (T-52).
 */
export const cookieValue = (
  settings: Origin,
  header: string | null | undefined,
  name: string,
): string | undefined => {
  const fullName = cookieName(settings, name);
  return header ? parse(header, fullName)[fullName] : undefined;
};

export const setCookie = (
  c: Context,
  settings: Origin,
  name: string,
  value: string,
  maxAgeSeconds: number,
): void =>
  setHonoCookie(c, name, value, {
    prefix: isLocal(settings) ? undefined : 'host',
    maxAge: maxAgeSeconds,
    httpOnly: true,
    sameSite: 'Lax',
  });

export const clearCookie = (c: Context, settings: Origin, name: string): void =>
  setCookie(c, settings, name, '', 0);

export const sessionCookie = 'session';

/** Identifies a browser that made a booking. It may see the booking, and the nights of its own hold remain free for it. */
export const bookingCookie = 'booking';

const personalAnywhere = new RegExp(`${sessionCookie}|${bookingCookie}`, 'i');

/** Whether a request may have a session or a booking, in any spelling of the cookies; it then bypasses shared caches. */
export const mayCarrySession = (header: string | null | undefined): boolean =>
  header !== null && header !== undefined && personalAnywhere.test(header);
