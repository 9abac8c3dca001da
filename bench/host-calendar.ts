import { fetchBytes, middleMs } from './admin/timing.ts';
import { drawCalendar } from './host-calendar/drawing.ts';
import { fillCalendar } from './host-calendar/fill.ts';
import type { Figure, Place } from './metric.ts';
import { startSite } from './site.ts';

const toDate = (moment: number): string => new Date(moment).toISOString().slice(0, 10);
const dayMs = 24 * 60 * 60_000;

/** The hosts' calendar of 20 homes over 60 days, with three years of stays: what it costs the server, and drawing it. */
export async function hostCalendar({ dataDir, port }: Place): Promise<Figure[]> {
  const site = await startSite({ dataDir: `${dataDir}/host-calendar`, port });
  try {
    const session = await fillCalendar(site.databaseUrl);
    const [from, to] = [toDate(Date.now()), toDate(Date.now() + 60 * dayMs)];
    const calendar = `http://127.0.0.1:${port}/api/admin/calendar?from=${from}&to=${to}`;
    const headers = { Cookie: `session=${session}` };
    const served = await middleMs(100, () => fetchBytes(calendar, headers));
    const day = await middleMs(20, () => fetchBytes(`http://127.0.0.1:${port}/api/admin/today`, headers));
    const bytes = (await fetchBytes(calendar, headers)).length;
    const { first, later, laterProcessor } = await drawCalendar(site.url, session);
    return [
      { name: 'Calendar of 20 homes and 60 days (p50)', value: served, unit: 'ms', max: 30 },
      { name: 'Its size', value: bytes / 1024, unit: 'KB' },
      { name: 'Drawn in the browser, moving on', value: later, unit: 'ms', max: 100 },
      { name: 'The page’s processor time for it', value: laterProcessor, unit: 'ms' },
      { name: 'The first time', value: first, unit: 'ms', max: 100 },
      { name: 'The hosts’ day (p50)', value: day, unit: 'ms', max: 100 },
    ];
  } finally {
    await site.stop();
  }
}
