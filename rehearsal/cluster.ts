import { chownSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { runAsDatabaseUser } from '../scripts/database-user.ts';
import type { Certificates } from './certificates.ts';
import { makeFolder } from './place.ts';
import { startProgram } from './program.ts';
import { waitFor } from './wait-for.ts';

const programs = '/usr/lib/postgresql/15/bin';
const startsWithinMs = 30_000;

/** A server of PostgreSQL with its data. */
export interface Cluster {
  /** Its data and its socket. */
  folder: string;
  port: number;
  certificates: Certificates;
  /** Runs one statement as the superuser, over the socket. */
  query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>;
  /** SIGKILL, as when its machine goes. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** @returns a folder that does not exist yet, in one that the database's user owns */
export function newClusterFolder(name: string): string {
  const folder = makeFolder(name);
  const { owner } = runAsDatabaseUser(path.join(programs, 'initdb'), [folder]);
  if (owner) chownSync(folder, owner.uid, owner.gid);
  return path.join(folder, 'data');
}

/** Runs a program of PostgreSQL to its end. @throws Error with its output when it fails */
export async function runToEnd(name: string, args: string[]): Promise<void> {
  const { file, args: all, options } = runAsDatabaseUser(path.join(programs, name), args);
  const program = startProgram(file, all, options);
  if ((await program.exited) !== 0) throw new Error(`${name} failed: ${program.output()}`);
}

/** Starts a server on an existing folder and waits until it accepts connections. Over the network it requires TLS. */
export async function startCluster(
  folder: string,
  port: number,
  certificates: Certificates,
): Promise<Cluster> {
  const settings = [
    'listen_addresses=localhost',
    `unix_socket_directories=${folder}`,
    'ssl=on',
    `ssl_cert_file=${certificates.server}`,
    `ssl_key_file=${certificates.serverKey}`,
  ].flatMap((setting) => ['-c', setting]);
  const server = runAsDatabaseUser(path.join(programs, 'postgres'), [
    '-D',
    folder,
    '-p',
    String(port),
    ...settings,
  ]);
  if (server.owner) chownSync(certificates.serverKey, server.owner.uid, server.owner.gid);
  const program = startProgram(server.file, server.args, { ...server.options, name: `postgres on ${port}` });
  const end = async (signal: NodeJS.Signals) => {
    program.signal(signal);
    await program.exited;
  };
  const cluster: Cluster = {
    folder,
    port,
    certificates,
    async query<Row extends pg.QueryResultRow>(sql: string) {
      const admin = new pg.Client({ host: folder, port, user: 'postgres' });
      await admin.connect();
      try {
        return (await admin.query<Row>(sql)).rows;
      } finally {
        await admin.end();
      }
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGINT'),
  };
  await waitFor(
    async () => {
      if (!program.isRunning()) throw new Error(`PostgreSQL did not start: ${program.output()}`);
      return cluster.query('select 1').catch(() => null);
    },
    startsWithinMs,
    'a server of PostgreSQL',
  );
  return cluster;
}
