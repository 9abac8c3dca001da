import { expect, test } from 'vitest';
import { bookingEmailData } from '../../../../test/booking-email-data.ts';
import { renderStayCalendar } from './stay-calendar.server.ts';

const now = new Date('2027-03-02T18:04:05Z');
const render = async (changes = {}) =>
  (await renderStayCalendar(bookingEmailData(changes), now)).toString('utf8');

/** The properties of a calendar, unfolded (RFC 5545, 3.1), with their names and parameters. */
const properties = (calendar: string): [name: string, value: string][] =>
  calendar
    .replace(/\r\n[ \t]/g, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]);

test('a stay runs from check-in to check-out by the clock of the home, in a zone that the file explains', async () => {
  const entries = properties(await render());
  expect(entries).toEqual(
    expect.arrayContaining([
      ['VERSION', '2.0'],
      ['METHOD', 'PUBLISH'],
      ['TZID', 'America/Chicago'],
      ['UID', 'stay-7k3mq2xa@localhost'],
      ['DTSTAMP', '20270302T180405Z'],
      ['DTSTART;TZID=America/Chicago', '20270709T160000'],
      ['DTEND;TZID=America/Chicago', '20270714T100000'],
      ['SUMMARY', 'The Beachcomber (PCB Beach Rentals)'],
      ['STATUS', 'CONFIRMED'],
    ]),
  );
  for (const name of ['BEGIN', 'END'])
    expect(entries.filter(([key]) => key === name).map(([, value]) => value)).toHaveLength(5);
});

test('every line ends with CRLF and has at most 75 octets, with any name of the home', async () => {
  const calendar = await render({ propertyTitle: 'Señorío del Golfo 🏖️ '.repeat(12) });
  expect(calendar.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(calendar).toMatch(/END:VCALENDAR\r\n$/);
  for (const line of calendar.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const summary = properties(calendar).find(([name]) => name === 'SUMMARY')?.[1];
  expect(summary).toContain('Señorío del Golfo 🏖️ '.repeat(12));
});

test('commas, semicolons, backslashes and line breaks are escaped and start no property', async () => {
  const entries = properties(
    await render({
      propertyTitle: 'A, b; c \\ d\r\nATTENDEE:mailto:eve@evil.example',
      streetAddress: '17 Gulf Drive, Panama City Beach\r\nX-EVIL:1',
    }),
  );
  expect(Object.fromEntries(entries).SUMMARY).toBe(
    'A\\, b\\; c \\\\ d\\nATTENDEE:mailto:eve@evil.example (PCB Beach Rentals)',
  );
  expect(Object.fromEntries(entries).LOCATION).toBe('17 Gulf Drive\\, Panama City Beach\\nX-EVIL:1');
  expect(entries.map(([name]) => name)).not.toEqual(expect.arrayContaining(['ATTENDEE']));
});

test('a calendar file can be passed on: it holds neither the key of the trip nor the guest', async () => {
  const calendar = (await render({ accessNotes: 'Door code 4711' })).replace(/\r\n[ \t]/g, '');
  expect(calendar).toContain('URL;VALUE=URI:http://localhost:3000/trips/7K3MQ2XA\r\n');
  expect(calendar).not.toMatch(/k3y|Ann|guests\.example|4711|LOCATION/);
});

test('a stay over the change of the clocks keeps the times of the home', async () => {
  const calendar = await render({ checkin: '2027-11-05', checkout: '2027-11-08' });
  expect(calendar).toContain('DTSTART;TZID=America/Chicago:20271105T160000\r\n');
  expect(calendar).toContain('DTEND;TZID=America/Chicago:20271108T100000\r\n');
});

test('the file of a cancelled stay replaces the mailed one: the same stay, later, and cancelled', async () => {
  const value = (calendar: string, name: string) =>
    properties(calendar).find(([key]) => key === name)?.[1] ?? '';
  const mailed = await render();
  const later = new Date(now.getTime() + 60_000);
  const calendar = await renderStayCalendar(bookingEmailData({ isCancelled: true }), later);
  const cancelled = calendar.toString('utf8');
  expect(value(cancelled, 'UID')).toBe(value(mailed, 'UID'));
  expect(Number(value(cancelled, 'SEQUENCE'))).toBeGreaterThan(Number(value(mailed, 'SEQUENCE')));
  expect(value(cancelled, 'STATUS')).toBe('CANCELLED');
});

test('the file of a mail that was queued before another one does not replace the newer file, however late it is delivered', async () => {
  const later = new Date(now.getTime() + 3_600_000);
  const issued = { issuedAt: now.toISOString() };
  const entries = Object.fromEntries(
    properties((await renderStayCalendar(bookingEmailData(issued), later)).toString('utf8')),
  );
  const mailedAtOnce = Object.fromEntries(properties(await render()));
  expect(entries.SEQUENCE).toBe(mailedAtOnce.SEQUENCE);
  expect(entries.DTSTAMP).toBe('20270302T180405Z');
});
