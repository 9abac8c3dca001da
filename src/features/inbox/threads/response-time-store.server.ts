import { sql } from 'kysely';
import type { Db } from '../../../db/client.server.ts';

/** All waits that ended with a reply since then, and those that already exceed the promise, in seconds. */
export const responseWaits = async (
  db: Db,
  since: Date,
  longWaitBefore: Date,
  now: Date,
): Promise<number[]> => {
  const { rows } = await sql<{ seconds: number }>`
    select waited_seconds as seconds from messages where waited_seconds is not null and created_at > ${since}
    union all
    select extract(epoch from ${now}::timestamptz - waiting_since)::integer from threads
    where waiting_since < ${longWaitBefore} and waiting_since > ${since}
      and (kind = 'booking' or id in (select id from inquiries))`.execute(db);
  return rows.map(({ seconds }) => seconds);
};
