import type { KyselyPlugin } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/app.ts';
import { addBooking, addProperty, bookingRow } from '../../../test/bookings.ts';
import { stopTurnoverClock } from '../../../test/turnovers.ts';
import { hourMs, minuteMs } from '../../shared/durations.ts';
import { addDays } from '../../shared/nights.ts';
import { momentAtProperty } from '../../shared/property-time.server.ts';
import { newId } from '../../shared/uuid.server.ts';
import { cleaningLinkHash, cleaningUrl } from './cleaning-link.server.ts';
import { changeTurnover, renewCleaningLink } from './hosts.server.ts';
import { runTurnovers } from './run-turnovers.server.ts';
import { lockCleaner, storeLink } from './store.server.ts';

/** A Wednesday. */
const today = '2027-07-07';
let now = momentAtProperty(today, '12:00');
const app = await testAppForFile({ now: () => now });
const { db, pool } = app.platform;
await stopTurnoverClock(pool);

beforeEach(async () => {
  now = momentAtProperty(today, '12:00');
  await pool.query(
    'truncate bookings, turnovers, turnover_changes, cleaners cascade; delete from graphile_worker._private_jobs',
  );
});

async function opened() {
  const { id, email } = await db
    .insertInto('cleaners')
    .values({ name: 'Marisol', email: `${newId()}@cleaners.example`, created_at: new Date('2027-01-01') })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow();
  const { id: home } = await addProperty(db, { title: 'The Beachcomber', cleaner_id: id });
  const book = (from: number, to: number, more: object = {}) =>
    addBooking(db, {
      property_id: home,
      checkin: addDays(today, from),
      checkout: addDays(today, to),
      name: 'Zebulon Quartz',
      email: 'zebulon@secret.example',
      phone: '+1 212 555 0199',
      note: 'We come for our wedding',
      total_cents: 7_654_321,
      ...more,
    });
  return { id, email, home, book };
}

/** What was logged so long ago, by the clock of these tests. */
const logged = (minutesAgo: number) =>
  db
    .updateTable('turnover_changes')
    .set({ created_at: new Date(now.getTime() - minutesAgo * minuteMs) })
    .execute();

/** Runs the job, in two processes at once. @returns the mails to an address since the last call, none of which names a guest */
async function mailsTo(address: string) {
  await Promise.all([runTurnovers(app.ctx), runTurnovers(app.ctx)]);
  const mails = (await app.queuedMail()).filter(({ to }) => to.address === address);
  await pool.query('delete from graphile_worker._private_jobs');
  const codes = (await db.selectFrom('bookings').select('code').execute()).map(({ code }) => code);
  const secrets = ['Zebulon', 'Quartz', 'secret.example', '0199', 'wedding', '7654321', '76,543', ...codes];
  return mails.map(({ subject, text, html }) => {
    expect(secrets.filter((secret) => `${subject} ${text} ${html}`.includes(secret))).toEqual([]);
    return { subject, text };
  });
}

const turnoverOn = async (day: number) =>
  db
    .selectFrom('turnovers')
    .select(['id'])
    .where('departs_on', '=', addDays(today, day))
    .executeTakeFirstOrThrow();

test('all that changed within the next 7 days is one mail, within a quarter of an hour, and once', async () => {
  const { email, id, book } = await opened();
  await book(-2, 1);
  const { id: moved } = await book(1, 3);
  await book(5, 7, { guests: 4, pets: 1 });
  await logged(7);
  expect(await mailsTo(email)).toEqual([]);
  await logged(9);
  const [mail, ...others] = await mailsTo(email);
  expect([mail?.subject, others]).toEqual(['3 turnovers changed', []]);
  expect(mail?.text).toContain('Thursday, July 8: The Beachcomber');
  expect(mail?.text).toContain('SAME DAY. Out by 10 AM, next guests 4 PM the same day');
  expect(mail?.text).toContain('4 guests, 1 pet');
  expect(await openLinkIn(mail?.text)).toBe(200);
  now = new Date(now.getTime() + hourMs);
  expect(await mailsTo(email)).toEqual([]);

  await db.updateTable('bookings').set({ status: 'cancelled' }).where('id', '=', moved).execute();
  await logged(9);
  const [next] = await mailsTo(email);
  expect(next?.subject).toBe('2 turnovers changed');
  expect(next?.text).toContain('Not needed any more.');
  expect(next?.text).toContain('Changed. Out by 10 AM, next guests 4 PM on Monday, July 12');

  // A link that was renewed since stands in the next mail.
  const { url } = await renewCleaningLink(app.ctx, id);
  await changeTurnover(app.ctx, (await turnoverOn(1)).id, { note: 'Bring bulbs' });
  await logged(9);
  const [last] = await mailsTo(email);
  expect([last?.subject, last?.text.includes(url)]).toEqual(['One turnover changed', true]);
  expect(last?.text).toContain('Note: Bring bulbs');
});

/** @returns the response of the page to which a mail links */
async function openLinkIn(text = ''): Promise<number> {
  const [, token] = /\/cleaning\/([\w-]{43})/.exec(text) ?? [];
  return (await app.request('GET', `/api/cleaning/${token}`)).status;
}

