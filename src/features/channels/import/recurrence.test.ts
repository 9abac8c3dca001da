import { expect, test } from 'vitest';
import { calendar, stay } from '../../../../test/feeds.ts';
import { runParser } from './run-parser.server.ts';

const read = (text: string, endIsLastNight = false) =>
  runParser({ text, channel: 'airbnb', endIsLastNight, from: '2027-01-01', until: '2031-01-01' }, 'timed');

/** `2027-07-07/2027-07-09` of each span, with what is cancelled marked. */
async function nightsOf(text: string, endIsLastNight = false): Promise<string[]> {
  const { spans, problem } = await read(text, endIsLastNight);
  expect(problem).toBe('');
  return spans.map(
    ({ checkin, checkout, isCancelled }) => `${checkin}/${checkout}${isCancelled ? ' cancelled' : ''}`,
  );
}

const event = (start: string, end: string, ...more: string[]) => [
  'UID:a',
  `DTSTART${start}`,
  `DTEND${end}`,
  ...more,
];

const zone = (name: string, standard: string, daylight: string) => [
  'BEGIN:VTIMEZONE',
  `TZID:${name}`,
  'BEGIN:STANDARD',
  'DTSTART:20071104T020000',
  `TZOFFSETTO:${standard}`,
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:20070311T020000',
  `TZOFFSETTO:${daylight}`,
  'END:DAYLIGHT',
  'END:VTIMEZONE',
];

const withZone = (lines: string[], ...events: string[][]) =>
  calendar(...events).replace('BEGIN:VEVENT', [...lines, 'BEGIN:VEVENT'].join('\r\n'));

const midnightIn = (tzid: string) => event(`;TZID=${tzid}:20270708T003000`, `;TZID=${tzid}:20270710T110000`);

