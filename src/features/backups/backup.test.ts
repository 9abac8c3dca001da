import { expect, test } from 'vitest';
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
    return { name: madeAt.toISOString().slice(0, 10), madeAt };
  });
  const pressed = { name: 'pressed', madeAt: new Date(now.getTime() - 60_000) };
  const expired = listExpired([...backups, pressed], now);
  const left = [...backups, pressed].map(({ name }) => name).filter((name) => !expired.includes(name));
  const days = backups.slice(0, 14).map(({ name }) => name);
  // The Sundays of earlier weeks; those of the last two weeks are among the days.
  const weeks = ['2027-06-13', '2027-06-06', '2027-05-30', '2027-05-23', '2027-05-16'];
  expect(left.toSorted()).toEqual([...days, ...weeks, 'pressed'].toSorted());
});
