import { propertyTimeZone } from '../../../shared/dates.ts';
import { ownUid } from '../own-uid.ts';
import type { ExportedEvent } from './store.server.ts';

interface ExportedCalendar {
  /** Of the site, in UIDs. */
  host: string;
  events: readonly ExportedEvent[];
}

/** As seconds, which only grow, like the sequence numbers of RFC 5545, 3.8.7.4. */
const toSequence = (moment: Date): number => Math.floor(moment.getTime() / 1000) % 2 ** 31;

const toDate = (date: string): Temporal.PlainDate => Temporal.PlainDate.from(date);

/** Writes closed nights (RFC 5545) without anybody's name; the same events give the same bytes. */
export async function renderCalendar({ host, events }: ExportedCalendar): Promise<string> {
  const { default: ical, ICalCalendarMethod } = await import('ical-generator');
  const calendar = ical({
    prodId: { company: host, product: 'Calendar', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  });
  for (const event of events) {
    calendar.createEvent({
      id: ownUid(event.kind, event.id, host),
      sequence: toSequence(event.changedAt),
      stamp: event.changedAt,
      lastModified: event.changedAt,
      start: toDate(event.checkin),
      end: toDate(event.checkout),
      allDay: true,
      summary: event.kind === 'block' ? 'Not available' : 'Reserved',
    } as unknown as Parameters<typeof calendar.createEvent>[0]);
  }
  const text = `${calendar.toString()}\r\n`;
  return events.length > 0 ? text : text.replace(/(?=END:VCALENDAR)/, timeZone);
}

/** A calendar needs one component at least (RFC 5545, 3.6), also where there is no event. */
const timeZone = [
  'BEGIN:VTIMEZONE',
  `TZID:${propertyTimeZone}`,
  'BEGIN:DAYLIGHT',
  'DTSTART:20070311T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
  'TZOFFSETFROM:-0600',
  'TZOFFSETTO:-0500',
  'TZNAME:CDT',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:20071104T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0600',
  'TZNAME:CST',
  'END:STANDARD',
  'END:VTIMEZONE',
  '',
].join('\r\n');
