import { describe, expect, test } from 'vitest';
import { calendar, stay } from '../../../../test/feeds.ts';
import { decodeCalendar } from './calendar-text.ts';
import { runParser } from './run-parser.server.ts';

const parse = (text: string) =>
  runParser(
    { text, channel: 'airbnb', endIsLastNight: false, from: '2027-01-01', until: '2030-11-28' },
    'timed',
  );

/** The nights that a file closes: `2027-07-07/2027-07-14`. */
async function nights(text: string): Promise<string[]> {
  const { spans, problem } = await parse(text);
  expect(problem).toBe('');
  return spans
    .filter(({ checkout, isCancelled }) => checkout > '2026-11-28' && !isCancelled)
    .map(({ checkin, checkout }) => `${checkin}/${checkout}`)
    .sort();
}

const timed = (start: string, end: string) => ['UID:a', 'SUMMARY:Reserved', `DTSTART${start}`, `DTEND${end}`];
const week = '2027-07-07/2027-07-14';
const august = '2027-08-01/2027-08-03';
const augustStay = stay('b', '2027-08-01', '2027-08-03');

describe('whole days of another zone', () => {
  test.each([
    'Europe/Berlin',
    'Australia/Sydney',
    'Asia/Tokyo',
    'Pacific/Kiritimati',
    'Pacific/Honolulu',
    'Europe/London',
    'Asia/Kolkata',
    'W. Europe Standard Time',
    'Etc/GMT-14',
    'America/Chicago',
    'Nowhere/City',
  ])('midnight to midnight in %s closes the nights of these dates', async (zone) => {
    const at = (date: string, time: string) => `;TZID=${zone}:${date}T${time}`;
    expect(await nights(calendar(timed(at('20270707', '000000'), at('20270714', '000000'))))).toEqual([week]);
    expect(await nights(calendar(timed(at('20270707', '000000'), at('20270713', '235900'))))).toEqual([week]);
    expect(await nights(calendar(timed(at('20270707', '000000'), at('20270708', '000000'))))).toEqual([
      '2027-07-07/2027-07-08',
    ]);
  });

  test('midnights without a zone are whole days beside any VTIMEZONE', async () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Customized',
      'BEGIN:STANDARD',
      'TZOFFSETTO:+0900',
      'END:STANDARD',
      'END:VTIMEZONE',
    ].join('\r\n');
    const text = calendar(timed(':20270707T000000', ':20270714T000000'));
    expect(await nights(text.replace('BEGIN:VEVENT', `${zone}\r\nBEGIN:VEVENT`))).toEqual([week]);
  });

  test('a series of whole days in another zone closes each of them', async () => {
    const lines = timed(';TZID=Europe/Berlin:20270707T000000', ';TZID=Europe/Berlin:20270709T000000');
    expect(await nights(calendar([...lines, 'RRULE:FREQ=WEEKLY;COUNT=2']))).toEqual([
      '2027-07-07/2027-07-09',
      '2027-07-14/2027-07-16',
    ]);
  });

  // The dates include the weeks in which the clocks of only one side have changed.
  test.each(['2027-01-07', '2027-03-20', '2027-07-07', '2027-10-30'])(
    'midnights of every zone, sent as UTC, close every night of a stay from %s',
    async (date) => {
      const from = Temporal.PlainDate.from(date);
      const until = from.add({ days: 12 });
      const inUtc = (day: Temporal.PlainDate, zone: string) =>
        day.toZonedDateTime(zone).toInstant().toString().replaceAll(/[-:]/g, '');
      const zones = Intl.supportedValuesOf('timeZone');
      const { spans } = await parse(
        calendar(
          ...zones.map((zone) => [
            `UID:${zone}`,
            `DTSTART:${inUtc(from, zone)}`,
            `DTEND:${inUtc(until, zone)}`,
          ]),
        ),
      );
      expect(spans).toHaveLength(zones.length);
      for (const { uid, checkin, checkout } of spans) {
        expect(checkin <= date, `${uid} ${checkin}`).toBe(true);
        expect(checkout >= until.toString(), `${uid} ${checkout}`).toBe(true);
      }
    },
  );

  test.each(['Australia/Sydney', 'Pacific/Auckland', 'Pacific/Honolulu', 'Europe/Berlin'])(
    'a stay with hours in %s closes every night of its own dates, too',
    async (zone) => {
      const lines = timed(`;TZID=${zone}:20270107T160000`, `;TZID=${zone}:20270114T100000`);
      const [closed = ''] = await nights(calendar(lines));
      expect(closed.slice(0, 10) <= '2027-01-07' && closed.slice(11) >= '2027-01-14', closed).toBe(true);
    },
  );
});

