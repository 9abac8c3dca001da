import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { addProperty } from '../../../../test/bookings.ts';
import { calendar, closedNights, openFeedsForFile, stay } from '../../../../test/feeds.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { readFeedNow } from './read-feeds.server.ts';

const start = new Date('2027-05-20T17:00:00Z');
let now = start;
const app = await testAppForFile({ now: () => now });
const feeds = await openFeedsForFile();
const { db } = app.platform;

const july = stay('july', '2027-07-07', '2027-07-14');
const august = stay('august', '2027-08-01', '2027-08-03');
const [julyNights, augustNights] = ['2027-07-07/2027-07-14 reservation', '2027-08-01/2027-08-03 reservation'];

const unreadable: [string, string[], string][] = [
  ['June 31', stay('bad', '2027-06-31', '2027-07-02'), 'a date that cannot be: 20270631'],
  ['no start', ['UID:bad', 'SUMMARY:Reserved'], 'has no start'],
  [
    'two starts',
    [...stay('bad', '2027-06-01', '2027-06-03'), 'DTSTART;VALUE=DATE:20270801'],
    'cannot be read',
  ],
  ['a rule without sense', [...stay('bad', '2027-06-01', '2027-06-03'), 'RRULE:FREQ=NEVER'], 'event'],
];

test.each(unreadable)(
  'beside an event that cannot be read (%s) every other one closes its nights at once, and none is freed',
  async (_, bad, why) => {
    now = start;
    const { id } = await addProperty(db);
    const feed = await feeds.add(db, id, calendar(july));
    const read = () => readFeedNow(app.ctx, feed.id);
    await read();
    await feed.set(calendar(august, bad));
    now = new Date(start.getTime() + hourMs);
    const partial = await read();
    expect(partial).toMatchObject({ isGood: false, error: expect.stringContaining(why) });
    expect(partial.error).toContain('1 of 2 events cannot be read');
    expect(partial.events).toMatchObject([{ uid: 'august', outcome: 'added' }]);
    const row = await db
      .selectFrom('calendar_feeds')
      .selectAll()
      .where('id', '=', feed.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ last_read_at: now, last_good_at: start, last_error: partial.error });

    now = new Date(start.getTime() + 2 * dayMs);
    await read();
    expect(await closedNights(db, id)).toEqual([julyNights, augustNights]);
    await feed.set(calendar(august));
    expect((await read()).events.map(({ uid, outcome }) => `${uid} ${outcome}`)).toContain('july missing');
    expect(await closedNights(db, id)).toEqual([julyNights, augustNights]);
  },
);

test('after a partly readable file the earlier one is read whole, also with the same bytes', async () => {
  now = start;
  const { id } = await addProperty(db);
  const feed = await feeds.add(db, id, calendar(july));
  const read = async () => (await readFeedNow(app.ctx, feed.id)).events.map(({ outcome }) => outcome);
  await read();
  await feed.set(calendar(stay('july', '2027-07-20', '2027-07-22'), ['UID:bad', 'SUMMARY:Reserved']));
  expect(await read()).toEqual(['changed']);
  await feed.set(calendar(july));
  expect(await read()).toEqual(['changed']);
  expect(await closedNights(db, id)).toEqual([julyNights]);
});

test.each([
  ['CANCELLED', ['DTSTART:20270710T160000', 'DTEND:20270712T100000', 'STATUS:cancelled']],
  ['a rule', ['DTSTART;VALUE=date:20270710', 'DTEND;VALUE=date:20270712', 'RRULE:freq=weekly;count=2']],
  ['a duration', ['DTSTART;VALUE=DATE:20270710', 'DURATION:p2d']],
  ['a time', ['DTSTART:20270710t160000z', 'DTEND:20270712t100000z']],
])('values in small letters are read as in capitals: %s', async (what, lines) => {
  now = start;
  const { id } = await addProperty(db);
  const feed = await feeds.add(db, id, calendar(['UID:a', 'SUMMARY:Reserved', ...lines]));
  const { events, error } = await readFeedNow(app.ctx, feed.id);
  expect(error).toBe('');
  expect(events[0]?.outcome).toBe(what === 'CANCELLED' ? 'cancelled' : 'added');
  const nights = ['2027-07-10/2027-07-12 reservation'];
  if (what === 'a rule') nights.push('2027-07-17/2027-07-19 reservation');
  expect(await closedNights(db, id)).toEqual(what === 'CANCELLED' ? [] : nights);
});
