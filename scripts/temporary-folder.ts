import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A file system in memory, where Linux has one. */
const memory = '/dev/shm';

/** Containers often have 64 MB there; a few databases and the media of a site take several hundred. */
const neededBytes = 2 * 1024 ** 3;

const hasMemoryFolder = (): boolean => {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= neededBytes;
  } catch {
    return false;
  }
};

/**
 * Makes a folder for databases that end with the run, in memory if there is room: copying a database on a disk takes
 * ten times as long.
 */
export const makeDatabaseFolder = (prefix: string): string =>
  mkdtempSync(path.join(hasMemoryFolder() ? memory : os.tmpdir(), prefix));

export const isInMemory = (folder: string): boolean => folder.startsWith(`${memory}/`);
