import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';

/** Runs a statement on the site's database, for changes that only hosts or time would make. */
export async function query(text: string, values: unknown[]): Promise<unknown[]> {
  const place = path.join(process.env.E2E_DATA_DIR ?? '', 'postgres.json');
  const { url } = JSON.parse(readFileSync(place, 'utf8')) as { url: string };
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text, values).finally(() => client.end());
  return rows;
}

/** Runs a timed job of the site now, beside its own minutes. */
export const runJob = (name: string): Promise<unknown[]> =>
  query('select from graphile_worker.add_job($1, queue_name => $1, max_attempts => 1)', [name]);