const shapes: [name: string, text: string, nights: string[], endIsLastNight?: boolean][] = [
  [
    'days without a zone that recur at midnight keep their day in winter',
    calendar(event(':20271101T000000', ':20271102T000000', 'RRULE:FREQ=WEEKLY;COUNT=3')),
    ['2027-11-01/2027-11-02', '2027-11-08/2027-11-09', '2027-11-15/2027-11-16'],
  ],
  [
    'an evening without a zone recurs on the weekday of its rule',
    calendar(event(':20270707T200000', ':20270708T100000', 'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=2')),
    ['2027-07-07/2027-07-08', '2027-07-14/2027-07-15'],
  ],
  [
    'a rule without a zone ends with the time that it names',
    calendar(event(':20270707T160000', ':20270708T100000', 'RRULE:FREQ=WEEKLY;UNTIL=20270714T160000')),
    ['2027-07-07/2027-07-08', '2027-07-14/2027-07-15'],
  ],
  [
    'a night that begins in the hour that the clock skips is closed',
    calendar(
      event(
        ';TZID=America/Chicago:20270313T023000',
        ';TZID=America/Chicago:20270313T103000',
        'RRULE:FREQ=DAILY;COUNT=3',
      ),
    ),
    ['2027-03-13/2027-03-16'],
  ],
  [
    'a week across the end of summer time has seven nights',
    calendar(['UID:a', 'DTSTART;VALUE=DATE:20271103', 'DURATION:P7D']),
    ['2027-11-03/2027-11-10'],
  ],
  [
    'a rule counts whole, whatever it begins with',
    calendar([...stay('a', '2027-07-07', '2027-07-09'), 'RRULE:COUNT=2;INTERVAL=2;FREQ=WEEKLY']),
    ['2027-07-07/2027-07-09', '2027-07-21/2027-07-23'],
  ],
  [
    'a daily rule that began long ago and counts far is closed to its last date',
    calendar([...stay('a', '1995-01-01', '1995-01-02'), 'RRULE:FREQ=DAILY;COUNT=12000']),
    ['1995-01-01/1995-01-02', '2026-12-31/2027-11-09'],
  ],
  [
    'a daily rule that counts further than any date is closed as far as is read',
    calendar([...stay('a', '1995-01-01', '1995-01-02'), 'RRULE:FREQ=DAILY;COUNT=99999999999;INTERVAL=1']),
    ['1995-01-01/1995-01-02', '2026-12-31/2031-01-02'],
  ],
  [
    'further dates are read in their zone',
    calendar([...midnightIn('America/New_York'), 'RDATE;TZID=America/New_York:20270802T003000']),
    ['2027-07-07/2027-07-10', '2027-08-01/2027-08-04'],
  ],
  [
    'a further date that is excluded is left out',
    calendar([
      ...stay('a', '2027-07-07', '2027-07-09'),
      'RDATE;VALUE=DATE:20270801,20270901',
      'EXDATE;VALUE=DATE:20270801',
    ]),
    ['2027-07-07/2027-07-09', '2027-09-01/2027-09-03'],
  ],
  [
    'a date excludes the evening that begins on it',
    calendar(
      event(
        ':20270707T200000',
        ':20270708T100000',
        'RRULE:FREQ=WEEKLY;COUNT=2',
        'EXDATE;VALUE=DATE:20270714',
      ),
    ),
    ['2027-07-07/2027-07-08'],
  ],
  [
    'a midnight of home, written as UTC, excludes its day of whole days',
    calendar([
      ...stay('a', '2027-07-07', '2027-07-08'),
      'RRULE:FREQ=DAILY;COUNT=4',
      'EXDATE:20270709T050000Z',
    ]),
    ['2027-07-07/2027-07-09', '2027-07-10/2027-07-11'],
  ],
  [
    'a midnight east of London, written as UTC, may be the next day’s and excludes none of whole days',
    calendar([
      ...stay('a', '2027-07-07', '2027-07-08'),
      'RRULE:FREQ=DAILY;COUNT=4',
      'EXDATE:20270708T220000Z,20270708T100000Z',
    ]),
    ['2027-07-07/2027-07-11'],
  ],
  [
    'an exclusion in another zone names the same moment',
    calendar(
      event(
        ';TZID=America/Chicago:20270707T160000',
        ';TZID=America/Chicago:20270708T100000',
        'RRULE:FREQ=DAILY;COUNT=3',
        'EXDATE;TZID=Europe/Berlin:20270708T230000',
      ),
    ),
    ['2027-07-07/2027-07-08', '2027-07-09/2027-07-10'],
  ],
  [
    'what cannot be read excludes nothing',
    calendar([...stay('a', '2027-07-07', '2027-07-09'), 'RRULE:FREQ=WEEKLY;COUNT=2', 'EXDATE:next week']),
    ['2027-07-07/2027-07-09', '2027-07-14/2027-07-16'],
  ],
  [
    'an override that names no instance closes its own nights, too',
    calendar(
      [...stay('a', '2027-07-07', '2027-07-09'), 'RRULE:FREQ=WEEKLY;COUNT=2'],
      [...stay('a', '2027-07-20', '2027-07-22'), 'RECURRENCE-ID:the second'],
    ),
    ['2027-07-07/2027-07-09', '2027-07-14/2027-07-16', '2027-07-20/2027-07-22'],
  ],
  [
    'of two versions of an override the later one counts',
    calendar(
      [...stay('a', '2027-07-07', '2027-07-09'), 'RRULE:FREQ=WEEKLY;COUNT=2'],
      [...stay('a', '2027-07-20', '2027-07-22'), 'RECURRENCE-ID;VALUE=DATE:20270714', 'SEQUENCE:2'],
      [...stay('a', '2027-07-25', '2027-07-27'), 'RECURRENCE-ID;VALUE=DATE:20270714', 'SEQUENCE:1'],
    ),
    ['2027-07-07/2027-07-09', '2027-07-20/2027-07-22'],
  ],
  [
    'a rule without dates closes the first one beside its overrides',
    calendar(
      [...stay('a', '2027-07-07', '2027-07-09'), 'RRULE:FREQ=WEEKLY;UNTIL=20270701'],
      [...stay('a', '2027-07-20', '2027-07-22'), 'RECURRENCE-ID;VALUE=DATE:20270714'],
    ),
    ['2027-07-07/2027-07-09', '2027-07-20/2027-07-22'],
  ],
  [
    'a series that is cancelled is cancelled whole',
    calendar([...stay('a', '2027-07-07', '2027-07-09'), 'RRULE:FREQ=WEEKLY;COUNT=2', 'STATUS:CANCELLED']),
    ['2027-07-07/2027-07-09 cancelled', '2027-07-14/2027-07-16 cancelled'],
  ],
  [
    'an override that names its last night closes it, where the series names none',
    calendar(
      ['UID:a', 'DTSTART;VALUE=DATE:20270707', 'RRULE:FREQ=WEEKLY;COUNT=2'],
      [...stay('a', '2027-07-20', '2027-07-21'), 'RECURRENCE-ID;VALUE=DATE:20270714'],
    ),
    ['2027-07-07/2027-07-08', '2027-07-20/2027-07-22'],
    true,
  ],
  [
    'an end before the start closes all between, each time',
    calendar([...stay('a', '2027-07-09', '2027-07-07'), 'RRULE:FREQ=WEEKLY;COUNT=2']),
    ['2027-07-07/2027-07-10', '2027-07-14/2027-07-17'],
  ],
  [
    'a length is read however many digits it has',
    calendar(['UID:a', 'DTSTART;VALUE=DATE:20270707', 'DURATION:PT31536000S']),
    ['2027-07-07/2028-07-06'],
  ],
  [
    'what never ends closes all nights to come',
    calendar(event(';TZID=America/Chicago:20270707T160000', ';TZID=America/Chicago:99991231T235959')),
    ['2027-07-07/9999-12-31'],
  ],
  [
    'what lasts longer than the calendar ends with it',
    calendar(['UID:a', 'DTSTART;VALUE=DATE:20270901', 'DURATION:P9999999D']),
    ['2027-09-01/9999-12-30'],
  ],
  [
    'an instance ends by the clock, too, where that closes more',
    calendar([
      'UID:a',
      'DTSTART;TZID=America/Chicago:20270306T180000',
      'DURATION:P1D',
      'RRULE:FREQ=WEEKLY;COUNT=2',
    ]),
    ['2027-03-06/2027-03-08', '2027-03-13/2027-03-15'],
  ],
  [
    'an override for all later instances moves them, and keeps what they were',
    calendar(
      [...stay('a', '2027-07-07', '2027-07-09'), 'RRULE:FREQ=WEEKLY;COUNT=3'],
      [...stay('a', '2027-07-16', '2027-07-19'), 'RECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:20270714'],
    ),
    ['2027-07-07/2027-07-09', '2027-07-16/2027-07-19', '2027-07-21/2027-07-26'],
  ],
  [
    'the start counts, also on another weekday than its rule',
    calendar([...stay('a', '2027-07-07', '2027-07-08'), 'RRULE:FREQ=WEEKLY; BYDAY=FR;COUNT=2']),
    ['2027-07-07/2027-07-08', '2027-07-09/2027-07-10', '2027-07-16/2027-07-17'],
  ],
  [
    'of two rules both count',
    calendar([
      ...stay('a', '2027-07-07', '2027-07-08'),
      'RRULE:FREQ=WEEKLY;COUNT=2',
      'RRULE:FREQ=MONTHLY;COUNT=2',
    ]),
    ['2027-07-07/2027-07-08', '2027-07-14/2027-07-15', '2027-08-07/2027-08-08'],
  ],
  [
    'an empty further date is none',
    calendar([...stay('a', '2027-07-07', '2027-07-08'), 'RDATE;VALUE=DATE:20270801,']),
    ['2027-07-07/2027-07-08', '2027-08-01/2027-08-02'],
  ],
  [
    'an instance that still stands outlives its cancelled series',
    calendar(
      [...stay('a', '2027-07-07', '2027-07-09'), 'RRULE:FREQ=WEEKLY;COUNT=2', 'STATUS:CANCELLED'],
      [...stay('a', '2027-07-20', '2027-07-22'), 'RECURRENCE-ID;VALUE=DATE:20270714', 'STATUS:CONFIRMED'],
    ),
    ['2027-07-07/2027-07-09 cancelled', '2027-07-20/2027-07-22'],
  ],
  [
    'a date that is said to be a time is one',
    calendar(event(';VALUE=DATE-TIME:20270707', ';VALUE=DATE-TIME:20270714')),
    ['2027-07-07/2027-07-14'],
  ],
  ['a zone by its name in Windows', calendar(midnightIn('Eastern Standard Time')), ['2027-07-07/2027-07-10']],
  [
    'a zone by its label in Windows',
    calendar(midnightIn('"(UTC-05:00) Eastern Time (US & Canada)"')),
    ['2027-07-07/2027-07-10'],
  ],
  ['a zone by its offset', calendar(midnightIn('GMT-4')), ['2027-07-07/2027-07-10']],
  [
    'a name that the file itself explains',
    withZone(zone('Eastern', '-0500', '-0400'), midnightIn('Eastern')),
    ['2027-07-07/2027-07-10'],
  ],
  [
    'a name of Microsoft’s that the file itself explains',
    withZone(zone('Customized Time Zone', '-0500', '-0400'), midnightIn('Customized Time Zone')),
    ['2027-07-07/2027-07-10'],
  ],
  [
    'times without a zone in a file that has one',
    withZone(zone('Eastern', '-0500', '-0400'), event(':20270708T003000', ':20270710T110000')),
    ['2027-07-07/2027-07-10'],
  ],
];

