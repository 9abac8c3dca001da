import { todayAtProperty } from '../../shared/dates.ts';
import { dayMs, hourMs, minuteMs } from '../../shared/durations.ts';
import { toWeekday } from '../../shared/nights.ts';
import { momentAtProperty } from '../../shared/property-time.server.ts';

/** When backups are made, at the homes. */
const nightlyAt = '03:30';
const maxAgeMs = 26 * hourMs;
const retryAfterMs = 4 * minuteMs;
const maxProofAgeMs = 8 * dayMs;
const retryProofAfterMs = hourMs;

/** The age of the newest backup at which hosts have a task. */
const lateAfterMs = 30 * hourMs;
/** The age of the newest proof at which hosts have a task. */
const unprovenAfterMs = 9 * dayMs;
/** The age of the newest backup at which the launch list is not in order and hosts get a mail. */
export const alarmAfterMs = 36 * hourMs;

interface Attempts {
  /** When the newest backup was made. */
  madeAt: Date | null;
  /** The last attempt that failed since. */
  failedAt: Date | null;
}

const isWithin = (now: Date, moment: Date | null, ms: number): boolean =>
  moment !== null && now.getTime() - moment.getTime() < ms;

const tonight = (now: Date): Date => momentAtProperty(todayAtProperty(now), nightlyAt);

/** Whether a backup is to be made now: each night, and for a night that was missed. */
export function isBackupDue(now: Date, { madeAt, failedAt }: Attempts): boolean {
  if (isWithin(now, failedAt, retryAfterMs)) return false;
  if (!madeAt || !isWithin(now, madeAt, maxAgeMs)) return true;
  return now >= tonight(now) && madeAt < tonight(now);
}

interface Proofs {
  /** When the newest backup was made. */
  madeAt: Date;
  /** The last proof of any backup. */
  provenAt: Date | null;
  /** The last attempt to prove the newest that failed. */
  failedAt: Date | null;
}

/** Whether the newest backup is to be proven now: each Sunday, and for a Sunday that was missed. */
export function isProofDue(now: Date, { madeAt, provenAt, failedAt }: Proofs): boolean {
  if (isWithin(now, failedAt, retryProofAfterMs)) return false;
  if (!provenAt || !isWithin(now, provenAt, maxProofAgeMs)) return true;
  const isSunday = toWeekday(todayAtProperty(now)) === 'sun';
  return isSunday && madeAt >= tonight(now) && provenAt < tonight(now);
}

/** @param since the newest backup or, without any, the first attempt */
export const isLate = (now: Date, since: Date): boolean => !isWithin(now, since, lateAfterMs);

/** @param since the last proof or, without any, the first backup */
export const isUnproven = (now: Date, since: Date): boolean => !isWithin(now, since, unprovenAfterMs);

const [maxDaily, maxWeekly] = [14, 8];

interface DatedBackup {
  name: string;
  madeAt: Date;
  /** When it was last proven; `null`: never. */
  provenAt: Date | null;
}

/** Numbers the week of a day, from Monday to Sunday. */
const toWeek = (day: string): number => Math.floor((Date.parse(day) / dayMs + 3) / 7);

/**
 * Names the backups to delete: all but those of the last day, the newest of each of 14 days and of each of 8 weeks, and the
 * newest that proved.
 */
export function listExpired(backups: readonly DatedBackup[], now: Date): string[] {
  const newestFirst = backups.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
  const lastProven = newestFirst.find(({ provenAt }) => provenAt)?.name;
  const days = new Set<string>();
  const weeks = new Set<number>();
  return newestFirst.flatMap(({ name, madeAt }) => {
    const day = todayAtProperty(madeAt);
    const isDaily = !days.has(day) && days.size < maxDaily;
    const isWeekly = !weeks.has(toWeek(day)) && weeks.size < maxWeekly;
    if (isDaily) days.add(day);
    if (isWeekly) weeks.add(toWeek(day));
    const isOfToday = isWithin(now, madeAt, dayMs);
    return isDaily || isWeekly || isOfToday || name === lastProven ? [] : [name];
  });
}