/** Waits until a statement waits for a row that another transaction has locked. */
const someoneWaits = () =>
  expect
    .poll(async () => {
      const waiting = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return waiting.rowCount;
    })
    .toBeGreaterThan(0);

test('a link that a host makes while the first mail is written is the one in the mail', async () => {
  const { id, email, book } = await opened();
  await book(-2, 1);
  await logged(60);
  const link = { id, link_version: 1 };
  let run: Promise<void> | undefined;
  await db.transaction().execute(async (tx) => {
    await lockCleaner(tx, id);
    run = runTurnovers(app.ctx);
    await someoneWaits();
    await storeLink(tx, id, { token_hash: cleaningLinkHash(app.ctx, link), link_version: 1 });
  });
  await run;
  const [mail] = await mailsTo(email);
  expect(mail?.text).toContain(cleaningUrl(app.ctx, link));
  expect(await openLinkIn(mail?.text)).toBe(200);
});

test('after a change of the secret the next mail holds a link that opens', async () => {
  const { email, book } = await opened();
  await book(-2, 1);
  await logged(60);
  const { sessionSecret } = app.platform.settings;
  const [first] = await mailsTo(email);
  app.platform.settings.sessionSecret = 'another secret of at least 32 characters';
  try {
    await changeTurnover(app.ctx, (await turnoverOn(1)).id, { note: 'Bring bulbs' });
    await logged(60);
    const [mail] = await mailsTo(email);
    expect([await openLinkIn(first?.text), await openLinkIn(mail?.text)]).toEqual([404, 200]);
  } finally {
    app.platform.settings.sessionSecret = sessionSecret;
  }
});

test('no mail for changes after the next 7 days, for what changed back, and for what the cleaner did', async () => {
  const { email, book } = await opened();
  await book(-2, 1);
  const { id } = await book(8, 10);
  await logged(60);
  expect(await mailsTo(email)).toHaveLength(1);
  // The eighth day comes nearer, which is no change.
  now = new Date(now.getTime() + 4 * 24 * hourMs);
  expect(await mailsTo(email)).toEqual([]);
  now = momentAtProperty(today, '12:00');

  const set = (values: object) => db.updateTable('bookings').set(values).where('id', '=', id).execute();
  await set({ checkin: addDays(today, 5) });
  await set({ checkin: addDays(today, 8) });
  await set({ status: 'cancelled' });
  await set({ status: 'confirmed' });
  await changeTurnover(app.ctx, (await turnoverOn(1)).id, { status: 'done' });
  await logged(60);
  expect(await mailsTo(email)).toEqual([]);
});

test('a turnover that goes to another cleaner is mailed to both, and no cleaner who is switched off gets mail', async () => {
  const { email, book } = await opened();
  await book(-2, 1);
  await logged(60);
  await mailsTo(email);
  const other = await opened();
  await changeTurnover(app.ctx, (await turnoverOn(1)).id, { cleaner_id: other.id });
  await logged(60);
  await runTurnovers(app.ctx);
  const texts = (await app.queuedMail()).map(({ to, text }) => [
    to.address,
    /(New|Not needed)/.exec(text)?.[0],
  ]);
  expect(texts.sort()).toEqual(
    [
      [email, 'Not needed'],
      [other.email, 'New'],
    ].sort(),
  );
  await db.updateTable('cleaners').set({ is_active: false }).where('id', '=', other.id).execute();
  await changeTurnover(app.ctx, (await turnoverOn(1)).id, { note: 'x' });
  await logged(60);
  await pool.query('delete from graphile_worker._private_jobs');
  expect(await mailsTo(other.email)).toEqual([]);
});

test('a run that is killed before its commit loses no change and doubles none', async () => {
  const { email, book } = await opened();
  await book(-2, 1);
  await logged(60);
  const queue: typeof app.ctx.mail.queue = async (tx, key, message) => {
    await app.ctx.mail.queue(tx, key, message);
    throw new Error('killed');
  };
  const broken = {
    ...app.ctx,
    log: Object.assign(Object.create(app.ctx.log), { error: () => {} }),
    mail: { queue },
  };
  await expect(runTurnovers(broken)).rejects.toThrow('Steps that failed: changes');
  expect(await mailsTo(email)).toHaveLength(1);
  expect(await mailsTo(email)).toEqual([]);
});

test.each([
  ['2027-07-11', 'in summer'],
  ['2027-03-14', 'on the day on which clocks go forward'],
  ['2027-11-07', 'on the day on which clocks go back'],
])('the week is mailed on Sunday %s at 17:00 at the homes, once, %s', async (sunday) => {
  const { email, home } = await opened();
  await pool.query('delete from turnovers');
  const stay = (from: number, to: number) =>
    addBooking(db, { property_id: home, checkin: addDays(sunday, from), checkout: addDays(sunday, to) });
  await stay(-3, 0);
  await stay(0, 2);
  await stay(4, 7);
  await stay(7, 8);
  await pool.query('delete from turnover_changes');
  now = new Date(momentAtProperty(sunday, '17:00').getTime() - 1);
  expect(await mailsTo(email)).toEqual([]);
  now = momentAtProperty(sunday, '17:00');
  const [mail, ...others] = await mailsTo(email);
  expect([mail?.subject, others]).toEqual(['Your week: 2 turnovers', []]);
  now = new Date(now.getTime() + 3 * hourMs);
  expect(await mailsTo(email)).toEqual([]);
});

