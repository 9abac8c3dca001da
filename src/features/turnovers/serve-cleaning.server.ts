import { Hono } from 'hono';
import type { Platform } from '../../platform/context.server.ts';
import type { ApiEnv } from '../../platform/http/app-env.server.ts';
import { allowSlowBody } from '../../platform/http/body.server.ts';
import { createEtag, matchesEtag } from '../../platform/http/etag.server.ts';
import { AppError } from '../../shared/errors.ts';
import { cleanerOfLink, countImages } from './cleaning.server.ts';
import { cleaningTexts } from './cleaning-texts.ts';
import { renderCleaningCalendar } from './render-calendar.server.ts';
import { maxWordBytes } from './report-form.ts';
import type { LinkedCleaner } from './store.server.ts';

/** Serves a cleaner's turnovers as a calendar, and lets photos of a form without scripts take their time. */
export function cleaningFiles(platform: Platform, headers: Record<string, string>): Hono<ApiEnv> {
  const files = new Hono<ApiEnv>();
  files.get('/cleaning/:file{[^/]+\\.ics}', async (c) => {
    const fixed = { ...headers, 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' };
    const cleaner = await cleanerOfLink(platform, c.req.param('file').slice(0, -'.ics'.length));
    if (!cleaner)
      return c.text('There is no calendar at this address.', 404, { ...fixed, 'Cache-Control': 'no-store' });
    const calendar = await renderCleaningCalendar(platform, cleaner);
    const etag = createEtag(calendar);
    const responseHeaders = { ...fixed, ETag: etag, 'Cache-Control': 'private, no-cache' };
    if (matchesEtag(c.req.header('If-None-Match'), etag)) return c.body(null, 304, responseHeaders);
    return c.body(calendar, 200, { ...responseHeaders, 'Content-Type': 'text/calendar; charset=utf-8' });
  });
  let imageForms = 0;
  files.post('/cleaning/:token', async (c, next) => {
    // The page itself shows what is wrong in an outage, and what was typed.
    const cleaner = await cleanerOfLink(platform, c.req.param('token')).catch(() => null);
    if (cleaner) allowSlowBody(c);
    // A form without photos, and one of an unknown link, which the page ends before it is read.
    if (cleaner === undefined || !mayHaveImages(c.req.header('Content-Length'))) return next();
    // An outage is reported before the body is read into memory.
    if (cleaner === null) throw busy('We are back in a moment. Please send your photos again then.');
    await countImages(platform, cleaner).catch((error: unknown) => {
      throw error instanceof AppError ? inLanguageOf(cleaner, error) : error;
    });
    if (imageForms >= maxImageForms)
      throw inLanguageOf(
        cleaner,
        busy('Others are sending photos just now. Please send yours again in a moment.'),
      );
    imageForms += 1;
    try {
      await next();
    } finally {
      imageForms -= 1;
    }
  });
  return files;
}

/** Forms whose photos a process holds at a time, each up to 90 MB. */
const maxImageForms = 2;

/** Whether a form is larger than its words can make it; one that does not say its size is not read. */
const mayHaveImages = (length: string | undefined): boolean =>
  length !== undefined && !(Number(length) <= maxWordBytes);

/** The page words its own rejections; this one comes before it. */
const inLanguageOf = (
  { language }: LinkedCleaner,
  { code, message, retryAfterSeconds }: AppError,
): AppError => new AppError(code, cleaningTexts[language].rejections[code] ?? message, { retryAfterSeconds });

const busy = (message: string): AppError => new AppError('unavailable', message, { retryAfterSeconds: 10 });
