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

/**
 * Writes closed nights as a calendar (RFC 5545) without the name of anybody. The same events give the same bytes: the stamp of
 * each is its last change.
 */
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
  return `${calendar.toString()}\r\n`;
}
