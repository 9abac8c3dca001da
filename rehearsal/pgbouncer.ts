import { chownSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runAsDatabaseUser } from '../scripts/database-user.ts';
import { type Database, openPool, throughPort } from './database.ts';
import { makeFolder } from './place.ts';
import { startProgram } from './program.ts';
import { waitFor } from './wait-for.ts';

const program = '/usr/sbin/pgbouncer';
const startsWithinMs = 20_000;

/** Debian's PgBouncer in front of a database. */
export interface Pooler {
  /** What the site is given in place of the database's own URL. */
  url: string;
  stop(): Promise<void>;
}

interface PoolerOptions {
  port: number;
  mode: 'session' | 'transaction';
  /** Its connections to the database. */
  size: number;
}

/**
 * Starts PgBouncer with nothing but what docs/install.md names: a mode and a size. Parameters of a connection that it does not
 * know are an error, as they are by default. It takes nothing but TLS, and speaks TLS to the database.
 */
export async function startPgBouncer(
  { url, password, cluster }: Database,
  { port, mode, size }: PoolerOptions,
): Promise<Pooler> {
  const { pathname, username, searchParams } = new URL(url);
  const name = pathname.slice(1);
  const folder = makeFolder(`pgbouncer-${mode}`);
  const users = path.join(folder, 'users.txt');
  const config = path.join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"${username}" "${password}"\n`, { mode: 0o600 });
  writeFileSync(
    config,
    `[databases]
${name} = host=localhost port=${cluster.port} dbname=${name}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${size}
client_tls_sslmode = require
client_tls_cert_file = ${cluster.certificates.server}
client_tls_key_file = ${cluster.certificates.serverKey}
server_tls_sslmode = verify-full
server_tls_ca_file = ${searchParams.get('sslrootcert')}
`,
  );
  const command = runAsDatabaseUser(program, [config]);
  if (command.owner) chownSync(users, command.owner.uid, command.owner.gid);
  const running = startProgram(command.file, command.args, {
    ...command.options,
    name: `pgbouncer, ${mode}`,
  });
  const throughPooler = throughPort({ url }, port);
  const pool = openPool(throughPooler);
  await waitFor(
    async () => {
      if (!running.isRunning()) throw new Error(`PgBouncer did not start: ${running.output()}`);
      return pool.query('select 1').catch(() => null);
    },
    startsWithinMs,
    'an answer through PgBouncer',
  );
  await pool.end();
  return {
    url: throughPooler,
    async stop() {
      // SIGTERM would wait for clients to leave.
      running.signal('SIGKILL');
      await running.exited;
    },
  };
}
