import { expect, test } from 'vitest';
import {
  messageMoment,
  type PlannedMessage,
  planMessage,
  type Rule,
  ruleMoment,
} from './plan-stay.server.ts';

const at = (text: string) => new Date(text);
const confirmed = at('2027-06-01T13:00:00Z');

const stay = {
  id: 'stay',
  status: 'confirmed' as const,
  property_id: 'home',
  checkin: '2027-07-09',
  checkout: '2027-07-14',
  confirmed_at: confirmed,
  created_at: confirmed,
  open_cents: 0,
};
const rule = (more: Partial<Rule> = {}): Rule => ({
  id: 'rule',
  name: 'Rule',
  template_id: 'template',
  event: 'arrival',
  offset_days: -7,
  at_time: '10:00',
  property_id: null,
  when_late: 'send',
  only_if_paid: false,
  is_active: true,
  effective_at: at('2027-01-01T00:00:00Z'),
  created_at: at('2027-01-01T00:00:00Z'),
  updated_at: at('2027-01-01T00:00:00Z'),
  ...more,
});
const row = (more: Partial<PlannedMessage> = {}): PlannedMessage => ({
  rule_id: 'rule',
  booking_id: 'stay',
  due_at: at('2027-07-02T15:00:00Z'),
  planned_for: at('2027-07-02T15:00:00Z'),
  status: 'planned',
  reason: null,
  ...more,
});

test.each([
  ['10:00 before the clocks go forward', '2027-03-13', '10:00', '2027-03-13T16:00:00.000Z'],
  ['10:00 on the day on which they do', '2027-03-14', '10:00', '2027-03-14T15:00:00.000Z'],
  ['a time in the hour that is skipped', '2027-03-14', '02:30', '2027-03-14T08:00:00.000Z'],
  ['the first minute that is skipped', '2027-03-14', '02:00', '2027-03-14T08:00:00.000Z'],
  ['the first minute after it', '2027-03-14', '03:00', '2027-03-14T08:00:00.000Z'],
  ['10:00 on the day on which they go back', '2027-11-07', '10:00', '2027-11-07T16:00:00.000Z'],
  ['a time in the hour that comes twice', '2027-11-07', '01:30', '2027-11-07T06:30:00.000Z'],
  ['10:00 on the day after', '2027-11-08', '10:00', '2027-11-08T16:00:00.000Z'],
])('%s is the right moment', (_, date, clock, moment) => {
  expect(messageMoment(date, clock).toISOString()).toBe(moment);
});

test.each([
  ['booked', 0, '2027-06-01T15:00:00.000Z'],
  ['booked', 2, '2027-06-03T15:00:00.000Z'],
  ['arrival', -7, '2027-07-02T15:00:00.000Z'],
  ['arrival', 1, '2027-07-10T15:00:00.000Z'],
  ['departure', -1, '2027-07-13T15:00:00.000Z'],
] as const)('%s %i days on is counted from its day at the homes', (event, offset_days, moment) => {
  expect(ruleMoment({ event, offset_days, at_time: '10:00' }, stay).toISOString()).toBe(moment);
});

test('the day of a confirmation late in the evening is that of the homes, not of UTC', () => {
  const late = { ...stay, confirmed_at: at('2027-06-02T03:00:00Z') };
  const moment = ruleMoment({ event: 'booked', offset_days: 0, at_time: '23:00' }, late);
  expect(moment.toISOString()).toBe('2027-06-02T04:00:00.000Z');
});

test('a confirmed stay gets a message for each rule that fits it', () => {
  expect(planMessage(stay, rule(), undefined, null)).toEqual(row());
  expect(planMessage(stay, rule({ property_id: 'home' }), undefined, null)).toEqual(row());
});

test.each([
  ['is switched off', stay, rule({ is_active: false })],
  ['is for another home', stay, rule({ property_id: 'other' })],
  ['does not exist', stay, undefined],
  ['fits a stay that is not confirmed', { ...stay, status: 'held' as const }, rule()],
])('a rule that %s plans nothing', (_, planned, one) => {
  expect(planMessage(planned, one, undefined, null)).toBeNull();
});

test.each([
  ['stay_cancelled', { ...stay, status: 'cancelled' as const }, rule()],
  ['rule_deleted', stay, undefined],
  ['rule_off', stay, rule({ is_active: false })],
  ['other_home', stay, rule({ property_id: 'other' })],
])(
  'a planned message ends with the reason %s, and a sent or skipped one does not change',
  (reason, changed, one) => {
    expect(planMessage(changed, one, row(), null)).toEqual(
      row({ status: 'cancelled', reason: reason as 'late' }),
    );
    for (const status of ['sent', 'skipped', 'cancelled'] as const)
      expect(planMessage(changed, one, row({ status }), null)).toBeNull();
  },
);

const booked = { event: 'booked' as const, offset_days: 0 };

