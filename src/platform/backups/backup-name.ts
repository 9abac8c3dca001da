const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** A name that sorts by its time in UTC, in which no hour comes twice: `site-2026-05-01-033000.backup`. */
export function dailyName(now: Date): string {
  const [month, day] = [now.getUTCMonth() + 1, now.getUTCDate()].map(twoDigits);
  const time = [now.getUTCHours(), now.getUTCMinutes(), now.getUTCSeconds()].map(twoDigits).join('');
  return `site-${now.getUTCFullYear()}-${month}-${day}-${time}.backup`;
}

const backupName = /^site-(\d{4})-(\d\d)-(\d\d)-(\d\d)(\d\d)(\d\d)\.backup$/;
const leftoverName = /^site-\d{4}-\d\d-\d\d-\d{6}\.backup\.(unfinished|rows)$/;

/** The moment in a name that `dailyName` gave; `null` for any other. */
export function nameTime(name: string): Date | null {
  const [, ...parts] = backupName.exec(name) ?? [];
  if (parts.length === 0) return null;
  const [year = 0, month = 1, day = 1, hour, minute, second] = parts.map(Number);
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

/** Whether a file is what a killed backup left. */
export const isLeftover = (name: string): boolean => leftoverName.test(name);
