import { readdirSync } from 'node:fs';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { createPool } from '../src/db/client.server.ts';
import { migrate } from '../src/db/migrate.server.ts';
import { createDatabase, databaseUrl, dropDatabase } from '../test/database.ts';
import { createEndedAccessTable, endAccessAgain } from './end-access-again.ts';
import { createRestoreTable, withholdMail } from './withhold-mail.ts';

const versions = readdirSync(new URL('../src/db/migrations/', import.meta.url)).map((name) =>
  Number.parseInt(name, 10),
);
/** Versions without bookings, before planned messages and turnovers, around the columns that this needs, and today's. */
const backups = [1, 25, 58, 70, 83, 91, Math.max(...versions)];

test.each(backups)(
  'a backup of version %i is restored without what was due, and migrated then',
  async (version) => {
    const name = `pcb_withhold_${process.pid}_${version}`;
    const admin = new pg.Client({ connectionString: inject('serverUrl') });
    await admin.connect();
    await createDatabase(admin, name);
    const url = databaseUrl(inject('serverUrl'), name);
    const pool = createPool(url);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await migrate(pool, (one) => one <= version);
      await client.query(`begin; select set_config('pcb.restoring', 'on', true)`);
      await createRestoreTable(client);
      await createEndedAccessTable(client);
      const unsent = await withholdMail(client, new Date(Date.now() - 60_000).toISOString());
      expect(await endAccessAgain(client, new Date().toISOString())).toBeNull();
      await client.query('commit');
      expect(Object.values(unsent).every((count) => Number.isInteger(count))).toBe(true);
      await migrate(pool);
      const { rows } = await client.query('select unsent from last_restore');
      expect(rows).toEqual([{ unsent }]);
      const { rows: checks } = await client.query(
        `select pg_get_constraintdef(oid) like '%restored%' as has_reason from pg_constraint
         where conname = 'scheduled_messages_reason_check'`,
      );
      expect(checks).toEqual([{ has_reason: true }]);
    } finally {
      await client.end();
      await pool.end();
      await dropDatabase(admin, name);
      await admin.end();
    }
  },
);
