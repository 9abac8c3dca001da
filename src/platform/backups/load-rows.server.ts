import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { type BackupIndex, tableFile } from './backup-form.server.ts';

/**
 * Fills the tables of a database with the rows of a backup, and sets its sequences. Call it in a transaction in which
 * `pcb.restoring` is on, so that triggers do not change the rows.
 * @param unpacked the folder that the backup was unpacked into
 */
export async function loadRows(
  client: pg.Client,
  { tables, sequences }: BackupIndex,
  unpacked: string,
): Promise<void> {
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  for (const table of tables) {
    const sql = `copy ${table.name} (${table.columns.join(', ')}) from stdin`;
    await pipeline(
      createReadStream(path.join(unpacked, tableFile(table))),
      client.query(copyStreams.from(sql)),
    );
  }
  for (const [name, value] of Object.entries(sequences))
    await client.query('select setval($1::regclass, $2::bigint)', [name, value]);
}