test('a week without turnovers is not mailed, nor one that was over before the cleaner came', async () => {
  const { email, id, book } = await opened();
  now = momentAtProperty('2027-07-11', '17:30');
  expect(await mailsTo(email)).toEqual([]);
  await book(4, 9);
  await pool.query('delete from turnover_changes');
  await db
    .updateTable('cleaners')
    .set({ created_at: now, week_mailed_on: null })
    .where('id', '=', id)
    .execute();
  expect(await mailsTo(email)).toEqual([]);
});

test('a change that the weekly mail contains is not mailed again', async () => {
  const { email, book } = await opened();
  await book(4, 9);
  now = momentAtProperty('2027-07-11', '17:00');
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(['Your week: 1 turnover']);
  now = new Date(now.getTime() + hourMs);
  await logged(60);
  expect(await mailsTo(email)).toEqual([]);
});

test('a stay that is booked while the mail of the week is written is in it, or in the next mail', async () => {
  const { email, home } = await opened();
  const sunday = '2027-07-11';
  const stay = (from: number, to: number) =>
    bookingRow(db, { property_id: home, checkin: addDays(sunday, from), checkout: addDays(sunday, to) });
  await db
    .insertInto('bookings')
    .values(await stay(0, 2))
    .execute();
  const late = await stay(3, 5);
  await pool.query('delete from turnover_changes');
  now = momentAtProperty(sunday, '17:00');
  let isBooked = false;
  /** Books it, and commits, as soon as the turnovers of the week were read. */
  const bookMeanwhile: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isBooked && result.rows.some((row) => row.departsOn === addDays(sunday, 2))) {
        isBooked = true;
        await db.insertInto('bookings').values(late).execute();
      }
      return result;
    },
  };
  await runTurnovers({ ...app.ctx, db: db.withPlugin(bookMeanwhile) });
  expect(isBooked).toBe(true);
  const mails = await mailsTo(email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Your week: 1 turnover', '2 turnovers changed']);
  expect(mails[1]?.text).toContain('Friday, July 16');
});

test('a change on a Sunday for the same day is mailed in addition to the weekly mail', async () => {
  const { email, book } = await opened();
  await book(1, 4);
  await book(4, 9);
  await pool.query('delete from turnover_changes');
  now = momentAtProperty('2027-07-11', '16:55');
  await changeTurnover(app.ctx, (await turnoverOn(4)).id, { note: 'Bring bulbs' });
  now = momentAtProperty('2027-07-11', '17:00');
  await logged(5);
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(['Your week: 1 turnover']);
  now = momentAtProperty('2027-07-11', '17:05');
  const [mail, ...others] = await mailsTo(email);
  expect([mail?.subject, others]).toEqual(['One turnover changed', []]);
  expect(mail?.text).toContain('Sunday, July 11: The Beachcomber');
  expect(mail?.text).toContain('Note: Bring bulbs');
});

test('two hours before a check-in hosts are mailed about a home that is not ready, each once, with the day, and not after it', async () => {
  const { book } = await opened();
  await book(-3, -1);
  await book(0, 4);
  const hosts = async () => {
    await Promise.all([runTurnovers(app.ctx), runTurnovers(app.ctx)]);
    const mails = (await app.queuedMail()).filter(({ subject }) => subject.startsWith('Not ready'));
    await pool.query('delete from graphile_worker._private_jobs');
    for (const { text, expiresAt } of mails) {
      expect(text).toContain(
        'Guests may arrive from 4 PM on today, Wednesday, July 7, and nobody has reported',
      );
      expect(expiresAt).toBe(momentAtProperty(addDays(today, 1), '00:00').toISOString());
    }
    return mails.map(({ to, subject }) => [to.address, subject]);
  };
  now = new Date(momentAtProperty(today, '14:00').getTime() - 1);
  expect(await hosts()).toEqual([]);
  now = momentAtProperty(today, '14:00');
  const subject = 'Not ready: The Beachcomber, guests from 4 PM today, Wednesday, July 7';
  const { hostsEmail, adminEmails } = app.platform.settings;
  expect(await hosts()).toEqual(
    [...new Set([hostsEmail, ...adminEmails])].map((address) => [address, subject]),
  );
  expect(await hosts()).toEqual([]);
});

test('no mail about a home that is ready, has no turnover before, or has no arrival today', async () => {
  const { book } = await opened();
  await book(0, 1);
  await book(1, 3);
  now = momentAtProperty(today, '18:00');
  await runTurnovers(app.ctx);
  now = momentAtProperty(addDays(today, 1), '15:00');
  await changeTurnover(app.ctx, (await turnoverOn(1)).id, { status: 'done' });
  await runTurnovers(app.ctx);
  expect((await app.queuedMail()).filter(({ subject }) => subject.startsWith('Not ready'))).toEqual([]);
});
