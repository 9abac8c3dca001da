import { expect, test } from 'vitest';
import { todayAtProperty } from '../../shared/dates.ts';
import { dayMs, hourMs, minuteMs } from '../../shared/durations.ts';
import { addDays, toWeekday } from '../../shared/nights.ts';
import { momentAtProperty } from '../../shared/property-time.server.ts';
import { isBackupDue, isLate, isProofDue, isUnproven, listExpired } from './backup.server.ts';

/** A moment at the homes, on a date of March 2027 before the clocks change; the 7th is a Sunday. */
const at = (day: number, clock = '12:00') =>
  new Date(`2027-03-${String(day).padStart(2, '0')}T${clock}:00-06:00`);

test('a backup is due at 03:30 at the homes, and once for a night that was missed', () => {
  const due = (now: Date, madeAt: Date | null) => isBackupDue(now, { madeAt, failedAt: null });
  expect(due(at(3, '03:29'), at(2, '03:31'))).toBe(false);
  expect(due(at(3, '03:30'), at(2, '03:31'))).toBe(true);
  expect(due(at(3, '03:30'), at(3, '02:00'))).toBe(true);
  expect(due(at(3, '03:32'), at(3, '03:30'))).toBe(false);
  expect(due(at(3, '03:00'), at(2, '00:59'))).toBe(true);
  expect(due(at(3), null)).toBe(true);
});

test('a backup that failed is tried again after four minutes', () => {
  const due = (failedAt: Date) => isBackupDue(at(3), { madeAt: null, failedAt });
  expect(due(at(3, '11:57'))).toBe(false);
  expect(due(at(3, '11:56'))).toBe(true);
});

test('the newest backup is proven on Sundays, and when no proof is younger than eight days', () => {
  const due = (now: Date, provenAt: Date | null, madeAt = now) =>
    isProofDue(now, { madeAt, provenAt, failedAt: null });
  expect(due(at(6), at(1))).toBe(false);
  expect(due(at(7), at(1))).toBe(true);
  expect(due(at(7, '03:40'), at(1), at(7, '03:30'))).toBe(true);
  expect(due(at(7, '03:40'), at(1), at(6, '03:30'))).toBe(false);
  expect(due(at(7), at(7, '04:00'))).toBe(false);
  expect(due(at(9), at(1, '12:01'))).toBe(false);
  expect(due(at(9), at(1))).toBe(true);
  expect(due(at(3), null)).toBe(true);
});

test('a proof that failed is tried again after an hour', () => {
  const due = (failedAt: Date) => isProofDue(at(3), { madeAt: at(3), provenAt: null, failedAt });
  expect(due(at(3, '11:01'))).toBe(false);
  expect(due(at(3, '11:00'))).toBe(true);
});

test('a backup is late after 30 hours, and unproven after nine days', () => {
  expect(isLate(at(3, '18:00'), at(2, '12:01'))).toBe(false);
  expect(isLate(at(3, '18:00'), at(2))).toBe(true);
  expect(isUnproven(at(10), at(1, '12:01'))).toBe(false);
  expect(isUnproven(at(10), at(1))).toBe(true);
});

test('fourteen daily and eight weekly backups stay, and all of the last day', () => {
  const now = new Date('2027-06-30T18:00:00Z');
  const backups = Array.from({ length: 120 }, (_, days) => {
    const madeAt = new Date(now.getTime() - days * 86_400_000 - 3_600_000);
    return { name: madeAt.toISOString().slice(0, 10), madeAt, provenAt: null };
  });
  const pressed = { name: 'pressed', madeAt: new Date(now.getTime() - 60_000), provenAt: null };
  const expired = listExpired([...backups, pressed], now);
  const left = [...backups, pressed].map(({ name }) => name).filter((name) => !expired.includes(name));
  const days = backups.slice(0, 14).map(({ name }) => name);
  // The Sundays of earlier weeks; those of the last two weeks are among the days.
  const weeks = ['2027-06-13', '2027-06-06', '2027-05-30', '2027-05-23', '2027-05-16'];
  expect(left.toSorted()).toEqual([...days, ...weeks, 'pressed'].toSorted());
});

interface World {
  /** Whether backups cannot be made, or not be proven, at a moment. */
  isPlaceAway?(now: Date): boolean;
  isProofBroken?(now: Date): boolean;
  /** A press of "Back up now" on a date, at a clock time of the homes. */
  pressedAt?(date: string): string | null;
}

/** Runs the job of backups every five minutes of many days, as the site does each minute. */
function live(first: string, last: string, { isPlaceAway, isProofBroken, pressedAt }: World = {}) {
  let kept: { name: string; madeAt: Date; provenAt: Date | null }[] = [];
  let failedAt: Date | null = null;
  let unprovenAt: Date | null = null;
  const made: Date[] = [];
  const proven: Date[] = [];
  const end = momentAtProperty(last, '12:00').getTime();
  for (let at = momentAtProperty(first, '12:00').getTime(); at <= end; at += 5 * minuteMs) {
    const now = new Date(at);
    const press = pressedAt?.(todayAtProperty(now));
    const isPressed = press ? momentAtProperty(todayAtProperty(now), press).getTime() === at : false;
    if (isPressed || isBackupDue(now, { madeAt: made.at(-1) ?? null, failedAt })) {
      failedAt = isPlaceAway?.(now) ? now : null;
      if (!failedAt) {
        made.push(now);
        unprovenAt = null;
        kept.push({ name: now.toISOString(), madeAt: now, provenAt: null });
        const expired = listExpired(kept, now);
        kept = kept.filter(({ name }) => !expired.includes(name));
      }
    }
    const newest = kept.at(-1);
    const provenAt = proven.at(-1) ?? null;
    if (!newest || !isProofDue(now, { madeAt: newest.madeAt, provenAt, failedAt: unprovenAt })) continue;
    unprovenAt = isProofBroken?.(now) ? now : null;
    if (unprovenAt) continue;
    newest.provenAt = now;
    proven.push(now);
  }
  return { kept, made, proven, end: new Date(end) };
}

