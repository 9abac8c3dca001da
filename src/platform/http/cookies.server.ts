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

/** With `mayCarrySession` the only reader of the header: not hono's `getCookie`, as two that disagree leak pages (T-52). */
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
    ...(!isLocal(settings) && { prefix: 'host' }),
    maxAge: maxAgeSeconds,
    httpOnly: true,
    sameSite: 'Lax',
  });

export const clearCookie = (c: Context, settings: Origin, name: string): void =>
  setCookie(c, settings, name, '', 0);

export const sessionCookie = 'session';

/** Of a browser that made a booking: it sees that booking, and its own hold does not take nights away from it. */
export const bookingCookie = 'booking';

const personalAnywhere = new RegExp(`${sessionCookie}|${bookingCookie}`, 'i');

/** Whether a request may have a session or a booking, and so neither gets nor makes a shared response: matches any spelling. */
export const mayCarrySession = (header: string | null | undefined): boolean =>
  header !== null && header !== undefined && personalAnywhere.test(header);
