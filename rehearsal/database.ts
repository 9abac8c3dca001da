import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { makeCertificates } from './certificates.ts';
import { type Cluster, newClusterFolder, runToEnd, startCluster } from './cluster.ts';
import { ports } from './place.ts';

const role = 'pcb_site';
const databaseName = 'pcb';

const access = [
  'local all postgres trust',
  'local replication postgres trust',
  'hostssl all all 127.0.0.1/32 scram-sha-256',
  'hostssl all all ::1/128 scram-sha-256',
];

export interface Database {
  /** What the site is given: TLS, and the server's certificate checked against its authority. */
  url: string;
  password: string;
  cluster: Cluster;
  /** A connection with the rights of the site. */
  pool: pg.Pool;
  stop(): Promise<void>;
}

/**
 * Starts Debian's PostgreSQL 15 with a fresh cluster. Over the network it takes nothing but TLS, with a certificate of an
 * authority of its own; the site's role owns one database and has no further right.
 */
export async function startDatabase(): Promise<Database> {
  const folder = newClusterFolder('postgres');
  const certificates = makeCertificates();
  await runToEnd('initdb', [
    '-D',
    folder,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ]);
  writeFileSync(path.join(folder, 'pg_hba.conf'), `${access.join('\n')}\n`);
  const cluster = await startCluster(folder, ports.database, certificates);
  const password = randomBytes(18).toString('base64url');
  await cluster.query(`create role ${role} login password '${password}'`);
  await cluster.query(`create database ${databaseName} owner ${role}`);
  const url = `postgresql://${role}:${password}@localhost:${ports.database}/${databaseName}?sslmode=verify-full&sslrootcert=${certificates.authority}`;
  const pool = openPool(url);
  return {
    url,
    password,
    cluster,
    pool,
    async stop() {
      await pool.end();
      await cluster.stop();
    },
  };
}

/** Connections of the rehearsal itself, which survive the end of a server. */
export function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 2, application_name: 'rehearsal' });
  pool.on('error', () => {});
  return pool;
}

/** The same database by way of another port of this machine. */
export function throughPort({ url }: Pick<Database, 'url'>, port: number): string {
  const through = new URL(url);
  through.port = String(port);
  return through.href;
}

/** An empty database beside the site's, with the same owner. @returns its URL */
export async function addDatabase({ cluster, url }: Database, name: string): Promise<string> {
  await cluster.query(`create database ${name} owner ${role}`);
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}
