import { expect, test } from 'vitest';
import { quietDay } from '../../../../test/quiet-day.ts';
import { backupText } from './backup-text.ts';
import { formatClock, formatDuration } from './clock.ts';
import type { Today, WaitingBooking } from './contract.server.ts';
import { toTasks } from './tasks.ts';

const now = Date.parse('2027-07-09T15:00:00Z');
const inMinutes = (minutes: number): string => new Date(now + minutes * 60_000).toISOString();
const property = { slug: 'the-beachcomber', title: 'The Beachcomber' };
const guest = { name: 'Ann Lee', phone: '+1 850 555 0100' };

const waiting = (code: string, minutes: number): WaitingBooking => ({
  code,
  property,
  ...guest,
  checkin: '2027-08-01',
  checkout: '2027-08-02',
  guests: 2,
  pets: 1,
  total: 113_120,
  expiresAt: inMinutes(minutes),
});
const day = (more: Partial<Today>): Today => ({ ...quietDay, readAt: inMinutes(0), ...more });
test('an extra that a guest asks for is a task for a day, and names who leaves and arrives on its day', () => {
  const extra = {
    id: 'e1',
    code: 'ABCD1234',
    property,
    ...guest,
    checkin: '2027-07-12',
    checkout: '2027-07-15',
    label: 'Early check-in at 1 PM',
    quantity: 1,
    requestedAt: inMinutes(-60),
    arrivals: [],
    departures: ['Bo Lee'],
  };
  const [task] = toTasks(day({ pendingExtras: [extra] }), now);
  expect(task).toMatchObject({
    kind: 'extra',
    title: `${guest.name} asks for “Early check-in at 1 PM”`,
    detail: 'The Beachcomber, July 12, 2027 to July 15, 2027. Leaving on that day: Bo Lee.',
    deadline: inMinutes(23 * 60),
    to: '/admin/bookings/ABCD1234',
  });
  const [alone] = toTasks(day({ pendingExtras: [{ ...extra, departures: [] }] }), now);
  expect(alone?.detail).toContain('No other guests leave or arrive on that day.');
  const [sold] = toTasks(day({ pendingExtras: [{ ...extra, arrivals: ['vrbo'] }] }), now);
  expect(sold?.detail).toContain('Arriving on that day: a guest of Vrbo.');
});

test('an approved time onto whose day another stay was sold is a task that names both times', () => {
  const conflict = {
    id: 'e1',
    code: 'ABCD1234',
    property,
    ...guest,
    moment: 'late_check_out' as const,
    clockTime: '13:00',
    on: '2027-07-15',
    other: { code: 'EFGH5678', guest: 'Bo Lee', time: '16:00' },
  };
  const [task] = toTasks(day({ momentConflicts: [conflict] }), now);
  expect(task).toMatchObject({
    kind: 'moment',
    urgency: 'soon',
    title: 'Late check-out 1 PM, guests arrive 4 PM: The Beachcomber',
    to: '/admin/bookings/ABCD1234',
  });
  const early = { ...conflict, moment: 'early_check_in' as const, on: '2027-07-09' };
  const [arriving] = toTasks(day({ momentConflicts: [early] }), now);
  expect(arriving).toMatchObject({
    urgency: 'late',
    title: expect.stringMatching(/^Early check-in 1 PM, guests leave/),
  });
});

test('an arrival without its promised code is named, today before tomorrow', () => {
  const arrival = (code: string, checkin: string) => ({ code, property, checkin, ...guest });
  const tasks = toTasks(day({ missingCodes: [arrival('B', '2027-07-10'), arrival('A', '2027-07-09')] }), now);
  expect(tasks.map(({ title, urgency, to }) => [title, urgency, to])).toEqual([
    ['No door code for The Beachcomber, arriving today', 'late', '/admin/bookings/A'],
    ['No door code for The Beachcomber, arriving tomorrow', 'soon', '/admin/bookings/B'],
  ]);
});

test('an unpaid charge leads to its booking', () => {
  const charge = {
    id: 'c',
    code: 'A',
    property,
    checkin: '2027-07-09',
    ...guest,
    label: 'Crib',
    amount: 2_750,
  };
  const chargedAt = '2027-07-05T12:00:00Z';
  const [task] = toTasks(day({ unpaidCharges: [{ ...charge, chargedAt }] }), now);
  expect(task).toMatchObject({
    title: `$27.50 of ${guest.name} for “Crib” is not paid`,
    urgency: 'late',
    to: '/admin/bookings/A',
  });
});