test('booked at 08:00 it goes out at 10:00, booked at 15:00 at once or not at all, as the rule says', () => {
  const plan = planMessage(stay, rule(booked), undefined, null);
  expect(plan).toMatchObject({ status: 'planned', due_at: at('2027-06-01T15:00:00Z') });
  const late = { ...stay, confirmed_at: at('2027-06-01T20:00:00Z') };
  expect(planMessage(late, rule(booked), undefined, null)).toMatchObject({
    status: 'planned',
    due_at: late.confirmed_at,
    planned_for: at('2027-06-01T15:00:00Z'),
  });
  expect(planMessage(late, rule({ ...booked, when_late: 'skip' }), undefined, null)).toMatchObject({
    status: 'skipped',
    reason: 'late',
  });
});

test.each(['send', 'skip'] as const)(
  'a rule made later (%s) plans only moments that come after it',
  (when_late) => {
    const made = rule({ when_late, effective_at: at('2027-06-20T00:00:00Z') });
    expect(planMessage(stay, made, undefined, null)).toEqual(row());
    const tooLate = rule({ when_late, effective_at: at('2027-07-03T00:00:00Z') });
    expect(planMessage(stay, tooLate, undefined, null)).toBeNull();
  },
);

test('a rule that changed ends what it planned for a moment that is over, and moves the rest', () => {
  const changed = rule({ offset_days: -20, effective_at: at('2027-06-25T00:00:00Z') });
  expect(planMessage(stay, changed, row(), null)).toEqual(
    row({ status: 'cancelled', reason: 'moment_over' }),
  );
  const moved = rule({ at_time: '11:00', effective_at: at('2027-06-25T00:00:00Z') });
  expect(planMessage(stay, moved, row(), null)).toMatchObject({
    status: 'planned',
    due_at: at('2027-07-02T16:00:00Z'),
  });
});

test('a rule that is switched on again plans again what is still to come', () => {
  const ended = row({ status: 'cancelled', reason: 'rule_off' });
  const again = rule({ effective_at: at('2027-06-25T00:00:00Z') });
  expect(planMessage(stay, again, ended, null)).toEqual(row());
  const over = rule({ effective_at: at('2027-07-05T00:00:00Z') });
  expect(planMessage(stay, over, ended, null)).toBeNull();
});

test('a plan that still holds is left alone, also where its moment was moved by hand', () => {
  expect(planMessage(stay, rule(), row({ due_at: at('2027-06-02T00:00:00Z') }), null)).toBeNull();
});

test('a move gives what is planned its new moment, and late again what the rule says of late ones', () => {
  const moved = { ...stay, checkin: '2027-08-09', checkout: '2027-08-14' };
  const movedAt = at('2027-06-10T00:00:00Z');
  expect(planMessage(moved, rule(), row(), movedAt)).toMatchObject({
    status: 'planned',
    due_at: at('2027-08-02T15:00:00Z'),
  });
  const nearer = { ...stay, checkin: '2027-06-12', checkout: '2027-06-17' };
  expect(planMessage(nearer, rule(), row(), movedAt)).toMatchObject({ status: 'planned', due_at: movedAt });
  expect(planMessage(nearer, rule({ when_late: 'skip' }), row(), movedAt)).toMatchObject({
    status: 'skipped',
    reason: 'late',
  });
  const skippedLate = row({ status: 'skipped', reason: 'late', planned_for: at('2027-05-01T15:00:00Z') });
  expect(planMessage(moved, rule(), skippedLate, movedAt)).toMatchObject({ status: 'planned', reason: null });
});

test.each([
  ['a host’s skip', row({ status: 'skipped', reason: 'by_host' })],
  ['what was sent', row({ status: 'sent' })],
])('a move leaves %s as it is', (_, stands) => {
  const moved = { ...stay, checkin: '2027-08-09', checkout: '2027-08-14' };
  expect(planMessage(moved, rule(), stands, at('2027-06-10T00:00:00Z'))).toBeNull();
});

test('a move of a stay for which a new rule was too late sends nothing for what was over before the rule', () => {
  const made = rule({ offset_days: -30, effective_at: at('2027-06-20T00:00:00Z') });
  const moved = { ...stay, checkin: '2027-07-11', checkout: '2027-07-16' };
  expect(planMessage(moved, made, undefined, at('2027-06-25T00:00:00Z'))).toBeNull();
});

test('a message that waits for the payment is due once nothing is open', () => {
  const waiting = row({ reason: 'not_paid' });
  expect(planMessage({ ...stay, open_cents: 100 }, rule({ only_if_paid: true }), waiting, null)).toBeNull();
  expect(planMessage(stay, rule({ only_if_paid: true }), waiting, null)).toEqual(row());
  const moved = { ...stay, checkout: '2027-07-16', open_cents: 100 };
  expect(planMessage(moved, rule({ only_if_paid: true }), waiting, at('2027-06-20T00:00:00Z'))).toEqual(
    row(),
  );
});

test('a message that waits for the payment is sent once its rule no longer requires it', () => {
  const open = { ...stay, open_cents: 100 };
  expect(planMessage(open, rule({ only_if_paid: false }), row({ reason: 'not_paid' }), null)).toEqual(row());
});
