import { timeZoneComponent, toSequence } from '../icalendar.ts';
import { ownUid } from '../own-uid.ts';
import type { ExportedEvent } from './store.server.ts';

interface ExportedCalendar {
  /** The site's host name, which ends the UIDs. */
  host: string;
  events: readonly ExportedEvent[];
}

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
  // A calendar without events still needs one component (RFC 5545, 3.6).
  return events.length > 0 ? text : text.replace('END:VCALENDAR', `${timeZoneComponent}\r\nEND:VCALENDAR`);
}