const freeBusy = (...lines: string[]) =>
  calendar().replace(
    'END:VCALENDAR',
    ['BEGIN:VFREEBUSY', ...lines, 'END:VFREEBUSY', 'END:VCALENDAR'].join('\r\n'),
  );

describe('free/busy data', () => {
  test.each([
    ['a period with an end', 'FREEBUSY;FBTYPE=BUSY:20270707T210000Z/20270714T150000Z', [week]],
    ['a period with a duration', 'FREEBUSY:20270707T210000Z/P6DT18H', [week]],
    [
      'several periods of one property',
      'FREEBUSY:20270707T210000Z/20270714T150000Z,20270801T210000Z/P1DT18H',
      [week, august],
    ],
    ['an unknown type', 'FREEBUSY;FBTYPE=X-OTHER:20270707T210000Z/20270714T150000Z', [week]],
    ['BUSY-TENTATIVE', 'FREEBUSY;FBTYPE="BUSY-TENTATIVE":20270707T210000Z/20270714T150000Z', [week]],
    ['FREE', 'FREEBUSY;FBTYPE=FREE:20270707T210000Z/20270714T150000Z', []],
  ])('closes every period that is not free: %s', async (_, line, closed) => {
    expect(await nights(freeBusy('UID:f', line))).toEqual(closed);
  });

  test('beside a stay of the same nights closes them once', async () => {
    const busy = freeBusy('FREEBUSY:20270707T210000Z/20270714T150000Z').match(
      /BEGIN:VFREEBUSY[\s\S]*END:VFREEBUSY\r\n/,
    );
    const text = calendar(stay('a', '2027-07-07', '2027-07-14'));
    expect(await nights(text.replace('END:VCALENDAR', `${busy?.[0]}END:VCALENDAR`))).toEqual([week]);
  });

  test('with a period that cannot be read is not read well', async () => {
    await expect(parse(freeBusy('FREEBUSY:soon/P1D'))).rejects.toThrow('a date that cannot be: soon');
    await expect(parse(freeBusy('FREEBUSY:20270707T210000Z'))).rejects.toThrow('a date that cannot be');
    const both = freeBusy('FREEBUSY:20270707T210000Z/P6DT18H,soon/P1D');
    expect(await parse(both)).toMatchObject({
      spans: [{ checkin: '2027-07-07' }],
      problem: expect.any(String),
    });
  });

  test.each(['VTODO', 'VJOURNAL', 'VAVAILABILITY'])(
    'a file with only %s is no calendar of stays',
    async (name) => {
      const text = calendar().replace(
        'END:VCALENDAR',
        `BEGIN:${name}\r\nUID:t\r\nEND:${name}\r\nEND:VCALENDAR`,
      );
      await expect(parse(text)).rejects.toThrow('no events');
    },
  );
});

