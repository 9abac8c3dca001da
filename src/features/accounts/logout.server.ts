import type { Context } from 'hono';
import type { ApiEnv } from '../../platform/http.server.ts';
import { AppError } from '../../shared/errors.ts';

const ownSites = ['same-origin', 'none'];

/**
 * `GET /api/logout` changes something, so another site's picture, frame, form, link or prefetch must not reach it. A
 * browser that does not say where a request comes from is judged by its `Referer`.
 * @throws AppError `forbidden`
 */
export function refuseForeignLogout(c: Context<ApiEnv>): void {
  const site = c.req.header('Sec-Fetch-Site');
  const referer = c.req.header('Referer');
  const own = new URL(c.get('ctx').settings.appUrl).origin;
  const isOwn =
    site === undefined
      ? referer === undefined || URL.parse(referer)?.origin === own
      : ownSites.includes(site);
  const isPrefetch = /prefetch|prerender/i.test(
    `${c.req.header('Sec-Purpose') ?? ''} ${c.req.header('Purpose') ?? ''}`,
  );
  if (!isOwn || isPrefetch) {
    throw new AppError('forbidden', 'This request came from another site and was not carried out.');
  }
}
