import { propertyTimeZone } from '../../shared/dates.ts';

/** The rules of the homes' zone since 2007 (15 U.S.C. 260a), which RFC 5545, 3.6.5 wants beside every time in a zone. */
export const timeZoneComponent: string = [
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

/** The SEQUENCE of an event that changed then, in seconds, which only grow (RFC 5545, 3.8.7.4). */
export const toSequence = (changedAt: Date): number => Math.floor(changedAt.getTime() / 1000) % 2 ** 31;
