import { propertyTimeZone } from '../../../shared/dates.ts';
import { accessEndsAt } from '../emails/access.server.ts';
import type { BookingEmailData } from '../emails/email-data.ts';

/** The rules of the homes' zone since 2007 (15 U.S.C. 260a), which RFC 5545, 3.6.5 wants beside every time in a zone. */
const timeZoneComponent = [
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
].join('\r\n');

const momentAt = (date: string, plainTime: string): Temporal.ZonedDateTime =>
  Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: propertyTimeZone, plainTime });

/** From check-in to check-out by the home's clock; the stable UID lets a newer file replace an older one (RFC 5545). */
export async function renderStayCalendar(data: BookingEmailData, now = new Date()): Promise<Buffer> {
  const { default: ical, ICalCalendarMethod, ICalEventStatus } = await import('ical-generator');
  const { code, business, siteUrl, propertyTitle, streetAddress, tripUrl } = data;
  const calendar = ical({
    prodId: { company: business.name, product: 'Stays', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    // Without a name: given one, the library writes DTSTAMP in that zone, which RFC 5545, 3.8.7.2 forbids.
    timezone: { name: null, generator: () => timeZoneComponent },
  });
  const { hostname } = new URL(siteUrl);
  calendar.createEvent({
    id: `stay-${code.toLowerCase()}@${hostname}`,
    sequence: Math.floor(now.getTime() / 1000) % 2 ** 31,
    stamp: now,
    start: momentAt(data.checkin, data.checkInFrom),
    end: momentAt(data.checkout, data.checkOutUntil),
    timezone: propertyTimeZone,
    summary: `${propertyTitle} (${business.name})`,
    // The data of a mail may have waited in the queue.
    location: streetAddress && now < accessEndsAt(data.checkout) ? { title: streetAddress } : undefined,
    description: `Booking ${code}. Questions? Call ${business.phone}.`,
    url: new URL(tripUrl).origin + new URL(tripUrl).pathname,
    status: ICalEventStatus.CONFIRMED,
  } as Parameters<typeof calendar.createEvent>[0]);
  return Buffer.from(`${calendar.toString()}\r\n`);
}
