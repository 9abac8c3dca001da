import { propertyTimeZone } from '../../../shared/dates.ts';
import { timeZoneComponent, toSequence } from '../../channels/icalendar.ts';
import type { BookingEmailData } from '../emails/email-data.ts';
import { accessEndsAt } from '../record/access.server.ts';

const momentAt = (date: string, plainTime: string): Temporal.ZonedDateTime =>
  Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: propertyTimeZone, plainTime });

/**
 * Renders a stay from check-in to check-out; its stable UID lets a newer file replace an older one (RFC 5545). Which is newer
 * follows from the data, because mails may be delivered in another order than they were queued.
 */
export async function renderStayCalendar(data: BookingEmailData, now = new Date()): Promise<Buffer> {
  const { default: ical, ICalCalendarMethod, ICalEventStatus } = await import('ical-generator');
  const { code, business, siteUrl, propertyTitle, streetAddress, tripUrl } = data;
  const calendar = ical({
    prodId: { company: business.name, product: 'Stays', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    // The zone has no name: with one, the library writes DTSTAMP in that zone, which RFC 5545, 3.8.7.2 forbids.
    timezone: { name: null, generator: () => timeZoneComponent },
  });
  const { hostname } = new URL(siteUrl);
  const issuedAt = data.issuedAt ? new Date(data.issuedAt) : now;
  calendar.createEvent({
    id: `stay-${code.toLowerCase()}@${hostname}`,
    sequence: toSequence(issuedAt),
    stamp: issuedAt,
    start: momentAt(data.checkin, data.checkInFrom),
    end: momentAt(data.checkout, data.checkOutUntil),
    timezone: propertyTimeZone,
    summary: `${propertyTitle} (${business.name})`,
    // The data of a mail may have waited in the queue.
    location: streetAddress && now < accessEndsAt(data.checkout) ? { title: streetAddress } : undefined,
    description: `Booking ${code}. Questions? Call ${business.phone}.`,
    url: new URL(tripUrl).origin + new URL(tripUrl).pathname,
    status: data.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  } as Parameters<typeof calendar.createEvent>[0]);
  return Buffer.from(`${calendar.toString()}\r\n`);
}
