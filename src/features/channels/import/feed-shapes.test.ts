import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { addProperty } from '../../../../test/bookings.ts';
import { calendar, closedNights, openFeedsForFile, stay } from '../../../../test/feeds.ts';
import type { CalendarFeedsTable } from '../../../db/schema/channel-feeds.ts';
import { readFeedNow } from './read-feeds.server.ts';

const now = new Date('2027-05-20T17:00:00Z');
const app = await testAppForFile({ now: () => now });
const feeds = await openFeedsForFile();
const { db } = app.platform;

const week = '2027-07-07/2027-07-14';
const july = stay('a', '2027-07-07', '2027-07-14');
const times = (start: string, end: string) => ['UID:a', 'SUMMARY:Reserved', `DTSTART${start}`, `DTEND${end}`];

type Shape = [
  name: string,
  body: string,
  nights: string[],
  feed?: Partial<Pick<CalendarFeedsTable, 'channel'>> & { end_is_last_night?: boolean },
];

const shapes: Shape[] = [
  ['a stay of Airbnb', calendar(july), [`${week} reservation`]],
  [
    'Airbnb’s rolling block, which is no stay',
    calendar(stay('b', '2027-05-20', '2027-05-22', 'Airbnb (Not available)')),
    ['2027-05-20/2027-05-22 block'],
  ],
  [
    'Vrbo’s guests and blocks',
    calendar(
      stay('a', '2027-07-07', '2027-07-14', 'Reserved - Sarah J.'),
      stay('b', '2027-08-01', '2027-08-03', 'Blocked'),
    ),
    [`${week} reservation`, '2027-08-01/2027-08-03 block'],
    { channel: 'vrbo' },
  ],
  [
    'Booking.com, which marks stays as closed',
    calendar(stay('a', '2027-07-07', '2027-07-14', 'CLOSED - Not available')),
    [`${week} reservation`],
    { channel: 'booking_com' },
  ],
  [
    'another channel’s block',
    calendar(stay('a', '2027-07-07', '2027-07-14', 'Unavailable')),
    [`${week} block`],
    { channel: 'other' },
  ],
  [
    'the last night as the end, where the feed is set so',
    calendar(stay('a', '2027-07-07', '2027-07-13')),
    [`${week} reservation`],
    { end_is_last_night: true },
  ],
  [
    'the same day as start and end: one night',
    calendar(stay('a', '2027-07-07', '2027-07-07')),
    ['2027-07-07/2027-07-08 reservation'],
  ],
  [
    'no end: one night, also where the end would be the last night',
    calendar(['UID:a', 'DTSTART;VALUE=DATE:20270707']),
    ['2027-07-07/2027-07-08 reservation'],
    { end_is_last_night: true },
  ],
  [
    'an end before the start: all between',
    calendar(stay('a', '2027-07-14', '2027-07-07')),
    ['2027-07-07/2027-07-15 reservation'],
  ],
  ['a duration', calendar(['UID:a', 'DTSTART;VALUE=DATE:20270707', 'DURATION:P7D']), [`${week} reservation`]],
  [
    'times at the home',
    calendar(times(';TZID=America/Chicago:20270707T160000', ';TZID=America/Chicago:20270714T100000')),
    [`${week} reservation`],
  ],
  ['times in UTC', calendar(times(':20270707T210000Z', ':20270714T150000Z')), [`${week} reservation`]],
  [
    'UTC midnights, which are the evening before: no night of the stay is lost',
    calendar(times(':20270707T000000Z', ':20270714T000000Z')),
    ['2027-07-06/2027-07-14 reservation'],
  ],
  ['times without a zone', calendar(times(':20270707T160000', ':20270714T100000')), [`${week} reservation`]],
  [
    'times in another zone, across midnight',
    calendar(times(';TZID=America/New_York:20270708T003000', ';TZID=America/New_York:20270714T110000')),
    [`${week} reservation`],
  ],
  [
    'times in a zone that nobody knows',
    calendar(times(';TZID=Nowhere/City:20270707T160000', ';TZID=Nowhere/City:20270714T100000')),
    [`${week} reservation`],
  ],
  ['midnight at the home', calendar(times(':20270707T000000', ':20270714T000000')), [`${week} reservation`]],
  [
    'a last minute of the last night',
    calendar(times(':20270707T000000', ':20270713T235959')),
    [`${week} reservation`],
  ],
  [
    'a few hours of one day',
    calendar(times(':20270707T120000', ':20270707T150000')),
    ['2027-07-07/2027-07-08 reservation'],
  ],
  [
    'dates without VALUE, and with dashes',
    calendar(['UID:a', 'DTSTART:20270707', 'DTEND;VALUE=DATE:2027-07-14']),
    [`${week} reservation`],
  ],
  [
    'a cancelled stay beside a live one',
    calendar([...july, 'STATUS:CANCELLED'], stay('b', '2027-08-01', '2027-08-03')),
    ['2027-08-01/2027-08-03 reservation'],
  ],
  [
    'one UID for two stays: both close their nights',
    calendar(july, stay('a', '2027-08-01', '2027-08-03')),
    [`${week} reservation`, '2027-08-01/2027-08-03 reservation'],
  ],
  [
    'stays without a UID',
    calendar(july.slice(1), stay('', '2027-08-01', '2027-08-03').slice(1)),
    [`${week} reservation`, '2027-08-01/2027-08-03 reservation'],
  ],
  [
    'UIDs that are names of JavaScript’s own',
    calendar(stay('__proto__', '2027-07-07', '2027-07-14')),
    [`${week} reservation`],
  ],
  [
    'every second week three times, without the second',
    calendar([
      ...stay('a', '2027-07-07', '2027-07-09'),
      'RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=3',
      'EXDATE;VALUE=DATE:20270721',
    ]),
    ['2027-07-07/2027-07-09 reservation', '2027-08-04/2027-08-06 reservation'],
  ],
  [
    'a recurring stay of which one was moved',
    calendar(
      [...stay('a', '2027-07-07', '2027-07-09'), 'RRULE:FREQ=WEEKLY;COUNT=2'],
      [...stay('a', '2027-07-20', '2027-07-22'), 'RECURRENCE-ID;VALUE=DATE:20270714'],
    ),
    ['2027-07-07/2027-07-09 reservation', '2027-07-20/2027-07-22 reservation'],
  ],
  [
    'further dates',
    calendar([...stay('a', '2027-07-07', '2027-07-09'), 'RDATE;VALUE=DATE:20270801,20270901']),
    [
      '2027-07-07/2027-07-09 reservation',
      '2027-08-01/2027-08-03 reservation',
      '2027-09-01/2027-09-03 reservation',
    ],
  ],
  [
    'further times in UTC, by the homes’ clock',
    calendar(['UID:a', 'DTSTART:20270707T210000Z', 'DTEND:20270709T150000Z', 'RDATE:20270802T020000Z']),
    ['2027-07-07/2027-07-09 reservation', '2027-08-01/2027-08-03 reservation'],
  ],
  [
    'further periods with an end of their own',
    calendar([
      'UID:a',
      'DTSTART:20270707T210000Z',
      'DTEND:20270709T150000Z',
      'RDATE;VALUE=PERIOD:20270801T210000Z/20270805T150000Z,20270901T210000Z/P6DT18H',
    ]),
    [
      '2027-07-07/2027-07-09 reservation',
      '2027-08-01/2027-08-05 reservation',
      '2027-09-01/2027-09-08 reservation',
    ],
  ],
  [
    'folded lines, LF alone, small letters, a byte order mark',
    `\ufeff${calendar(july).replaceAll('\r\n', '\n').replace('DTSTART;VALUE=DATE', 'dtstart;val\n ue=date').replace('BEGIN:VEVENT', 'begin:vevent')}`,
    [`${week} reservation`],
  ],
  [
    'alarms, to-dos and time zones beside the stay',
    calendar([
      ...july,
      'BEGIN:VALARM',
      'UID:b',
      'DTSTART;VALUE=DATE:20270801',
      'TRIGGER:-PT5M',
      'END:VALARM',
    ]).replace(
      'END:VCALENDAR',
      'BEGIN:VTODO\r\nUID:t\r\nDTSTART;VALUE=DATE:20270901\r\nEND:VTODO\r\nEND:VCALENDAR',
    ),
    [`${week} reservation`],
  ],
  [
    'a stay that goes on',
    calendar(stay('a', '2027-05-10', '2027-05-22')),
    ['2027-05-10/2027-05-22 reservation'],
  ],
  [
    'a stay that is over, which is counted but closes nothing',
    calendar(stay('a', '2027-01-10', '2027-01-12')),
    [],
  ],
  ['a calendar that never had an event', calendar(), []],
  [
    'two calendars in one file',
    calendar(july) + calendar(stay('b', '2027-08-01', '2027-08-03')),
    [`${week} reservation`, '2027-08-01/2027-08-03 reservation'],
  ],
];

