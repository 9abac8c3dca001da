import type { Ctx } from '../../platform/context.server.ts';
import { todayAtProperty } from '../../shared/dates.ts';
import { addDays } from '../../shared/nights.ts';
import { timeZoneComponent, toSequence } from '../channels/icalendar.ts';
import type { CleanerTurnover } from './contract.server.ts';
import { type LinkedCleaner, turnoversOfCleaner } from './store.server.ts';
import { toCleanerTurnover } from './to-turnover.server.ts';
import { formatHours, formatNextGuests } from './turnover.ts';

type Context = Pick<Ctx, 'db' | 'now' | 'settings'>;

/**
 * Writes a cleaner's turnovers (RFC 5545), each as an event of a whole day; equal turnovers give equal bytes. Access
 * details are left out, because other programs store what they read.
 */
export async function renderCleaningCalendar(ctx: Context, { id }: LinkedCleaner): Promise<string> {
  const { default: ical, ICalCalendarMethod } = await import('ical-generator');
  const { hostname } = new URL(ctx.settings.appUrl);
  const calendar = ical({
    name: 'Turnovers',
    prodId: { company: hostname, product: 'Turnovers', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  });
  const today = todayAtProperty(ctx.now());
  const rows = await turnoversOfCleaner(ctx.db, id, today);
  for (const row of rows) {
    const turnover = await toCleanerTurnover(row, ctx.now());
    calendar.createEvent({
      id: `turnover-${row.id}@${hostname}`,
      sequence: toSequence(row.updatedAt),
      stamp: row.updatedAt,
      lastModified: row.updatedAt,
      start: Temporal.PlainDate.from(row.departsOn),
      end: Temporal.PlainDate.from(addDays(row.departsOn, 1)),
      allDay: true,
      summary: `${row.isSameDay ? 'Same day: ' : ''}${row.propertyTitle}`,
      location: row.address,
      description: describe(turnover),
    } as unknown as Parameters<typeof calendar.createEvent>[0]);
  }
  const text = `${calendar.toString()}\r\n`;
  // A calendar needs one component at least (RFC 5545, 3.6), also without a turnover.
  return rows.length > 0 ? text : text.replace('END:VCALENDAR', `${timeZoneComponent}\r\nEND:VCALENDAR`);
}

const describe = (turnover: CleanerTurnover): string =>
  [
    formatHours(turnover),
    turnover.arrivesOn ? `Next: ${formatNextGuests(turnover)}` : '',
    turnover.note,
    toPlainLines(turnover.checkList),
    turnover.status === 'done' ? 'Done' : '',
  ]
    .filter((line) => line !== '')
    .join('\n');

/** The plain text of a rich text, with a line for each paragraph or item. */
const toPlainLines = (html: string): string =>
  html
    .replaceAll(/<li>/g, '- ')
    .replaceAll(/<\/(p|li|h[1-3]|blockquote)>|<br\s*\/?>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\n{2,}/g, '\n')
    .trim();
