import type { Generated } from 'kysely';

interface BackupsTable {
  id: Generated<string>;
  /** The moment its rows were read; for failing attempts, the moment of the first. */
  made_at: Date;
  /** `null`: it could not be made. */
  bytes: number | null;
  /** Its URL, which `npm run restore` reads. */
  place: Generated<string>;
  proven_at: Date | null;
  /** Why the last attempt to make or to prove it failed. */
  error: Generated<string>;
  tried_at: Date;
  /** When hosts were mailed that no backup has been made since. */
  alarmed_at: Date | null;
}

export interface BackupTables {
  backups: BackupsTable;
}