test.each(shapes)('%s', async (_, body, nights, more = {}) => {
  const { id } = await addProperty(db);
  const feed = await feeds.add(db, id, body, more);
  expect(await readFeedNow(app.ctx, feed.id)).toMatchObject({ isGood: true, error: '' });
  expect(await closedNights(db, id)).toEqual(nights);
});

const endless = (rule: string) =>
  calendar([...times(':20270707T000000', ':20270707T100000'), `RRULE:${rule}`]);

test.each([
  ['an empty file', '', 'empty'],
  ['a page instead of a calendar', '<!doctype html><html><body>Sign in</body></html>', 'web page'],
  ['something else', 'hello', 'BEGIN:VCALENDAR'],
  ['JSON', '{"events":[]}', 'BEGIN:VCALENDAR'],
  ['a file that was cut off', calendar(july).slice(0, -30), 'END:VCALENDAR'],
  [
    'a file that was cut inside an event',
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nEND:VCALENDAR\r\n',
    'not closed',
  ],
  ['an event without a start', calendar(['UID:a', 'SUMMARY:Reserved']), 'no start'],
  ['a date that cannot be', calendar(stay('a', '2027-02-30', '2027-03-02')), 'cannot be'],
  ['words instead of a date', calendar(['UID:a', 'DTSTART:tomorrow']), 'cannot be'],
  ['two starts', calendar([...july, 'DTSTART;VALUE=DATE:20270801']), 'cannot be read'],
  ['a rule for every second, for ever', endless('FREQ=SECONDLY'), 'worked out'],
  [
    '50,000 events',
    calendar(...Array.from({ length: 50_000 }, (_, at) => [`UID:${at}`, 'DTSTART:20270707'])),
    'more than 20000',
  ],
])('%s is doubted: the nights read before stay closed, and the hosts read why', async (_, body, why) => {
  const { id } = await addProperty(db);
  const feed = await feeds.add(db, id, calendar(july));
  await readFeedNow(app.ctx, feed.id);
  await feed.set(body, '?empty=1');
  const reading = await readFeedNow(app.ctx, feed.id);
  expect(reading).toMatchObject({ isGood: false, error: expect.stringContaining(why), events: [] });
  expect(await closedNights(db, id)).toEqual([`${week} reservation`]);
  const row = await db.selectFrom('calendar_feeds').selectAll().where('id', '=', feed.id).executeTakeFirst();
  expect(row).toMatchObject({ event_count: 1, last_error: reading.error });
});

test('T-88: an impossible rule ends, and closes the night it begins with', async () => {
  const { id } = await addProperty(db);
  const feed = await feeds.add(db, id, endless('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'));
  await readFeedNow(app.ctx, feed.id);
  expect(await closedNights(db, id)).toEqual(['2027-07-07/2027-07-08 reservation']);
});
