import { Hono } from 'hono';
import type { Ctx, Platform } from '../../../platform/context.server.ts';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { createEtag, matchesEtag } from '../../../platform/http/etag.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { renderCalendar } from './render-calendar.server.ts';
import { exportedEvents, linkByToken, lockLink, storeServed } from './store.server.ts';

/** Serves the closed nights of a home to the channel that has its secret link. */
export function exportedCalendars(platform: Platform, headers: Record<string, string>): Hono<ApiEnv> {
  const calendars = new Hono<ApiEnv>();
  calendars.get('/calendars/:file{[^/]+\\.ics}', async (c) => {
    const fixed = { ...headers, 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' };
    const calendar = await readExport(platform, {
      token: c.req.param('file').slice(0, -'.ics'.length),
      isRead: c.req.method === 'GET' && !isOpenedByHand(c.req.raw.headers),
    });
    if (!calendar)
      return c.text('There is no calendar at this address.', 404, { ...fixed, 'Cache-Control': 'no-store' });
    const etag = createEtag(calendar);
    const responseHeaders = { ...fixed, ETag: etag, 'Cache-Control': 'private, no-cache' };
    if (matchesEtag(c.req.header('If-None-Match'), etag)) return c.body(null, 304, responseHeaders);
    return c.body(calendar, 200, { ...responseHeaders, 'Content-Type': 'text/calendar; charset=utf-8' });
  });
  return calendars;
}

/** Hosts who look at a calendar are not the channel that reads it; programs, too, may send `Sec-Fetch-Mode: cors`. */
const isOpenedByHand = (headers: Headers): boolean =>
  headers.get('Sec-Fetch-Mode') === 'navigate' || headers.get('Sec-Fetch-Dest') === 'document';

const tokenPattern = /^[0-9a-f]{64}$/;

/** @returns `null` for a token that is no link’s, or no longer */
async function readExport(
  ctx: Pick<Ctx, 'db' | 'now' | 'settings'>,
  { token, isRead }: { token: string; isRead: boolean },
): Promise<string | null> {
  if (!tokenPattern.test(token)) return null;
  const now = ctx.now();
  const today = todayAtProperty(now);
  const events = await ctx.db.transaction().execute(async (tx) => {
    const reader = { db: tx, settings: ctx.settings };
    const link = await (isRead ? lockLink(reader, token) : linkByToken(reader, token));
    if (!link) return null;
    const exported = await exportedEvents(tx, { propertyId: link.propertyId, linkId: link.id, today });
    if (isRead) await storeServed(tx, link.id, exported, now);
    return exported;
  });
  return events && renderCalendar({ host: new URL(ctx.settings.appUrl).hostname, events });
}
