import type { Generated } from 'kysely';
import type { Json, Moment } from './column-types.ts';

export interface AuditLogTable {
  id: Generated<number>;
  table_name: string;
  row_id: string;
  action: 'create' | 'update' | 'delete' | 'restore' | 'import';
  actor_id: string | null;
  actor_email: string;
  created_at: Moment;
  before: Record<string, unknown> | null;
  after: Record<string, unknown>;
}

interface DeletedRowsTable {
  id: string;
  table_name: string;
  row_id: string;
  label: string;
  row: Record<string, unknown>;
  /** The rows that lost their reference to it, as JSON. */
  cleared_references: unknown;
  deleted_by_email: string;
  deleted_at: Date;
  expires_at: Date;
}

interface SavedViewsTable {
  id: string;
  table_name: string;
  name: string;
  query: string;
  created_at: Moment;
}

interface DailyVisitsTable {
  /** The day (`YYYY-MM-DD`) on the homes' clock. */
  day: string;
  visitors: Generated<number>;
  views: Generated<number>;
}

interface DailySaltsTable {
  day: string;
  salt: Buffer;
}

interface DailyVisitorsTable {
  day: string;
  hash: Buffer;
}

interface ExampleRemovalsTable {
  id: string;
  /** Ids in the trash, in the order in which they are restored. */
  trash_groups: Json<string[][]>;
  created_at: Moment;
  undone_at: Date | null;
}

interface InstallationTable {
  is_only: Generated<boolean>;
  id: Generated<string>;
  /** When a process last worked on timed jobs. */
  worker_seen_at: Date | null;
  /** When this database left its mark in its storage. */
  storage_marked_at: Date | null;
  /** The timeline of the database's history; it grows when a standby takes over. */
  timeline: number | null;
  timeline_seen_at: Date | null;
}

/** Whether mail is being delivered: one row, once any mail was to be sent. */
interface MailHealthTable {
  is_only: Generated<boolean>;
  /** When a mail server last accepted a mail. */
  sent_at: Date | null;
  failed_at: Date | null;
  /** The first failed attempt since a mail server last accepted a mail. */
  failing_since: Date | null;
}

/** One row once a backup was restored. */
interface LastRestoreTable {
  id: Generated<boolean>;
  backup_at: Date;
  restored_at: Moment;
  /** How much was due since the backup and is not sent automatically, by kind: `messages`, `arrivals`, `reviews` and others. */
  unsent: Json<Record<string, number>>;
}

/** Links, keys and sessions that once gave access and no longer do. */
interface EndedAccessTable {
  kind: string;
  subject: string;
  successor: Json<Record<string, unknown>>;
  ended_at: Moment;
}

export interface OperationsTables {
  audit_log: AuditLogTable;
  deleted_rows: DeletedRowsTable;
  example_removals: ExampleRemovalsTable;
  saved_views: SavedViewsTable;
  daily_visits: DailyVisitsTable;
  daily_salts: DailySaltsTable;
  daily_visitors: DailyVisitorsTable;
  installation: InstallationTable;
  mail_health: MailHealthTable;
  last_restore: LastRestoreTable;
  ended_access: EndedAccessTable;
}
