import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { addProperty } from '../../../../test/bookings.ts';
import { jobs } from '../../../jobs.server.ts';
import type { MailTransport } from '../../../platform/mail/mail-transport.server.ts';
import { dayMs, hourMs, minuteMs } from '../../../shared/durations.ts';
import { notifyFeedTrouble } from './notify-trouble.server.ts';

const app = await testAppForFile();
const { db } = app.platform;

const isNotice = ({ subject }: { subject: string }) => subject.startsWith('Calendar cannot be read');

async function troubledFeed(title: string, more: object = {}) {
  const { id: property_id } = await addProperty(db, { title });
  const row = {
    property_id,
    channel: 'airbnb' as const,
    url: 'https://a.example/1.ics',
    last_error: 'It answered 500.',
  };
  const { id } = await db
    .insertInto('calendar_feeds')
    .values({ ...row, ...more })
    .returning('id')
    .executeTakeFirstOrThrow();
  const set = (values: object) => db.updateTable('calendar_feeds').set(values).where('id', '=', id).execute();
  const notices = async (hours: number) => {
    await notifyFeedTrouble({ ...app.ctx, now: () => new Date(Date.now() + hours * hourMs + minuteMs) });
    return (await app.queuedMail()).filter((mail) => isNotice(mail) && mail.subject.includes(title));
  };
  return { id, set, notices };
}

const longAgo = new Date(Date.now() - 30 * dayMs);

test('a feed that was never tried is in no trouble', async () => {
  const feed = await troubledFeed('New House', { last_error: '', created_at: longAgo });
  await feed.set({ watched_since: longAgo });
  expect(await feed.notices(0)).toEqual([]);
});

test.each([
  [
    'restored',
    { created_at: longAgo, last_good_at: longAgo, trouble_mailed_at: longAgo, watched_since: longAgo },
    {},
  ],
  ['switched on again', { is_active: false, last_good_at: longAgo }, { is_active: true }],
  ['given another address', { last_good_at: longAgo }, { url: 'https://a.example/2.ics' }],
])('a feed that was %s has 6 hours from then', async (name, before, after) => {
  const feed = await troubledFeed(`House ${name}`, before);
  if (Object.keys(after).length > 0) {
    await feed.set({ watched_since: longAgo, trouble_mailed_at: longAgo });
    await feed.set(after);
  }
  expect(await feed.notices(5)).toEqual([]);
  expect(await feed.notices(6)).toHaveLength(1);
});

test('hosts are notified of a feed even if searching for conflicts fails, and the failure is reported', async () => {
  const feed = await troubledFeed('Lone House');
  await feed.set({ watched_since: longAgo });
  await sql`alter table calendar_conflicts rename to conflicts_away`.execute(db);
  const { watch_channels: watch } = jobs(app.platform, {} as MailTransport);
  await expect(watch?.({}, {} as never)).rejects.toThrow('Steps that failed: conflicts');
  await sql`alter table conflicts_away rename to calendar_conflicts`.execute(db);
  expect((await app.queuedMail()).filter(({ subject }) => subject.includes('Lone House'))).toHaveLength(1);
});

test('hosts are notified once of a feed without a good reading for 6 hours, and again only after a good one', async () => {
  const start = Date.now();
  const { set, notices } = await troubledFeed('Dune House');
  expect(await notices(5)).toEqual([]);
  const [first, ...rest] = await notices(6);
  expect([first?.to.address, first?.subject, rest]).toEqual([
    app.platform.settings.hostsEmail,
    'Calendar cannot be read: Dune House, Airbnb',
    [],
  ]);
  expect(first?.text).toContain('It has never been read well.');
  expect(first?.text).not.toContain('stay closed');
  expect(first?.text).toContain('It answered 500.');
  expect(await notices(12)).toHaveLength(1);
  await set({ last_good_at: new Date(start + 13 * hourMs) });
  expect(await notices(14)).toHaveLength(1);
  const later = await notices(20);
  expect(later).toHaveLength(2);
  expect(later[1]?.text).toContain('The nights it closed stay closed.');
  await set({ is_active: false, trouble_mailed_at: null });
  expect(await notices(30)).toHaveLength(2);
});