const inquiry = (id: string, minutesLeft: number) => ({
  id,
  code: null,
  name: 'Zoë',
  phone: '',
  property: 'Sunset Villa',
  waitingSince: inMinutes(minutesLeft - 1440),
  answerBy: inMinutes(minutesLeft),
  path: `/admin/inbox?thread=${id}`,
});
const balance = (code: string, declines: number, hasCard = true) => ({
  code,
  property,
  ...guest,
  checkin: '2027-08-01',
  amount: 40_000,
  dueOn: '2027-07-01',
  declines,
  hasCard,
  nextAttemptAt: declines === 1 ? inMinutes(1440) : null,
});
const feed = (id: string, problem: 'failing' | 'never_read' | 'stale', lastGoodAt: string | null) => ({
  id,
  name: '',
  channel: 'airbnb' as const,
  property,
  problem,
  lastGoodAt,
  lastError: problem === 'failing' ? 'The calendar answered 500.' : '',
});

test('a day without anything has no task', () => {
  expect(toTasks(day({}), now)).toEqual([]);
});

test('late tasks come first, then those due soon; each group by the oldest clock', () => {
  const tasks = toTasks(
    day({
      holds: [waiting('HOLD', 20)],
      requests: [waiting('LATER', 300), waiting('SOON', 240)],
      inquiries: [inquiry('late', -1), inquiry('later', 241), inquiry('latest', -90)],
      balancesDue: [balance('DUE', 0), balance('DECLINED', 1)],
      failedRefunds: [
        { code: 'REFUND', property, ...guest, amount: 5_000, reason: '', failedAt: inMinutes(-60) },
      ],
    }),
    now,
  );
  expect(tasks.map(({ key, urgency }) => `${urgency}: ${key}`)).toEqual([
    'late: refund REFUND',
    'late: balance DECLINED',
    'late: inquiry latest',
    'late: inquiry late',
    'soon: balance DUE',
    'soon: request SOON',
    'later: inquiry later',
    'later: request LATER',
  ]);
});

test('a hold that its guest is paying for is no task', () => {
  expect(toTasks(day({ holds: [waiting('HOLD', 20)] }), now)).toEqual([]);
});

test('each task says what it is about and leads to the one place where it is done', () => {
  const [task] = toTasks(day({ requests: [waiting('ABCD1234', 90)] }), now);
  expect(task).toMatchObject({
    title: 'Ann Lee asks to book The Beachcomber',
    detail: 'August 1, 2027 to August 2, 2027, 1 night · 2 guests · 1 pet · $1,131.20',
    to: '/admin/bookings/ABCD1234',
    action: 'Approve or decline',
    phone: '+1 850 555 0100',
  });
});

test.each([
  [balance('A', 0), 'Ann Lee owes $400.00', 'Due since July 1, 2027.'],
  [{ ...balance('A', 0), dueOn: null }, 'Ann Lee owes $400.00', 'Due today.'],
  [{ ...balance('A', 0), dueOn: '2027-07-09' }, 'Ann Lee owes $400.00', 'Due today.'],
  [balance('A', 1), 'The card of Ann Lee was declined: $400.00', 'once, tried again on July 10, 2027.'],
  [balance('A', 3), 'The card of Ann Lee was declined: $400.00', '3 times, not tried again by itself.'],
  [
    balance('A', 1, false),
    'Ann Lee owes $400.00',
    'Asked for by mail once, asked for again on July 10, 2027.',
  ],
  [balance('A', 3, false), 'Ann Lee owes $400.00', 'by mail 3 times, not asked for again by itself.'],
])('a balance has a text (%#)', (due, title, words) => {
  const [task] = toTasks(day({ balancesDue: [due] }), now);
  expect(task?.title).toBe(title);
  expect(task?.detail).toContain(words);
});

