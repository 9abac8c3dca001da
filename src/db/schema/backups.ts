import type { Generated } from 'kysely';

interface BackupsTable {
  id: Generated<string>;
  /** The moment of its rows; of attempts that fail, that of the first. */
  made_at: Date;
  /** `null`: it could not be made. */
  bytes: number | null;
  /** Its URL, which `npm run restore` reads. */
  place: Generated<string>;
  proven_at: Date | null;
  /** Of the last attempt to make or to prove it. */
  error: Generated<string>;
  tried_at: Date;
  /** When hosts were mailed that none was made since. */
  alarmed_at: Date | null;
}

export interface BackupTables {
  backups: BackupsTable;
}
