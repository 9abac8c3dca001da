import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { addProperty } from '../../../../test/bookings.ts';
import { hourMs, minuteMs } from '../../../shared/durations.ts';
import { notifyFeedTrouble } from './notify-trouble.server.ts';

const app = await testAppForFile();
const { db } = app.platform;

test('hosts hear once of a feed without a good reading for 6 hours, and again only after a good one', async () => {
  const { id: property_id } = await addProperty(db, { title: 'Dune House' });
  const { id } = await db
    .insertInto('calendar_feeds')
    .values({
      property_id,
      channel: 'airbnb',
      url: 'https://a.example/1.ics',
      last_error: 'It answered 500.',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const set = (values: object) => db.updateTable('calendar_feeds').set(values).where('id', '=', id).execute();
  const start = Date.now();
  const notices = async (hours: number) => {
    await notifyFeedTrouble({ ...app.ctx, now: () => new Date(start + hours * hourMs + minuteMs) });
    return (await app.queuedMail()).filter(({ subject }) => subject.startsWith('Calendar cannot be read'));
  };
  expect(await notices(5)).toEqual([]);
  const [first, ...rest] = await notices(6);
  expect([first?.to.address, first?.subject, rest]).toEqual([
    ...[app.platform.settings.hostsEmail, 'Calendar cannot be read: Dune House, Airbnb', []],
  ]);
  expect(first?.text).toContain('It has never been read well.');
  expect(first?.text).toContain('It answered 500.');
  expect(await notices(12)).toHaveLength(1);
  await set({ last_good_at: new Date(start + 13 * hourMs) });
  expect(await notices(14)).toHaveLength(1);
  expect(await notices(20)).toHaveLength(2);
  await set({ is_active: false, trouble_mailed_at: null });
  expect(await notices(30)).toHaveLength(2);
});
