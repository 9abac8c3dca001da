import { expect, test } from 'vitest';
import { dailyName, nameTime } from './backup-name.ts';

test('names sort by their time in the hour that comes twice when the clocks go back', () => {
  // 1:30 AM of daylight time in Chicago, then 1:10 AM of standard time.
  const moments = ['2026-11-01T06:30:00Z', '2026-11-01T07:10:00Z'].map((moment) => new Date(moment));
  const zone = process.env.TZ;
  process.env.TZ = 'America/Chicago';
  try {
    const names = moments.map(dailyName);
    expect(names.toSorted()).toEqual(names);
    expect(names.map(nameTime)).toEqual(moments);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test.each(['site-2026-05-01-033000.backup.unfinished', 'site-2026-05-01.backup', 'notes.txt'])(
  '%s is no backup',
  (name) => {
    expect(nameTime(name)).toBeNull();
  },
);
