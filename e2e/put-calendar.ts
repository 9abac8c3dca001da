import { expect, standIns } from './site.ts';

const shorter = (date: string) => date.replaceAll('-', '');

interface OneStay {
  checkin: string;
  checkout: string;
  summary?: string;
}

/** Puts a calendar of another site with one stay on the stand-in. @returns its address */
export async function putCalendar(
  name: string,
  { checkin, checkout, summary = 'Reserved' }: OneStay,
): Promise<string> {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Vrbo//EN',
    'BEGIN:VEVENT',
    `UID:${name}@vrbo.example`,
    'DTSTAMP:20260101T000000Z',
    `DTSTART;VALUE=DATE:${shorter(checkin)}`,
    `DTEND;VALUE=DATE:${shorter(checkout)}`,
    `SUMMARY:${summary}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ];
  const url = `${standIns}/calendars/${name}.ics`;
  expect((await fetch(url, { method: 'PUT', body: lines.join('\r\n') })).status).toBe(200);
  return url;
}
