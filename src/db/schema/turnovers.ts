import type { Generated } from 'kysely';
import type cleaners from '../../shared/schemas/cleaners.ts';
import type turnovers from '../../shared/schemas/turnovers.ts';
import type { Json, Moment } from './column-types.ts';
import type { FieldValue, TableColumns } from './table-columns.ts';

/** A cleaner, who sees turnovers by a secret link, without an account. */
type CleanersTable = TableColumns<
  typeof cleaners,
  {
    /** SHA-256 of the link's token; `null`: no link yet. */
    token_hash: Buffer | null;
    /** How often the link was renewed. */
    link_version: Generated<number>;
    /** The Sunday of the last mail with the week. */
    week_mailed_on: string | null;
  }
>;

export type TurnoverStatus = FieldValue<typeof turnovers, 'status'>;

/** The work between a departure and the next arrival; made, moved and ended by triggers. */
export type TurnoversTable = TableColumns<
  typeof turnovers,
  {
    /** The arrival about which hosts were mailed that the home is not ready. */
    alarmed_for: string | null;
    /** The status that the cleaner's report of "Done" replaced; `null` once anything else was reported or set. */
    before_done: Json<ReportedBefore> | null;
    /** The leaving guests' check-out, if it is later than the home's; only triggers write this and the next. */
    late_check_out: string | null;
    early_check_in: string | null;
    /** When its cleaner last took "Done" back. */
    undone_at: Date | null;
  }
>;

/** A report of a cleaner that a later one replaced. */
interface ReportedBefore {
  status: TurnoverStatus;
  report: string;
  photos: string[];
}

/** The facts of a turnover that its cleaner sees. */
export interface TurnoverFacts {
  arrivesOn: string | null;
  guests: number | null;
  pets: number | null;
  note: string;
  /** Absent in changes that were recorded before this field existed. */
  lateCheckOut?: string | null;
  earlyCheckIn?: string | null;
}

/** A home and day as its cleaner saw it before a change; only triggers write it. */
interface TurnoverChangesTable {
  id: Generated<string>;
  cleaner_id: string;
  property_id: string;
  departs_on: string;
  /** `null`: the cleaner had no turnover there. */
  before: TurnoverFacts | null;
  created_at: Moment;
}

interface CleaningImagesTable {
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
  cleaning_photos: CleaningImagesTable;
  turnover_reports: TurnoverReportsTable;
}
