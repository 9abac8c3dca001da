import { expect, test } from 'vitest';
import { FeedError } from '../feed.ts';
import { readProperties, splitCalendar } from './calendar-text.ts';

const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'];
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];

test.each([
  ['CR LF', '\r\n'],
  ['LF', '\n'],
  ['CR', '\r'],
])('lines that end in %s are read, folded ones as one', (_, end) => {
  const text = calendar(...event('UID:1', 'SUMMARY:Not', '  available')).join(end);
  expect(splitCalendar(text).busy).toEqual([{ name: 'VEVENT', lines: ['UID:1', 'SUMMARY:Not available'] }]);
});

test('a byte order mark, null bytes, empty lines and small letters are no obstacle', () => {
  const text = [
    '\ufeffbegin:vcalendar',
    '',
    'Begin:Vevent',
    'UID:a\0b',
    'end:vevent ',
    '  ',
    'end:vcalendar',
    '',
  ];
  expect(splitCalendar(text.join('\n')).busy).toEqual([{ name: 'VEVENT', lines: ['UID:ab'] }]);
});

test('an alarm inside an event is no part of it, and a to-do is no event', () => {
  const alarm = ['BEGIN:VALARM', 'TRIGGER:-PT1H', 'END:VALARM'];
  const text = calendar(...event('UID:1', ...alarm, 'SEQUENCE:2'), 'BEGIN:VTODO', 'UID:2', 'END:VTODO');
  expect(splitCalendar(text.join('\n')).busy.map(({ lines }) => lines)).toEqual([['UID:1', 'SEQUENCE:2']]);
});

test('each time zone comes whole, with its rules inside', () => {
  const zone = [
    'BEGIN:VTIMEZONE',
    'TZID:A',
    'BEGIN:STANDARD',
    'TZOFFSETTO:-0600',
    'END:STANDARD',
    'END:VTIMEZONE',
  ];
  const text = calendar(...zone, ...event('UID:1'), ...zone);
  expect(splitCalendar(text.join('\n'))).toMatchObject({
    timeZones: [zone, zone],
    busy: [{ name: 'VEVENT' }],
  });
});

test.each([
  ['an empty file', '', 'is empty'],
  ['a web page', '<!DOCTYPE html><html></html>', 'a web page'],
  ['another text', 'Not found', 'does not begin with BEGIN:VCALENDAR'],
  [
    'a calendar that is cut off',
    calendar(...event('UID:1'))
      .slice(0, -1)
      .join('\n'),
    'does not end with',
  ],
  ['an event that is not closed', calendar('BEGIN:VEVENT', 'UID:1').join('\n'), 'VEVENT is not closed'],
  [
    'components that overlap',
    calendar('BEGIN:VEVENT', 'BEGIN:VALARM', 'END:VEVENT', 'END:VALARM').join('\n'),
    'VALARM',
  ],
  ['text between two calendars', [...calendar(), 'UID:1', ...calendar()].join('\n'), 'text outside of it'],
])('%s is rejected with the reason', (_, text, reason) => {
  expect(() => splitCalendar(text)).toThrow(FeedError);
  expect(() => splitCalendar(text)).toThrow(reason);
});

test('properties are found by name in any case, with parameters that hold colons', () => {
  const lines = ['dtstart;TZID="A:B";VALUE=DATE: 20270709', 'SUMMARY:a: b;c', 'UID', 'UIDS:2'];
  expect(readProperties({ name: 'VEVENT', lines }, new Set(['DTSTART', 'SUMMARY', 'UID']))).toEqual([
    { name: 'DTSTART', params: ';TZID="A:B";VALUE=DATE', value: '20270709' },
    { name: 'SUMMARY', params: '', value: 'a: b;c' },
  ]);
});