describe('odd values', () => {
  test.each([
    ['a year before 1900', stay('x', '0025-07-07', '0025-07-14'), []],
    ['a time before 1900', timed(':16040707T160000Z', ':16040708T160000Z'), []],
    [
      'a yearly day since 1604',
      [...stay('x', '1604-07-07', '1604-07-08'), 'RRULE:FREQ=YEARLY'],
      [2027, 2028, 2029, 2030].map((year) => `${year}-07-07/${year}-07-08`),
    ],
    [
      'a yearly day since 1604, with its month and day',
      [...stay('x', '1604-07-07', '1604-07-08'), 'RRULE:FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=7'],
      [2027, 2028, 2029, 2030].map((year) => `${year}-07-07/${year}-07-08`),
    ],
    [
      'a zone with a colon',
      timed(';TZID=GMT-05:00:20270707T160000', ';TZID=GMT-05:00:20270714T100000'),
      [week],
    ],
    [
      'a zone with a colon, and ISO times',
      timed(';TZID=GMT-05:00:2027-07-07T16:00:00', ';TZID=GMT-05:00:2027-07-14T10:00:00'),
      [week],
    ],
    [
      'the label of a zone of Windows',
      timed(
        ';TZID=(UTC-06:00) Central Time (US & Canada):20270707T160000',
        ';TZID=(UTC-06:00) Central Time (US & Canada):20270714T100000',
      ),
      [week],
    ],
    [
      'a zone as an address',
      timed(
        ';TZID=tzone://Microsoft/Custom:20270707T160000',
        ';TZID=tzone://Microsoft/Custom:20270714T100000',
      ),
      [week],
    ],
    [
      'a zone as a path',
      timed(
        ';TZID=/mozilla.org/20050126_1/Asia/Tokyo:20270708T060000',
        ';TZID=/mozilla.org/20050126_1/Asia/Tokyo:20270715T000000',
      ),
      ['2027-07-07/2027-07-15'],
    ],
    [
      'a quotation mark that is not closed',
      timed(';TZID="America/Chicago:20270707T160000', ';TZID="America/Chicago:20270714T100000'),
      [week],
    ],
    ['fractions', timed(':2027-07-07T21:00:00.000Z', ':2027-07-14T15:00:00,5Z'), [week]],
    ['offsets', timed(':2027-07-07T16:00:00-05:00', ':20270714T170000+0200'), [week]],
    [
      'an offset that names its zone',
      timed(':2027-07-07T16:00-05:00[America/Chicago]', ':20270714T100000'),
      [week],
    ],
    ['a blank before the time', timed(':2027-07-07 16:00:00', ':2027-07-14 10:00'), [week]],
    ['blanks around the offset', timed(':2027-07-07 16:00:00 -0500', ':2027-07-14 15:00:00 UTC'), [week]],
    ['slashes', timed(':2027/07/07', ':2027/07/14'), [week]],
    ['a negative length', ['UID:a', 'DTSTART;VALUE=DATE:20270713', 'DURATION:-P6D'], [week]],
    ['a date as the end of a time', timed(':20270707T210000Z', ';VALUE=DATE:20270714'), [week]],
    ['a time as the end of a date', timed(';VALUE=DATE:20270707', ':20270714T150000Z'), [week]],
    ['a leap second', timed(':20270707T210060Z', ':20270714T150060Z'), [week]],
    [
      'two hours that a clock change skips and repeats',
      timed(';TZID=America/Chicago:20280312T023000', ';TZID=America/Chicago:20280314T013000'),
      ['2028-03-12/2028-03-14'],
    ],
    [
      'American spelling of what is no status',
      [...stay('x', '2027-07-07', '2027-07-14'), 'STATUS:CANCELED'],
      [week],
    ],
    ['the mark of free time', [...stay('x', '2027-07-07', '2027-07-14'), 'TRANSP:TRANSPARENT'], [week]],
    [
      'an old rule of exceptions',
      [...stay('x', '2027-07-07', '2027-07-08'), 'RRULE:FREQ=DAILY;COUNT=7', 'EXRULE:FREQ=DAILY;INTERVAL=2'],
      [week],
    ],
    ['no T', timed(':20270707160000', ':202707141000'), [week]],
    ['the hour 24', timed(':20270706T240000', ':20270713T240000'), [week]],
    ['a time of words', timed(':20270707Tevening', ':20270714'), [week]],
    [
      'a parameter without a value',
      ['UID:a', 'DTSTART;VALUE=DATE;X-ODD:20270707', 'DTEND;VALUE=DATE;X-ODD:20270714'],
      [week],
    ],
    ['a duration out of order', ['UID:a', 'DTSTART;VALUE=DATE:20270707', 'DURATION:P7D0H'], [week]],
    ['a duration without T', ['UID:a', 'DTSTART:20270707T160000', 'DURATION:P6D18H'], [week]],
    [
      'the same start twice',
      [...stay('x', '2027-07-07', '2027-07-14'), 'DTSTART;VALUE=DATE:20270707'],
      [week],
    ],
  ])('%s is read, and the stay beside it closes its nights', async (_, lines, closed) => {
    expect(await nights(calendar(lines, augustStay))).toEqual([...closed, august].sort());
  });

  test.each([
    ['an end that is no year', timed(':20270707T160000Z', ':00010101T000000Z'), 'ends before it begins'],
    ['seconds since 1970', timed(':1814995200', ':1815600000'), 'cannot be'],
    ['milliseconds since 1970', timed(':2012053100000', ':2012053200000'), 'cannot be'],
    ['a month and a day without zeros', timed(':2027-7-7', ':2027-7-14'), 'cannot be'],
    ['a date of America', timed(':07/07/2027', ':07/14/2027'), 'cannot be'],
    ['a group before its names', ['UID:a', 'item1.DTSTART:20270707', 'item1.DTEND:20270714'], 'no start'],
    [
      'two different ends',
      [...stay('x', '2027-07-07', '2027-07-14'), 'DTEND;VALUE=DATE:20270716'],
      'cannot be read',
    ],
    ['a rule of vCalendar 1.0', [...stay('x', '2027-07-07', '2027-07-08'), 'RRULE:D1 #5'], 'rule'],
    [
      'a rule without a frequency',
      [...stay('x', '2027-07-07', '2027-07-08'), 'RRULE:COUNT=2'],
      'cannot be read',
    ],
    [
      'a rule that ends with a word',
      [...stay('x', '2027-07-07', '2027-07-08'), 'RRULE:FREQ=DAILY;UNTIL=never'],
      'cannot be',
    ],
    ['a length beyond all years', ['UID:a', 'DTSTART:20270707', 'DURATION:P99999999999D'], 'cannot be read'],
    ['an hour that cannot be', timed(':20270707T250000', ':20270714'), 'cannot be'],
    [
      'a length without a number',
      ['UID:a', 'DTSTART:20270707T160000', 'DURATION:PTXH'],
      'a length that cannot be',
    ],
  ])('%s cannot be read, and is reported beside the stay', async (_, lines, why) => {
    expect(await parse(calendar(lines, augustStay))).toMatchObject({
      spans: [{ uid: 'b' }],
      problem: expect.stringContaining(why),
    });
  });
});