test.each(shapes)('%s', async (_, text, nights, endIsLastNight) => {
  expect(await nightsOf(text, endIsLastNight)).toEqual(nights);
});

test.each([
  [
    'a further date that cannot be',
    [[...stay('a', '2027-07-07', '2027-07-09'), 'RDATE;VALUE=DATE:20271345,20270801']],
    'An event has a date that cannot be: 20271345',
    ['2027-07-07', '2027-08-01'],
  ],
  [
    'a rule that cannot be read',
    [
      [...stay('a', '2027-07-07', '2027-07-09'), 'RRULE:FREQ=WEEKLY;BYDAYS=FR'],
      [...stay('a', '2027-07-20', '2027-07-22'), 'RECURRENCE-ID;VALUE=DATE:20270714'],
    ],
    'A recurring event has a rule that cannot be read: BYDAYS=FR (1 of 2 events cannot be read; nothing is freed until all can be).',
    ['2027-07-20'],
  ],
])('beside %s, all that can be read is closed', async (_, events, problem, checkins) => {
  const file = await read(calendar(...events));
  expect([file.problem, file.spans.map(({ checkin }) => checkin)]).toEqual([problem, checkins]);
});

test.each(['3 days', 'P1Y', 'P2.5D', 'P'.padEnd(60, '9')])(
  'the duration %j is rejected with the reason',
  async (length) => {
    const file = calendar(['UID:a', 'DTSTART;VALUE=DATE:20270707', `DURATION:${length}`]);
    await expect(read(file)).rejects.toThrow(`An event has a length that cannot be: ${length.slice(0, 40)}`);
  },
);

test.each([
  ['a rule for every second', 'FREQ=SECONDLY', 'A recurring event of the calendar cannot be worked out.'],
  ['a rule without sense', 'FREQ=NEVER', 'An event of the calendar cannot be read.'],
  ['an end that cannot be', 'FREQ=DAILY;UNTIL=20270230', 'An event has a date that cannot be: 20270230'],
])('the rule %s is rejected with the reason', async (_, rule, problem) => {
  const times = event(':20270707T160000', ':20270708T100000', `RRULE:${rule}`);
  await expect(read(calendar(times))).rejects.toThrow(problem);
});
