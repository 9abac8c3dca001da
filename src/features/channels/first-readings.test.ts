import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testAppForFile } from '../../../test/app.ts';
import { addProperty } from '../../../test/bookings.ts';
import { newId } from '../../shared/uuid.server.ts';

const app = await testAppForFile();
const { db } = app.platform;

test('a calendar that comes with statistics of empty tables reads no table through for each stay', async () => {
  await db.transaction().execute(async (tx) => {
    const { id: home } = await addProperty(tx);
    const connect = async () => {
      const id = newId();
      const url = `https://a.example/${id}.ics`;
      await tx
        .insertInto('calendar_feeds')
        .values({ id, property_id: home, channel: 'airbnb', url })
        .execute();
      return id;
    };
    const read = async (first: number, last: number) => {
      await sql`insert into feed_events (feed_id, property_id, uid, kind, checkin, checkout, is_echo)
        select ${await connect()}::uuid, ${home}::uuid, 'stay ' || day, 'reservation', current_date + day, current_date + day + 1, false
        from generate_series(${first}::int, ${last}::int) as day`.execute(tx);
    };
    // Statistics and plans are of nearly empty tables here, and are used below.
    await read(1, 20);
    await sql`analyze turnovers, occupied_nights`.execute(tx);
    await read(21, 40);
    const before = await rowsRead();
    await read(41, 1540);
    const after = await rowsRead();
    expect(after.turnovers - before.turnovers).toBeLessThan(5_000);
    expect(after.occupied_nights - before.occupied_nights).toBeLessThan(5_000);

    async function rowsRead(): Promise<{ turnovers: number; occupied_nights: number }> {
      const { rows } = await sql<{ relname: 'turnovers' | 'occupied_nights'; read: number }>`
        select relname, (seq_tup_read + idx_tup_fetch)::int as read
        from pg_stat_xact_user_tables where relname in ('turnovers', 'occupied_nights')`.execute(tx);
      const read = Object.fromEntries(rows.map((row) => [row.relname, row.read]));
      return { turnovers: read.turnovers ?? 0, occupied_nights: read.occupied_nights ?? 0 };
    }
  });
});

test('new events of a calendar close their nights without a lookup of those that are closed', async () => {
  await db.transaction().execute(async (tx) => {
    const { id: home } = await addProperty(tx);
    const feed = await tx
      .insertInto('calendar_feeds')
      .values({ id: newId(), property_id: home, channel: 'airbnb', url: 'https://a.example/1.ics' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const scans = async () => {
      const { rows } = await sql<{ closed: number; scans: number }>`
        select (n_tup_ins - n_tup_del)::int as closed, (seq_scan + idx_scan)::int as scans
        from pg_stat_xact_user_tables where relname = 'occupied_nights'`.execute(tx);
      return rows[0] ?? { closed: 0, scans: 0 };
    };
    const before = await scans();
    await sql`insert into feed_events (feed_id, property_id, uid, kind, checkin, checkout)
      select ${feed.id}::uuid, ${home}::uuid, 'stay ' || day, 'reservation', current_date + day, current_date + day + 1
      from generate_series(1, 50) as day`.execute(tx);
    const after = await scans();
    expect(after).toEqual({ closed: before.closed + 50, scans: before.scans });
  });
});