describe('text that is no calendar', () => {
  const text = calendar(stay('a', '2027-07-07', '2027-07-14'));

  test.each([
    ['a comment behind the end', `${text}<!-- cached: 12 ms -->\r\n`],
    ['a comment on the line of the end', `${text.trimEnd()}<!-- cached -->`],
    [
      'a warning before the beginning',
      `<br />\n<b>Warning</b>: foo() in <b>/a.php</b> on line 3<br />\n${text}`,
    ],
    ['a warning on the first line', `Notice: undefined index ${text}`],
    ['two byte order marks', `\ufeff\ufeff${text}`],
    ['blank lines', `\r\n\r\n  \r\n${text}\r\n\r\n`],
    ['CR CR LF, folded within a date', text.replace('0707', '07\r\n 07').replaceAll('\r\n', '\r\r\n')],
    ['an element of a page', `<pre>${text}</pre>`],
    [
      'half a byte of UTF-16 at its end',
      decodeCalendar(Buffer.from(`\ufeff${text}`, 'utf16le').subarray(0, -1)),
    ],
  ])('around it is left aside: %s', async (_, file) => {
    expect(await nights(file)).toEqual([week]);
  });

  test('files that were joined are read one after the other, each with its mark', async () => {
    expect(await nights(`\ufeff${text}\ufeff${calendar(augustStay)}`)).toEqual([week, august]);
  });

  test.each([
    ['a second calendar that is cut off', `${text}${text.slice(0, -20)}`, 'END:VCALENDAR'],
    ['an end without a beginning', `${text}END:VEVENT\r\nEND:VCALENDAR\r\n`, 'text outside of it'],
    ['an event before it', `BEGIN:VEVENT\r\nUID:x\r\n${text}`, 'text outside of it'],
  ])('around it is part of a broken one: %s', async (_, file, why) => {
    await expect(parse(file)).rejects.toThrow(why);
  });

  test.each([
    [
      'field names of its own',
      ['Begin: 7 July', 'End: 14 July', 'Status: cancelled', 'Summary: Unavailable'],
    ],
    ['an end in words', ['end: flexible, thanks', 'Dtstart: see below', 'DTSTART: see below']],
    ['one word', ['Begin: Friday', 'End: Sunday', 'begin:friday', 'END:sunday']],
    ['a length in words', ['Duration: 7 nights', 'DTEND: noon', 'RRULE']],
    ['a UID of its own', ['Uid: 7', 'Recurrence-Id: none']],
    ['blank and odd lines', ['', ':', ';', 'https://example.com/a:b', '=====']],
  ])('in a description that was not folded is left aside: %s', async (_, lines) => {
    const event = [
      'UID:a',
      'DESCRIPTION:Booking',
      ...lines,
      ...stay('a', '2027-07-07', '2027-07-14').slice(2),
    ];
    expect(await nights(calendar(event))).toEqual([week]);
  });

  test.each(['utf-16le', 'utf-16be'])(
    'a file in %s is decoded, with its mark and without',
    async (encoding) => {
      const words = `\ufeff${text.replace('Reserved', 'Réservé')}`;
      const bytes = Buffer.from(words, 'utf16le');
      if (encoding === 'utf-16be') bytes.swap16();
      expect(decodeCalendar(bytes)).toBe(words.slice(1));
      expect(decodeCalendar(bytes.subarray(2))).toBe(words.slice(1));
      expect(await nights(decodeCalendar(bytes))).toEqual([week]);
    },
  );
});

