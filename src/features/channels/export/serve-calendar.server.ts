import { Hono } from 'hono';
import type { Ctx, Platform } from '../../../platform/context.server.ts';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { createEtag, matchesEtag } from '../../../platform/http/etag.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { renderCalendar } from './render-calendar.server.ts';
import { exportedEvents, linkByToken, touchLink } from './store.server.ts';

/** Serves the closed nights of a home to the channel that has its secret link. */
export function exportedCalendars(platform: Platform, headers: Record<string, string>): Hono<ApiEnv> {
  const calendars = new Hono<ApiEnv>();
  calendars.get('/calendars/:file{[^/]+\\.ics}', async (c) => {
    const fixed = { ...headers, 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' };
    // Browsers send it: hosts who look at a calendar are not the channel that reads it.
    const isBrowser = c.req.header('Sec-Fetch-Mode') !== undefined;
    const calendar = await readExport(platform, c.req.param('file').slice(0, -'.ics'.length), isBrowser);
    if (!calendar)
      return c.text('There is no calendar at this address.', 404, { ...fixed, 'Cache-Control': 'no-store' });
    const etag = createEtag(calendar);
    const found = { ...fixed, ETag: etag, 'Cache-Control': 'private, no-cache' };
    if (matchesEtag(c.req.header('If-None-Match'), etag)) return c.body(null, 304, found);
    return c.body(calendar, 200, { ...found, 'Content-Type': 'text/calendar; charset=utf-8' });
  });
  return calendars;
}

const tokenPattern = /^[0-9a-f]{64}$/;

/** @returns `null` for a token that is no link’s, or no longer */
async function readExport(
  ctx: Pick<Ctx, 'db' | 'now' | 'settings'>,
  token: string,
  isBrowser: boolean,
): Promise<string | null> {
  const link = tokenPattern.test(token) ? await linkByToken(ctx.db, token) : undefined;
  if (!link) return null;
  const now = ctx.now();
  const events = await exportedEvents(ctx.db, {
    propertyId: link.property_id,
    channel: link.channel,
    today: todayAtProperty(now),
  });
  if (!isBrowser) await touchLink(ctx.db, link.id, now);
  return renderCalendar({ host: new URL(ctx.settings.appUrl).hostname, events });
}
