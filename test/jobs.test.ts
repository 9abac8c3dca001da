import { parseCrontab } from 'graphile-worker';
import { expect, test, vi } from 'vitest';
import { runBookings } from '../src/features/bookings/run-bookings.server.ts';
import { crontab, jobs } from '../src/jobs.server.ts';
import { createMailTransport } from '../src/platform/mail/mail-transport.server.ts';
import { todayAtProperty } from '../src/shared/dates.ts';
import { momentAtProperty } from '../src/shared/property-time.server.ts';
import { openStaysForFile } from './paid-stays.ts';

const stays = await openStaysForFile();
const { db } = stays;

/** Makes a table's statements fail, as one that is too large or locked does. */
async function withoutTable(table: string, act: () => Promise<void>): Promise<void> {
  await stays.platform.pool.query(`alter table ${table} rename to ${table}_away`);
  await act();
  await stays.platform.pool.query(`alter table ${table}_away rename to ${table}`);
}

const errorsOf = async (act: () => Promise<unknown>): Promise<{ error: unknown; logged: unknown[] }> => {
  const log = vi.spyOn(stays.ctx.log, 'error').mockImplementation(() => {});
  const error = await act().catch((caught: unknown) => caught);
  const logged = log.mock.calls.map(([, text]) => text);
  log.mockRestore();
  return { error, logged };
};

async function sweep(): Promise<void> {
  const { settings } = stays.platform;
  const transport = createMailTransport(settings.smtpUrl, settings.mailFrom);
  await jobs({ ...stays.platform, log: stays.ctx.log }, transport).sweep?.({}, {} as never);
  transport.close();
}

/** Quotes that expired 60 days ago. */
const addExpiredQuotes = (propertyId: string, number: number) =>
  stays.platform.pool.query(
    `insert into quotes (id, property_id, checkin, checkout, guests, pets, price, total_cents, currency, plans,
       cancellation_policy, check_in_from, expires_at)
     select gen_random_uuid(), $1, '2026-01-01', '2026-01-04', 2, 0, '{}', 60000, 'usd', '[]', '{}', '16:00',
       now() - interval '60 days' from generate_series(1, $2::int)`,
    [propertyId, number],
  );
const countQuotes = async (): Promise<number> =>
  (await db.selectFrom('quotes').select('id').execute()).length;

test('a step of the sweep that fails is logged by its name, the others run, and the job fails', async () => {
  const { id } = await stays.addProperty();
  await addExpiredQuotes(id, 3);
  const before = await countQuotes();
  await withoutTable('webhook_events', async () => {
    const { error, logged } = await errorsOf(sweep);
    expect(error).toMatchObject({ message: 'Steps that failed: providerEvents' });
    expect(logged).toEqual(['the step "providerEvents" of a job failed']);
  });
  expect(await countQuotes()).toBe(before - 3);
});

test('expired quotes are deleted in batches, but none that was booked', async () => {
  const { id, slug } = await stays.addProperty();
  const placed = await stays.hold(slug);
  const { quote_id } = await stays.stored(placed.code);
  const expired = { expires_at: new Date(0) };
  await db.updateTable('quotes').set(expired).where('id', '=', quote_id).execute();
  const before = await db.selectFrom('quotes').select(['id', 'is_booked']).orderBy('id').execute();
  expect(before).toContainEqual({ id: quote_id, is_booked: true });
  await addExpiredQuotes(id, 5_000);
  await sweep();
  expect(await db.selectFrom('quotes').select(['id', 'is_booked']).orderBy('id').execute()).toEqual(before);
});

test('while a step of the bookings job fails, later ones are done, and the job fails', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.hold(slug);
  await stays.set(placed.code, { hold_expires_at: new Date(Date.now() - 1_000) });
  const broken = db.withPlugin({
    transformQuery({ node }) {
      const isArrivals = node.kind === 'SelectQueryNode' && JSON.stringify(node).includes('arrival_sent_at');
      if (isArrivals) throw new Error('canceling statement due to statement timeout');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const { error, logged } = await errorsOf(() => runBookings({ ...stays.ctx, db: broken }));
  expect(error).toMatchObject({ message: 'Steps that failed: sendArrivalEmails' });
  expect(logged).toEqual(['the step "sendArrivalEmails" of a job failed']);
  expect((await stays.stored(placed.code)).status).toBe('expired');
});

test.each([
  ['in winter', '2027-01-15T06:05:00Z'],
  ['in summer', '2027-07-15T05:05:00Z'],
])('the new day is announced within five minutes of midnight at the homes %s', (_, moment) => {
  const at = new Date(moment);
  const time = {
    min: at.getUTCMinutes(),
    hour: at.getUTCHours(),
    date: at.getUTCDate(),
    month: at.getUTCMonth() + 1,
    dow: at.getUTCDay(),
  };
  expect(momentAtProperty(todayAtProperty(at), '00:05')).toEqual(at);
  const dueTasks = parseCrontab(crontab).filter(({ match }) => match(time));
  expect(dueTasks.map(({ task }) => task)).toContain('announce_new_day');
});

test('a timed task whose next run is more than two minutes away is tried again after a failure', () => {
  const everyMinute = Array.from({ length: 60 }, (_, min) => ({ min, hour: 5, date: 1, month: 1, dow: 1 }));
  const tries = parseCrontab(crontab).map(({ task, match, options }) => {
    const isSoonDueAgain = everyMinute.filter((time) => match(time)).length >= 30;
    return [task, isSoonDueAgain ? 'soon' : options.maxAttempts];
  });
  expect(Object.fromEntries(tries.filter(([, often]) => often !== 'soon'))).toEqual({
    announce_new_day: 5,
    read_calendar_feeds: 5,
    run_launch_checks: 5,
    sweep: 5,
    sweep_uploads: 5,
  });
});
