import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { hostileBodies } from '../../test/hostile-mails.ts';
import { type Figure, type Place, quantile } from '../metric.ts';
import { type Site, startSite } from '../site.ts';

const count = 200;
const pauseMs = 40;
const longestMs = 15 * 60_000;
/** The lag is counted from the third second of a process on. */
const settleMs = 5_000;
const text = 'We come at six.';

/** Mails that are expensive to parse, in the mailbox for replies, while guests read pages; a guest's mail is behind them. */
export async function hostileMails(place: Place): Promise<Figure[]> {
  const folder = path.join(place.dataDir, 'loop-lag');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const preload = new URL('./report-loop-lag.ts', import.meta.url).pathname;
  const site = await startSite(place, { NODE_OPTIONS: `--import=${preload}`, LOOP_LAG_DIR: folder });
  const db = new pg.Client({ connectionString: site.databaseUrl });
  await db.connect();
  try {
    const to = await addressForReplies(site, db);
    await sleep(settleMs);
    const bodies = Object.values(hostileBodies);
    for (let sent = 0; sent < count; sent += 1)
      await deliver(site, `From: Eve <eve@evil.example>\r\nTo: ${to}\r\n${bodies[sent % bodies.length]}`);
    const guests = 'From: Ann <bench@guests.example>\r\nContent-Type: text/plain';
    await deliver(site, `${guests}\r\nTo: ${to}\r\nMessage-ID: <last@guests.example>\r\n\r\n${text}\r\n`);
    const begin = performance.now();
    const waits: number[] = [];
    let isRead = false;
    while (!isRead && performance.now() - begin < longestMs) {
      waits.push(await visit(`${site.url}${waits.length % 2 ? '/' : '/api/properties'}`));
      if (waits.length % 25 === 0) isRead = await lastIsRead(db);
      await sleep(pauseMs);
    }
    const seconds = (performance.now() - begin) / 1000;
    const lag = JSON.parse(readFileSync(path.join(folder, `${site.appPid}.json`), 'utf8'));
    return [
      {
        name: `Event loop of the site beside ${count} hostile mails, 99th percentile of its lag`,
        value: lag.p99,
        unit: 'ms',
        max: 50,
      },
      { name: 'Its longest lag', value: lag.worst, unit: 'ms' },
      { name: 'Guests wait meanwhile, 99th percentile', value: quantile(waits, 0.99), unit: 'ms' },
      { name: "A guest's mail behind them is read (1: yes)", value: Number(isRead), min: 1 },
      { name: 'After', value: seconds, unit: 's' },
    ];
  } finally {
    await db.end();
    await site.stop();
  }
}

/** Stores an inquiry. @returns the address to which mail programs reply */
async function addressForReplies(site: Site, db: pg.Client): Promise<string> {
  const inquiry = await db.query<{ id: string }>(
    `insert into inquiries (id, name, email, phone, message, property_title, check_in, check_out, guests)
     values (gen_random_uuid(), 'Ann Lee', 'bench@guests.example', '', 'Is it free?', '', '2040-07-09', '2040-07-14', 4)
     returning id`,
  );
  const thread = await db.query<{ reply_token: string }>('select reply_token from threads where id = $1', [
    inquiry.rows[0]?.id,
  ]);
  const domain = (site.app().env.REPLY_ADDRESS ?? '').split('@')[1];
  return `reply+${thread.rows[0]?.reply_token}@${domain}`;
}

async function deliver(site: Site, source: string): Promise<void> {
  await fetch(`${site.standIns}/mail/replies`, { method: 'POST', body: source });
}

async function lastIsRead(db: pg.Client): Promise<boolean> {
  const { rowCount } = await db.query('select 1 from messages where text like $1', [`%${text}%`]);
  return (rowCount ?? 0) > 0;
}

async function visit(url: string): Promise<number> {
  const before = performance.now();
  const response = await fetch(url);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return performance.now() - before;
}