test('a feed that fails is pressing once its last good reading is 6 hours old', () => {
  const feeds = [
    feed('fresh', 'failing', inMinutes(-30)),
    feed('old', 'stale', inMinutes(-361)),
    feed('new', 'never_read', null),
  ];
  const tasks = toTasks(day({ feeds }), now);
  expect(tasks.map(({ key, urgency }) => [key, urgency])).toEqual([
    ['feed old', 'late'],
    ['feed new', 'late'],
    ['feed fresh', 'soon'],
  ]);
  // It has closed no nights yet.
  expect(tasks[1]?.detail).toBe('It was never read well.');
  expect(tasks[2]).toMatchObject({
    title: 'The Airbnb calendar of The Beachcomber cannot be read',
    detail:
      'The calendar answered 500. Last read well on July 9, 2027, 9:30 AM CDT. Nights it closed stay closed.',
    to: '/admin/feeds',
  });
});

test.each([
  [20_000, 'less than a minute'],
  [60_000, '1 minute'],
  [59 * 60_000, '59 minutes'],
  [3_600_000, '1 hour'],
  [3 * 3_600_000 + 600_000, '3 hours 10 minutes'],
  [26 * 3_600_000, '1 day 2 hours'],
  [48 * 3_600_000, '2 days'],
])('%d ms are %j', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
  expect(formatClock(new Date(now + milliseconds).toISOString(), now)).toBe(`${text} left`);
  expect(formatClock(new Date(now - milliseconds).toISOString(), now)).toBe(`${text} late`);
});

test('nights that were sold twice come first', () => {
  const conflict = {
    id: 'c1',
    detectedAt: inMinutes(-5),
    offeredAt: null,
    booking: {
      code: 'ABCD1234',
      name: 'Ann Lee',
      phone: '850 555 0100',
      property,
      total: 60_000,
      checkin: '2027-08-01',
      checkout: '2027-08-04',
      currency: 'usd' as const,
    },
    event: { channel: 'vrbo' as const, feed: '', checkin: '2027-08-03', checkout: '2027-08-06' },
  };
  const [task] = toTasks(day({ conflicts: [conflict], requests: [waiting('EFGH5678', -5)] }), now);
  expect(task).toMatchObject({
    kind: 'conflict',
    urgency: 'late',
    phone: '850 555 0100',
    to: '/admin/feeds',
    title: `Booked twice: ${property.title}`,
    detail:
      'Ann Lee has a confirmed stay from August 1, 2027 to August 4, 2027; Vrbo sold August 3, 2027 to August 6, 2027.',
  });
});

test('nights that two other channels sold come first, with what a host can do', () => {
  const dates = { checkin: '2027-08-01', checkout: '2027-08-04' };
  const conflict = {
    id: 'c2',
    detectedAt: inMinutes(-5),
    property,
    events: [
      { channel: 'airbnb' as const, feed: 'Airbnb', ...dates },
      { channel: 'other' as const, feed: 'Hipcamp', ...dates, checkout: '2027-08-06' },
    ],
  };
  const [task] = toTasks(day({ channelConflicts: [conflict], requests: [waiting('EFGH5678', -5)] }), now);
  expect(task).toMatchObject({
    kind: 'conflict',
    urgency: 'late',
    phone: '',
    to: '/admin/feeds',
    title: `Booked twice: ${property.title}`,
    detail:
      'Airbnb sold August 1, 2027 to August 4, 2027; Hipcamp sold August 1, 2027 to August 6, 2027. Cancel or move one of the two on its channel.',
  });
});

test.each([
  [2_881, false, 'soon', 'Answer with evidence'],
  [2_879, false, 'late', 'Answer with evidence'],
  [-5, false, 'late', 'or the money goes back'],
  [60, true, 'later', 'the bank decides'],
])(
  'a dispute with a deadline in %d minutes (evidence sent: %s) is %s',
  (minutes, isUnderReview, urgency, words) => {
    const dispute = {
      id: 'dp_1',
      code: 'ABCD1234',
      property,
      ...guest,
      amount: 60_000,
      isUnderReview,
      reason: 'product_not_received',
      answerBy: inMinutes(minutes),
    };
    const [task] = toTasks(day({ disputes: [dispute] }), now);
    expect(task).toMatchObject({
      kind: 'dispute',
      urgency,
      to: '/admin/bookings/ABCD1234',
      title: 'The bank of Ann Lee reclaims $600.00',
      deadline: isUnderReview ? null : inMinutes(minutes),
    });
    expect(task?.detail).toContain('The Beachcomber, booking ABCD1234, dp_1: product not received. ');
    expect(task?.detail).toContain(words);
  },
);

