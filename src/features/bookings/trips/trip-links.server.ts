import { Hono } from 'hono';
import type { Platform } from '../../../platform/context.server.ts';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { bindBrowser } from '../checkout/browser.server.ts';
import { emailProofName } from '../record/booking-key.server.ts';
import { bookingOfLink, rememberBrowser } from '../record/find-booking.server.ts';

/**
 * Stores the key of a mailed link in a cookie and removes it from the address; a wrong key is removed, too. Mail
 * scanners follow links: a `HEAD` changes nothing, and a `GET` changes only what that browser may see.
 */
export function tripLinks(platform: Platform, headers: Record<string, string>): Hono<ApiEnv> {
  const links = new Hono<ApiEnv>();
  links.on('GET', ['/trips/:code', '/trips/:code/guide', '/book/:code'], async (c, next) => {
    const key = c.req.query('key');
    if (key === undefined) return next();
    const ctx = { ...platform, viewer: null, clientKey: 'link' };
    c.set('ctx', ctx);
    const isRead = c.req.method === 'GET';
    const booking = isRead ? await bookingOfLink(ctx, c.req.param('code'), key) : undefined;
    if (booking)
      await rememberBrowser(ctx, booking, {
        browserHash: bindBrowser(c),
        proof: c.req.query(emailProofName),
      });
    const url = new URL(c.req.url);
    url.searchParams.delete('key');
    url.searchParams.delete(emailProofName);
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    c.header('Cache-Control', 'no-store');
    c.header('Referrer-Policy', 'no-referrer');
    return c.redirect(url.pathname + url.search, 303);
  });
  return links;
}
