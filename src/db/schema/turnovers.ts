import type { Generated } from 'kysely';
import type { Json, Moment } from './column-types.ts';

/** Somebody who gets turnovers by a secret link, without an account. */
interface CleanersTable {
  id: Generated<string>;
  name: string;
  email: string;
  phone: Generated<string>;
  is_active: Generated<boolean>;
  /** SHA-256 of the link's token; `null`: no link yet. */
  token_hash: Buffer | null;
  /** How often the link was renewed. */
  link_version: Generated<number>;
  /** The Sunday of the last mail with the week. */
  week_mailed_on: string | null;
  created_at: Moment;
  updated_at: Moment;
}

export type TurnoverStatus = 'todo' | 'done' | 'problem';

/** The work between a departure and the next arrival; made, moved and ended by triggers. */
export interface TurnoversTable {
  id: Generated<string>;
  property_id: string;
  departs_on: string;
  /** `null`: nobody yet. */
  arrives_on: string | null;
  cleaner_id: string | null;
  status: Generated<TurnoverStatus>;
  is_same_day: Generated<boolean>;
  /** Of the next stay; `null`: unknown. */
  guests: number | null;
  pets: number | null;
  /** The hosts'. */
  note: Generated<string>;
  /** The cleaner's. */
  report: Generated<string>;
  photos: Generated<string[]>;
  done_at: Date | null;
  /** The arrival about which hosts were mailed that the home is not ready. */
  alarmed_for: string | null;
  created_at: Moment;
  updated_at: Moment;
}

/** What a cleaner is told of a turnover. */
export interface TurnoverFacts {
  arrivesOn: string | null;
  guests: number | null;
  pets: number | null;
  note: string;
}

/** Written by triggers: a home and day as it was for a cleaner before a change. */
interface TurnoverChangesTable {
  id: Generated<string>;
  cleaner_id: string;
  property_id: string;
  departs_on: string;
  /** `null`: there was none for them. */
  before: TurnoverFacts | null;
  created_at: Moment;
}

interface CleaningPhotosTable {
  media_url: string;
  cleaner_id: string;
  created_at: Moment;
}

interface TurnoverReportsTable {
  turnover_id: string;
  idempotency_key: string;
  answer: Json<unknown>;
  created_at: Moment;
}

export interface TurnoverTables {
  cleaners: CleanersTable;
  turnovers: TurnoversTable;
  turnover_changes: TurnoverChangesTable;
  cleaning_photos: CleaningPhotosTable;
  turnover_reports: TurnoverReportsTable;
}