const clockAtProperty = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Chicago',
  hour: '2-digit',
  minute: '2-digit',
});
const datesOf = (backups: readonly { madeAt: Date }[]) =>
  backups.map(({ madeAt }) => todayAtProperty(madeAt));
/** The dates from which backups stay: the last 14 days, the last day of each week before, eight weeks in all. */
function keptDates(today: string): string[] {
  const days = Array.from({ length: 8 * 7 }, (_, back) => addDays(today, -back));
  const sundays = days.slice(1).filter((day) => toWeekday(day) === 'sun');
  return [...new Set([...days.slice(0, 14), ...sundays.slice(0, 7)])].toSorted();
}

test('over both changes of the clock each night has one backup at 03:30, and the last proof is younger than nine days', () => {
  const { made, proven, kept, end } = live('2026-09-20', '2027-04-14');
  // The first is made at once.
  const [, ...nights] = made;
  expect(new Set(nights.map((moment) => clockAtProperty.format(moment)))).toEqual(new Set(['03:30']));
  const dates = datesOf(nights.map((madeAt) => ({ madeAt })));
  expect(dates[0]).toBe('2026-09-21');
  expect(dates).toEqual(dates.map((_, index) => addDays('2026-09-21', index)));
  expect(dates.at(-1)).toBe('2027-04-14');
  const ages = proven.map((moment, index) => (proven[index + 1] ?? end).getTime() - moment.getTime());
  expect(Math.max(...ages)).toBeLessThanOrEqual(8 * dayMs);
  expect(proven.slice(1).every((moment) => toWeekday(todayAtProperty(moment)) === 'sun')).toBe(true);
  expect(datesOf(kept)).toEqual(keptDates('2027-04-14'));
});

test.each([3, 13, 14, 15, 20, 21, 55, 56, 57, 70])(
  'after %i days exactly the backups of 14 days and of 8 weeks are left',
  (days) => {
    const first = '2027-02-01';
    const today = addDays(first, days);
    const { kept } = live(first, today);
    expect(datesOf(kept)).toEqual(keptDates(today).filter((date) => date >= first));
  },
);

test('of a day with two backups the later stays, by the date of the homes and not by that of UTC', () => {
  // Eight in the evening is the next day in UTC. No backup proves here, because the last one that did would stay, too.
  const isProofBroken = () => true;
  const { kept } = live('2027-02-01', '2027-02-20', { isProofBroken, pressedAt: () => '20:00' });
  const last = '2027-02-20';
  const clocks = kept.map(({ madeAt }) => `${todayAtProperty(madeAt)} ${clockAtProperty.format(madeAt)}`);
  const evenings = keptDates(last)
    .filter((date) => date >= '2027-02-01' && date < addDays(last, -1))
    .map((date) => `${date} 20:00`);
  // Those of the last day are all there.
  expect(clocks).toEqual([...evenings, '2027-02-19 20:00', '2027-02-20 03:30']);
});

test('a place that was away for three days gets a backup within five minutes of its return', () => {
  const back = momentAtProperty('2027-02-13', '17:20');
  const { made } = live('2027-02-01', '2027-02-20', {
    isPlaceAway: (now) => now >= momentAtProperty('2027-02-10', '00:00') && now < back,
  });
  const next = made.find((moment) => moment >= back);
  expect(next && next.getTime() - back.getTime()).toBeLessThanOrEqual(5 * minuteMs);
  expect(made.filter((moment) => moment > momentAtProperty('2027-02-09', '12:00') && moment < back)).toEqual(
    [],
  );
});

test('a proof that failed on its Sunday is tried again until it succeeds', () => {
  const until = momentAtProperty('2027-02-09', '12:00');
  const { proven } = live('2027-02-01', '2027-02-20', {
    isProofBroken: (now) => now >= momentAtProperty('2027-02-07', '00:00') && now < until,
  });
  const next = proven.find((moment) => moment >= until);
  expect(next && next.getTime() - until.getTime()).toBeLessThanOrEqual(hourMs);
});

test('the last backup that proved stays while later ones do not', () => {
  const { kept, proven } = live('2027-02-01', '2027-05-20', {
    isProofBroken: (now) => now >= momentAtProperty('2027-02-17', '00:00'),
    // A backup of the same Sunday afterwards, so that neither its day nor its week has it.
    pressedAt: (date) => (date === '2027-02-14' ? '12:00' : null),
  });
  expect(proven.map((moment) => todayAtProperty(moment)).at(-1)).toBe('2027-02-14');
  expect(kept.filter(({ provenAt }) => provenAt).map(({ madeAt }) => todayAtProperty(madeAt))).toEqual([
    '2027-02-14',
  ]);
});
