import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const first = Number(process.env.REHEARSAL_PORT || 5240);

/** Every port is on the loopback addresses. */
export const ports = {
  http: first,
  https: first + 1,
  sites: [first + 2, first + 3] as const,
  standIns: first + 4,
  smtp: first + 5,
  database: first + 6,
  standbys: [first + 7, first + 8] as const,
  /** What leads to the primary of the moment. */
  endpoint: first + 9,
  /** One keeps a connection for as long as its client stays, the other for one transaction. */
  poolers: { session: first + 10, transaction: first + 11 },
  /** Processes that join the two for one claim; their sockets stay bound. */
  otherSites: {
    behindPooler: first + 12,
    ownFolder: first + 13,
    newDatabase: first + 14,
    web: first + 15,
    worker: first + 16,
  },
};

/** A temporary folder that other users may enter; it is gone when this process ends. */
export const folder = mkdtempSync(path.join(os.tmpdir(), 'pcb-rehearsal-'));
chmodSync(folder, 0o755);
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Makes a folder in the temporary one. */
export function makeFolder(...names: string[]): string {
  const made = path.join(folder, ...names);
  mkdirSync(made, { recursive: true, mode: 0o755 });
  return made;
}
