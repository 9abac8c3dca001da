import { beforeEach, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/app.ts';
import { withOptions } from '../../../test/database.ts';
import { createDb, createPool } from '../../db/client.server.ts';
import { readTimeline } from './timeline-store.server.ts';
import { watchTimeline } from './watch-timeline.server.ts';

let now = new Date('2027-03-03T18:00:00Z');
const app = await testAppForFile({ now: () => now });
const { pool, db } = app.platform;
const pausedSince = async () =>
  (await pool.query('select since from payment_pause')).rows.map(({ since }) => since);
const mails = async () =>
  (await app.queuedMail()).filter(({ subject }) => subject.startsWith('Another database'));

beforeEach(async () => {
  now = new Date('2027-03-03T18:00:00Z');
  await pool.query('truncate installation, payment_pause; delete from graphile_worker._private_jobs');
});

test('the timeline of the database is remembered, and the same one pauses nothing', async () => {
  await watchTimeline(app.ctx);
  await watchTimeline(app.ctx);
  const { rows } = await pool.query('select timeline, timeline_seen_at from installation');
  expect(rows).toEqual([{ timeline: await readTimeline(db), timeline_seen_at: now }]);
  expect(await pausedSince()).toEqual([]);
});

test('a promoted standby counts at once, while its first checkpoint is still of the former timeline', async () => {
  const former = await readTimeline(db);
  await pool.query(`create schema just_promoted;
    create function just_promoted.pg_control_checkpoint(out timeline_id integer) language sql
      as 'select timeline_id from pg_catalog.pg_control_checkpoint()';
    create function just_promoted.pg_control_recovery(out min_recovery_end_timeline integer) language sql
      as 'select timeline_id + 1 from pg_catalog.pg_control_checkpoint()'`);
  const options = '-c search_path=just_promoted,pg_catalog,public';
  const promoted = createPool(withOptions(app.platform.settings.databaseUrl, options));
  expect(await readTimeline(createDb(promoted))).toBe(former + 1);
  await promoted.end();
});

test('a higher timeline pauses payments since before it was seen last, and hosts get one mail', async () => {
  const seenAt = now;
  await pool.query('insert into installation (timeline, timeline_seen_at) values (0, $1)', [seenAt]);
  now = new Date('2027-03-03T18:07:00Z');
  await watchTimeline(app.ctx);
  await watchTimeline(app.ctx);
  expect(await pausedSince()).toEqual([new Date(seenAt.getTime() - 120_000)]);
  expect((await mails()).map(({ to }) => to.address)).toEqual([app.platform.settings.hostsEmail]);
});

test('a pause since an earlier moment stays', async () => {
  const earlier = new Date('2027-03-01T00:00:00Z');
  await pool.query('insert into payment_pause (since) values ($1)', [earlier]);
  await pool.query('insert into installation (timeline, timeline_seen_at) values (0, $1)', [now]);
  await watchTimeline(app.ctx);
  expect(await pausedSince()).toEqual([earlier]);
});

test('a lower timeline, as after a move to a new server, pauses nothing', async () => {
  await pool.query('insert into installation (timeline, timeline_seen_at) values (99, $1)', [now]);
  await watchTimeline(app.ctx);
  expect(await pausedSince()).toEqual([]);
});
