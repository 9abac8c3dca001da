import { execFileSync, type SpawnOptions } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

interface Owner {
  uid: number;
  gid: number;
}

export interface DatabaseCommand {
  file: string;
  args: string[];
  options: SpawnOptions;
  /** The user that must own the database's files; absent when that is us. */
  owner?: Owner;
}

/**
 * A command of the database server. PostgreSQL does not run as root, so root runs it as the user `postgres` (made when
 * absent). Where that user cannot reach the program or its data (a private home or temporary folder above them), it
 * also gets the right to pass through folders, which leaves their permissions as they are.
 */
export function runAsDatabaseUser(file: string, args: string[]): DatabaseCommand {
  const options: SpawnOptions = {
    cwd: '/',
    env: { PATH: process.env.PATH, LANG: 'C', LC_ALL: 'C', TZ: 'UTC' },
  };
  if (process.getuid?.() !== 0) return { file, args, options };
  const owner = databaseUser();
  const places = [file, ...args.filter((value) => value.startsWith('/'))];
  if (places.every(isReachableByOthers)) {
    return { file, args, options: { ...options, uid: owner.uid, gid: owner.gid }, owner };
  }
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((candidate) => existsSync(candidate));
  if (!setpriv) {
    throw new Error(
      `The database cannot run as root from a private folder (${path.dirname(file)}): start the site as an ordinary user, or from a folder that others may enter.`,
    );
  }
  const identity = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  // access(2), by which the server looks for its own programs, heeds the right only under this secure bit.
  const passage = [
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
  ];
  return { file: setpriv, args: [...identity, ...passage, file, ...args], options, owner };
}

/** Whether every folder above a place may be entered by anybody. */
export function isReachableByOthers(place: string): boolean {
  for (let folder = path.dirname(place); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
  }
  return true;
}

function databaseUser(): Owner {
  const existing = findUser();
  if (existing) return existing;
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], {
      stdio: 'ignore',
    });
  } catch {
    throw new Error(
      `The database cannot run as root and the user "postgres" could not be made on this ${os.type()} machine: start the site as an ordinary user.`,
    );
  }
  return findUser() as Owner;
}

function findUser(): Owner | null {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return null;
  }
}
