import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { replaceFile } from './replace-file.ts';

export type Command = 'npm start' | 'npm run backup' | 'npm run restore';

interface Holder {
  command: Command;
  pid: number;
}

export interface DataDirLock {
  /** Releases the lock while the process lives on; however the process ends, its end releases it too. */
  release(): void;
}

/** Thrown when another process works with the data folder. */
export class DataDirLocked extends Error {
  readonly command: Command;

  constructor(dataDir: string, { command, pid }: Holder) {
    const advice =
      command === 'npm start'
        ? 'stop it first, or set DATA_DIR to another folder'
        : 'wait until it has finished';
    super(`${dataDir} is in use by "${command}" (process ${pid}): ${advice}.`);
    this.command = command;
  }
}

/** A lock that is garbage is no lock: its file would be closed. */
const held = new Set<DatabaseSync>();

/**
 * Locks a data folder, and with it the embedded database, for this process only. Node.js has no file locks; those that
 * SQLite takes are the system's, which frees them when the process ends.
 * @throws DataDirLocked
 */
export function lockDataDir(dataDir: string, command: Command): DataDirLock {
  const holderFile = path.join(dataDir, 'lock.json');
  const lock = new DatabaseSync(path.join(dataDir, 'lock'));
  try {
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error;
    throw new DataDirLocked(dataDir, readHolder(holderFile));
  }
  held.add(lock);
  replaceFile(holderFile, JSON.stringify({ command, pid: process.pid } satisfies Holder));
  return {
    release() {
      held.delete(lock);
      lock.close();
    },
  };
}

const sqliteBusy = 5;

/** A holder that has just taken the lock may not have written its name yet. */
function readHolder(file: string): Holder {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return { command: 'npm start', pid: 0 };
  }
}