test.each([
  ['AB12', 'booking that is lost: AB12', 'book the stay again as paid elsewhere', '/admin/bookings/new'],
  [null, 'purchase in the shop that is lost', 'provide what was bought', '/admin'],
])('a payment without its booking (%s) or its purchase says what hosts can do', (code, name, remedy, to) => {
  const payment = {
    id: 'pi_1',
    code,
    amount: 60_000,
    description: 'Beach gear',
    paidAt: inMinutes(-60),
    isDisputed: false,
  };
  const [task] = toTasks(day({ unknownPayments: [payment] }), now);
  expect(task).toMatchObject({ title: `$600.00 were paid for a ${name}`, to, unknownPayment: 'pi_1' });
  expect(task?.detail).toContain(`(pi_1): ${remedy}, or refund it there.`);
});

test('messages that a restore left unsent are counted, with a link to those days', () => {
  const restored = {
    backupAt: '2027-07-08T08:30:00.000Z',
    restoredAt: '2027-07-09T14:00:00.000Z',
    messages: 2,
    arrivals: 1,
    reviews: 0,
  };
  expect(toTasks(day({ restored }), now)).toMatchObject([
    {
      kind: 'restored',
      title: 'Not sent again: what was due before the restore',
      detail: expect.stringContaining('2 messages, 1 mail with address and access.'),
      to: '/admin/messages?from=2027-07-08',
    },
  ]);
});

test('a check of the list that an open site has lost is a task that leads to the list', () => {
  const failed = [{ key: 'clock', title: 'The clock is right', since: inMinutes(-60) }];
  const [task] = toTasks(day({ launch: { isClosed: false, inOrder: 14, count: 15, failed } }), now);
  expect(task).toMatchObject({
    kind: 'launch',
    title: 'Not in order: The clock is right',
    to: '/admin/launch',
  });
});

const backup = { madeAt: inMinutes(-60), provenAt: null, lateSince: null, unprovenSince: null, error: '' };

test('backups in order are no task, and say when they were made and proven', () => {
  const proven = { ...backup, madeAt: '2027-03-03T09:00:00Z', provenAt: '2027-02-28T10:00:00Z' };
  expect(toTasks(day({ backup: proven }), now)).toEqual([]);
  const noon = Date.parse('2027-03-03T12:10:00Z');
  expect(backupText(proven, noon)).toBe('Last backup 3 hours ago, last proven Sunday');
  const old = { ...proven, madeAt: '2027-03-01T09:00:00Z', provenAt: '2027-02-14T10:00:00Z' };
  expect(backupText(old, noon)).toBe('Last backup 2 days ago, last proven February 14, 2027');
  expect(backupText({ ...backup, madeAt: '2027-03-03T12:09:00Z' }, noon)).toBe(
    'Last backup 1 minute ago, not proven yet',
  );
  expect(backupText({ ...backup, madeAt: new Date(noon - 59_000).toISOString() }, noon)).toBe(
    'Last backup just now, not proven yet',
  );
  expect(backupText({ ...backup, madeAt: null }, noon)).toBe('');
});

test('a late backup and one that was not proven are tasks with the reason of the last failure', () => {
  const late = {
    ...backup,
    lateSince: inMinutes(-60),
    unprovenSince: inMinutes(-60),
    error: 'the disk is full',
  };
  expect(toTasks(day({ backup: late }), now)).toMatchObject([
    {
      kind: 'backup',
      title: 'No backup for more than 30 hours',
      detail: expect.stringContaining('the disk is full. Please tell whoever runs the site.'),
      to: '/admin/launch',
    },
    { kind: 'backup', title: 'No backup proven for more than 9 days' },
  ]);
});

test('a mail that did not arrive is a task with its recipient and reason, at its booking where there is one', () => {
  const mail = { to: 'ann@guests.example', subject: 'Your stay', reason: '550 no such user' };
  const refused = [
    { ...mail, code: 'ABCD1234' },
    { ...mail, reason: '' },
  ];
  expect(toTasks(day({ mail: { refused } }), now)).toMatchObject([
    {
      kind: 'mail',
      title: 'A mail did not reach ann@guests.example',
      detail: '“Your stay”. The mail server said: 550 no such user.',
      to: '/admin/bookings/ABCD1234',
    },
    { detail: '“Your stay”. It has waited for more than an hour.', to: '/admin/launch' },
  ]);
});
