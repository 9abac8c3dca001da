import { fork } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startPostgres } from '../../scripts/postgres.ts';
import type { Place } from '../metric.ts';
import { fillTable } from './table.ts';

export interface AdminSite {
  url: string;
  pid: number;
  databaseUrl: string;
  /** A connection for bare SQL. */
  db: pg.Client;
  /** The headers of a browser in which an administrator is signed in. */
  headers: Record<string, string>;
  stop(): Promise<void>;
}

const admin = 'host@example.com';

/** The warm site on a database of its own with the table of a million rows, and an admin. */
export async function startAdminSite({ dataDir, port }: Place): Promise<AdminSite> {
  const folder = path.join(dataDir, 'admin');
  mkdirSync(folder, { recursive: true });
  const postgres = await startPostgres(folder, () => {});
  const child = fork(fileURLToPath(new URL('site.ts', import.meta.url)), {
    env: { ...process.env, ...settings(folder, port, postgres.url) },
  });
  await once(child, 'message');
  const db = new pg.Client({ connectionString: postgres.url });
  await db.connect();
  await fillTable(db);
  child.send('prepare');
  await once(child, 'message');
  await db.query('vacuum (analyze) bench_people');
  const token = randomBytes(32).toString('base64url');
  const user = randomUUID();
  await db.query("insert into users (id, email, role) values ($1, $2, 'admin')", [user, admin]);
  await db.query("insert into sessions (id, user_id, token_hash, method) values ($1, $2, $3, 'code')", [
    randomUUID(),
    user,
    createHash('sha256').update(token).digest(),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid as number,
    databaseUrl: postgres.url,
    db,
    headers: { Cookie: `session=${token}` },
    async stop() {
      await db.end();
      child.disconnect();
      await once(child, 'exit');
      await postgres.stop();
    },
  };
}

/** The settings of one machine without keys: no mail is sent and no card charged. */
const settings = (folder: string, port: number, databaseUrl: string): Record<string, string> => ({
  PORT: String(port),
  DATA_DIR: folder,
  DATABASE_URL: databaseUrl,
  LOG_LEVEL: 'fatal',
  SESSION_SECRET: randomBytes(32).toString('hex'),
  ADMIN_EMAILS: admin,
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: admin,
  HOSTS_EMAIL: admin,
  STRIPE_SECRET_KEY: 'none',
  STRIPE_WEBHOOK_SECRET: 'none',
  GOOGLE_CLIENT_ID: 'none',
  GOOGLE_CLIENT_SECRET: 'none',
  GOOGLE_ISSUER: 'http://127.0.0.1:9',
});
