import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { runAsDatabaseUser } from '../scripts/database-user.ts';
import { makeFolder, ports } from './place.ts';
import { type Program, startProgram } from './program.ts';

const programs = '/usr/lib/postgresql/15/bin';
const role = 'pcb_site';
const databaseName = 'pcb';
const startsWithinMs = 30_000;

export interface Database {
  /** What the site is given: TLS, and the server's certificate checked against its authority. */
  url: string;
  /** A connection with the rights of the site. */
  pool: pg.Pool;
  stop(): Promise<void>;
}

/**
 * Starts Debian's PostgreSQL 15 with a fresh cluster. Over the network it takes nothing but TLS, with a certificate of an
 * authority of its own; the site's role owns one database and has no further right.
 */
export async function startDatabase(): Promise<Database> {
  const folder = makeFolder('postgres');
  const cluster = path.join(folder, 'data');
  const certificates = makeCertificates();
  const initdb = runAsDatabaseUser(path.join(programs, 'initdb'), [
    '-D',
    cluster,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ]);
  const own = (...files: string[]) => {
    for (const file of files) if (initdb.owner) chownSync(file, initdb.owner.uid, initdb.owner.gid);
  };
  own(folder, certificates.serverKey);
  execFileSync(initdb.file, initdb.args, { ...initdb.options, stdio: ['ignore', 'ignore', 'inherit'] });
  writeFileSync(
    path.join(cluster, 'pg_hba.conf'),
    'local all postgres trust\nhostssl all all 127.0.0.1/32 scram-sha-256\nhostssl all all ::1/128 scram-sha-256\n',
  );
  const server = runAsDatabaseUser(path.join(programs, 'postgres'), [
    '-D',
    cluster,
    '-p',
    String(ports.database),
    '-c',
    'listen_addresses=localhost',
    '-c',
    `unix_socket_directories=${cluster}`,
    '-c',
    'ssl=on',
    '-c',
    `ssl_cert_file=${certificates.server}`,
    '-c',
    `ssl_key_file=${certificates.serverKey}`,
  ]);
  const program = startProgram(server.file, server.args, server.options);
  const password = randomBytes(18).toString('base64url');
  await createDatabase(cluster, password, program);
  const url = `postgresql://${role}:${password}@localhost:${ports.database}/${databaseName}?sslmode=verify-full&sslrootcert=${certificates.authority}`;
  const pool = new pg.Pool({ connectionString: url, max: 2, application_name: 'rehearsal' });
  pool.on('error', () => {});
  return {
    url,
    pool,
    async stop() {
      await pool.end();
      program.signal('SIGINT');
      await program.exited;
    },
  };
}

/** An authority, and a certificate of it for `localhost`. */
function makeCertificates() {
  const folder = makeFolder('certificates');
  const file = (name: string) => path.join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  const newKey = ['-newkey', 'rsa:2048', '-nodes', '-keyout'];
  const days = ['-days', '2'];
  const authority = ['-out', file('ca.crt'), '-subj', '/CN=Rehearsal database authority'];
  openssl('req', '-x509', ...newKey, file('ca.key'), ...authority, ...days);
  openssl('req', ...newKey, file('server.key'), '-out', file('server.csr'), '-subj', '/CN=localhost');
  writeFileSync(file('server.ext'), 'subjectAltName=DNS:localhost\nbasicConstraints=critical,CA:FALSE\n');
  const signed = ['-CA', file('ca.crt'), '-CAkey', file('ca.key'), '-CAcreateserial', ...days];
  openssl(
    'x509',
    '-req',
    '-in',
    file('server.csr'),
    ...signed,
    '-extfile',
    file('server.ext'),
    '-out',
    file('server.crt'),
  );
  chmodSync(file('server.key'), 0o600);
  return { authority: file('ca.crt'), server: file('server.crt'), serverKey: file('server.key') };
}

/** Makes the site's role and its database over the server's socket, as soon as that answers. */
async function createDatabase(socketFolder: string, password: string, program: Program): Promise<void> {
  const until = Date.now() + startsWithinMs;
  for (;;) {
    const admin = new pg.Client({ host: socketFolder, port: ports.database, user: 'postgres' });
    try {
      await admin.connect();
      await admin.query(`create role ${role} login password '${password}'`);
      await admin.query(`create database ${databaseName} owner ${role}`);
      await admin.end();
      return;
    } catch (error) {
      if (!program.isRunning() || Date.now() > until)
        throw new Error(`PostgreSQL did not start: ${program.output()}`, { cause: error });
      await sleep(50);
    }
  }
}