describe('short events beside a stay', () => {
  const at = (uid: string, date: string, from: string, until: string) => [
    `UID:${uid}`,
    `DTSTART;TZID=America/Chicago:${date}T${from}`,
    `DTEND;TZID=America/Chicago:${date}T${until}`,
  ];
  const whole = stay('a', '2027-07-07', '2027-07-14');

  test.each([
    [
      'arrival and departure',
      [at('in', '20270707', '160000', '163000'), at('out', '20270714', '100000', '103000')],
    ],
    ['the same in UTC', [['UID:out', 'DTSTART:20270714T150000Z', 'DTEND:20270714T153000Z']]],
    ['a moment', [['UID:out', 'DTSTART;TZID=America/Chicago:20270714T100000']]],
    ['a visit within the stay', [at('clean', '20270710', '090000', '120000')]],
    [
      'a visit every week, within the stay and at its end',
      [[...at('clean', '20270707', '100000', '120000'), 'RRULE:FREQ=WEEKLY;COUNT=2']],
    ],
  ])('close nothing of their own: %s', async (_, events) => {
    expect(await nights(calendar(...events, whole))).toEqual([week]);
    expect(await nights(calendar(whole, ...events))).toEqual([week]);
  });

  test.each([
    ['alone', [at('out', '20270714', '100000', '103000')]],
    ['beside a stay that ended before', [at('out', '20270716', '100000', '103000'), whole]],
    ['at an end, in the afternoon', [at('in', '20270714', '160000', '163000'), whole]],
    [
      'beside a stay that was cancelled',
      [at('out', '20270714', '100000', '103000'), [...whole, 'STATUS:CANCELLED']],
    ],
    [
      'beside another short one',
      [at('out', '20270714', '100000', '103000'), at('in', '20270714', '090000', '093000')],
    ],
  ])('close their night where no stay explains them: %s', async (_, events) => {
    const own = (await nights(calendar(...events))).filter((span) => span !== week);
    expect(own[0]).toMatch(/^2027-07-1[46]\/2027-07-1[57]$/);
  });
});
