import { parse } from 'csv-parse/sync';
import { type Claims, exactly, within } from './claim.ts';
import { signedInHost } from './signing-in.ts';
import type { Stage } from './stage.ts';
import type { Reply } from './visitor.ts';
import { waitFor } from './wait-for.ts';

const rowCount = 20_000;
/** A reader that the database has to wait for: the file is larger than all buffers on the way. */
const slowBytesPerSecond = 10_000_000;
const exportWithinMs = 20_000;
/** One second, and what a busy machine takes on top to look whether it is over. */
const cancelledWithinMs = 2_000;

/** Texts of all lengths, so that rows end anywhere in a record of TLS; some are longer than several records. */
const message = (n: number): string => 'ä'.repeat(n % 997) + 'long '.repeat(n % 1000 === 0 ? 8_000 : 0);
const messageSql = "repeat('ä', n % 997) || repeat('long ', case when n % 1000 = 0 then 8000 else 0 end)";

const filters = JSON.stringify({ name: { eq: 'Exported' } });
const path = `/api/tables/inquiries/export?${new URLSearchParams({ filters })}`;

/** Exports over the database's TLS: both processes at once, one read slowly, and one not read to its end. */
export const exporting: Claims = async (stage) => {
  const { pool } = stage.database;
  const host = await signedInHost(stage, await stage.addressFor(stage.sites[0]));
  const other = host.movedTo(await stage.addressFor(stage.sites[1]));
  await pool.query(
    `insert into inquiries (id, name, email, property_title, check_in, check_out, guests, message)
     select gen_random_uuid(), 'Exported', n || '@export.example', 'Sunset Villa', '2026-01-01', '2026-01-04', 2,
       ${messageSql} from generate_series(1, $1::int) as n`,
    [rowCount],
  );
  const before = performance.now();
  const replies = await Promise.all([host, other].map((browser) => browser.request('GET', path)));
  const exportMs = performance.now() - before;
  replies.push(await host.request('GET', path, { bytesPerSecond: slowBytesPerSecond }));
  await host.request('GET', path, { maxBytes: 100_000 });
  const left = performance.now();
  await waitFor(() => exportsHaveEnded(stage), 10_000, 'the end of an export');
  const cancelledMs = performance.now() - left;
  await pool.query("delete from inquiries where name = 'Exported'");
  const megabytes = Math.round((replies[0]?.body.length ?? 0) / 1e6);
  return [
    exactly(
      `Exports over TLS that hold all ${rowCount} rows as stored, ${megabytes} MB each`,
      wholeFiles(replies),
      3,
    ),
    within('Both processes at once', exportMs, exportWithinMs),
    within('A statement ends after its reader has gone', cancelledMs, cancelledWithinMs),
  ];
};

interface Row {
  email: string;
  message: string;
}

const wholeFiles = (replies: Reply[]): number =>
  replies.filter(({ body }) => {
    const rows = parse(body, { columns: true, record_delimiter: '\r\n' }) as Row[];
    const numbers = new Set(rows.map(({ email }) => Number.parseInt(email, 10)));
    const isStored = (row: Row) => row.message === message(Number.parseInt(row.email, 10));
    return rows.length === rowCount && numbers.size === rowCount && rows.every(isStored);
  }).length;

async function exportsHaveEnded({ database }: Stage): Promise<true | null> {
  const { rows } = await database.pool.query(
    "select 1 from pg_stat_activity where application_name = 'pcb-export'",
  );
  return rows.length === 0 ? true : null;
}
