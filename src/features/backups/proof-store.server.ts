import type pg from 'pg';

/** The name of a database in which a backup is proven: that of the live one with this after it, and eight digits. */
const suffix = '_proof_';
const maxNameLength = 63;

/** @returns the name of a new, empty database beside the one that the client is connected to */
export async function createProofDatabase(client: pg.Client): Promise<string> {
  const digits = Math.floor(Math.random() * 1e8);
  const tail = `${suffix}${String(digits).padStart(8, '0')}`;
  const name = (await currentDatabase(client)).slice(0, maxNameLength - tail.length) + tail;
  await client.query(`create database ${client.escapeIdentifier(name)}`).catch((error) => {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new Error(
      'The user of DATABASE_URL may not create databases, so no backup can be proven: alter role … createdb.',
      { cause: error },
    );
  });
  return name;
}

/** Drops the databases of this proof, and of earlier ones that were killed. */
export async function dropProofDatabases(client: pg.Client): Promise<void> {
  const live = (await currentDatabase(client)).slice(0, maxNameLength - suffix.length - 8);
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where left(datname, $1) = $2 and right(datname, 8) ~ '^[0-9]{8}$'
       and char_length(datname) = $1 + 8 and datname <> current_database()`,
    [live.length + suffix.length, live + suffix],
  );
  for (const { name } of rows)
    await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`);
}

export async function currentDatabase(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  return rows[0]?.name ?? '';
}

export async function beginRestoring(client: pg.Client): Promise<void> {
  await client.query('begin');
  await client.query(`select set_config('pcb.restoring', 'on', true)`);
}

export const commit = (client: pg.Client) => client.query('commit');
