import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { addQuote } from '../../../test/bookings.ts';
import { openMailServer } from '../../../test/mail-server.ts';
import { inDays } from '../../../test/paid-stays.ts';
import { runQueuedJobs } from '../../../test/queue.ts';
import { openMessagesForFile } from '../../../test/scheduled-messages.ts';

const site = await openMessagesForFile();
const { db, platform } = site;
const server = await openMailServer();
afterAll(() => server.close());
const stays = 1_000;
const program = fileURLToPath(new URL('../../../test/messages-program.ts', import.meta.url));

/** @param name the application name of its database sessions */
const begin = (name = 'process') => {
  const { databaseUrl, dataDir } = platform.settings;
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', name);
  const child = fork(program, [url.href, dataDir], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  return { child, ended: once(child, 'exit') };
};

/** The process of this name stops within its hundredth message, whose mail it has queued. */
const stopWithinMessage = (name: string) =>
  platform.pool.query(`create sequence sent_messages;
    create function stop_within_message() returns trigger language plpgsql as $$ begin
      if current_setting('application_name') = '${name}' and nextval('sent_messages') = 100 then
        perform pg_sleep(600);
      end if;
      return new; end $$;
    create trigger stop_within_message before update on scheduled_messages
      for each row when (new.status = 'sent') execute function stop_within_message()`);
const stopped = async (name: string): Promise<number[]> => {
  const { rows } = await platform.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and application_name = $1 and wait_event = 'PgSleep'`,
    [name],
  );
  return rows.map(({ pid }) => pid);
};
const sent = async () =>
  (
    await db
      .selectFrom('scheduled_messages')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('status', '=', 'sent')
      .executeTakeFirstOrThrow()
  ).count;

test('1,000 messages due at one minute go out once each, over two processes of which one is killed', {
  timeout: 600_000,
}, async () => {
  const { property_id, checkin, checkout } = await site.addPaid(30);
  const quote = await addQuote(db, { property_id, checkin, checkout });
  // The test has its own connection, because the site's statements end after seconds.
  const client = new pg.Client({ connectionString: platform.settings.databaseUrl });
  await client.connect();
  // A home for each, so that their nights do not meet.
  await client.query(
    `insert into properties (id, slug, title, description, price_preview, guests, beds, baths)
     select gen_random_uuid(), 'many-' || n, 'Home', 'By the sea', '$200', 6, 3, 2
     from generate_series(2, ${stays}) as n`,
  );
  await client.query(
    `insert into bookings (id, code, key_hash, status, property_id, quote_id, checkin, checkout, guests, name, email,
       total_cents, due_now_cents, confirmed_at)
     select gen_random_uuid(), upper(lpad(to_hex(row_number() over ()), 8, '0')), '\\x00', 'confirmed', id, $1, $2, $3, 2,
       'Ann Lee', 'ann-' || slug || '@guests.example', 60000, 60000, now()
     from properties where slug like 'many-%'`,
    [quote, inDays(40), inDays(43)],
  );
  await site.addRule();
  await site.run();
  await client.query(`update scheduled_messages set due_at = now() - interval '1 minute'`);
  await client.end();
  expect(await db.selectFrom('scheduled_messages').select('id').execute()).toHaveLength(stays);

  await stopWithinMessage('killed');
  const killed = begin('killed');
  await vi.waitFor(async () => expect(await sent()).toBeGreaterThan(0), { timeout: 60_000, interval: 20 });
  const other = begin();
  const [pid] = await vi.waitFor(
    async () => {
      const pids = await stopped('killed');
      expect(pids).toHaveLength(1);
      return pids;
    },
    { timeout: 60_000, interval: 20 },
  );
  killed.child.kill('SIGKILL');
  expect(await killed.ended).toEqual([null, 'SIGKILL']);
  // The database ends such a session itself once it sends something to the killed process.
  await platform.pool.query('select pg_terminate_backend($1)', [pid]);
  expect((await other.ended)[0]).toBe(0);
  expect((await begin().ended)[0]).toBe(0);

  expect(await sent()).toBe(stays);
  expect(await db.selectFrom('messages').select('id').where('direction', '=', 'auto').execute()).toHaveLength(
    stays,
  );
  await runQueuedJobs({ ...platform, settings: { ...platform.settings, smtpUrl: server.url } });
  const ids = server.raw.flatMap((raw) => /^Message-ID:\s+<message-(\S+)@/im.exec(raw)?.[1] ?? []);
  expect([ids.length, new Set(ids).size]).toEqual([stays, stays]);
});

test('a mail that is delivered again after a crash has the same Message-ID', async () => {
  await db.deleteFrom('message_rules').execute();
  const stay = await site.addPaid(50);
  await site.addRule();
  await site.run();
  await site.makeDue(stay.id);
  await site.run();
  const settings = { ...platform.settings, smtpUrl: server.url };
  const before = server.raw.length;
  const { rows } = await sql<{ payload: object }>`select payload from graphile_worker._private_jobs`.execute(
    db,
  );
  await runQueuedJobs({ ...platform, settings });
  for (const { payload } of rows)
    await sql`select graphile_worker.add_job('send_mail', ${JSON.stringify(payload)}::json)`.execute(db);
  await runQueuedJobs({ ...platform, settings });
  const ids = server.raw
    .slice(before)
    .flatMap((raw) => /^Message-ID:\s+(<message-\S+>)/im.exec(raw)?.[1] ?? []);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
});
