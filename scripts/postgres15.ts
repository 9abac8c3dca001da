// Runs Vitest with the arguments given on Debian's PostgreSQL 15, the oldest version that DATABASE_URL may name.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { canInstallPackages, installPackages } from './chromium.mjs';
import { runAsDatabaseUser } from './database-user.ts';
import { disposableSettings, throughSocket } from './postgres.ts';
import { makeDatabaseFolder } from './temporary-folder.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const programs = '/usr/lib/postgresql/15/bin';
const port = 54_150 + (process.pid % 500);
if (!existsSync(path.join(programs, 'postgres')) && canInstallPackages())
  await installPackages(['postgresql-15'], 'PostgreSQL 15 could not be installed');
if (!existsSync(path.join(programs, 'postgres'))) {
  console.error(
    `PostgreSQL 15 is not in ${programs}: as root on Debian this installs it, elsewhere it is yours to bring.`,
  );
  process.exit(1);
}
const folder = makeDatabaseFolder('pcb-postgres15-');

function postgres(program: string, ...args: string[]): void {
  const command = runAsDatabaseUser(path.join(programs, program), args);
  if (command.owner) chownSync(folder, command.owner.uid, command.owner.gid);
  const { status, stderr } = spawnSync(command.file, command.args, { ...command.options, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

const cluster = path.join(folder, 'data');
const control = ['-D', cluster, '-w', '-l', path.join(folder, 'log')];
postgres(
  'initdb',
  '-D',
  cluster,
  '--username=postgres',
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C.UTF-8',
);
postgres(
  'pg_ctl',
  ...control,
  '-o',
  `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${cluster} ${disposableSettings.join(' ')}`,
  'start',
);
try {
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const tests = spawn(process.execPath, [vitest, ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      DATABASE_URL: throughSocket(`postgresql://postgres@127.0.0.1:${port}/postgres`, cluster),
    },
  });
  process.exitCode = await new Promise<number>((resolve) =>
    tests.once('close', (code) => resolve(code ?? 1)),
  );
} finally {
  postgres('pg_ctl', ...control, '-m', 'fast', 'stop');
  rmSync(folder, { recursive: true, force: true });
}
