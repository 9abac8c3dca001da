import type { Context } from 'hono';
import { type ApiEnv, crossSiteError } from '../../../platform/http/http.server.ts';

/**
 * `GET /api/logout` changes something, so another site's picture, frame, form, link or prefetch must not reach it, nor
 * an address that was typed or opened from a mail. Programs and old browsers that do not say where a request comes from
 * are judged by their `Origin` and `Referer`, if they send any.
 * @throws AppError `forbidden`
 */
export function assertSameSiteLogout(c: Context<ApiEnv>): void {
  const site = c.req.header('Sec-Fetch-Site');
  const senders = [c.req.header('Origin'), c.req.header('Referer')];
  const own = new URL(c.get('ctx').settings.appUrl).origin;
  const isOwn =
    site === undefined
      ? senders.every((sender) => sender === undefined || URL.parse(sender)?.origin === own)
      : site === 'same-origin';
  const isPrefetch = /prefetch|prerender/i.test(
    `${c.req.header('Sec-Purpose') ?? ''} ${c.req.header('Purpose') ?? ''}`,
  );
  if (!isOwn || isPrefetch) throw crossSiteError();
}
