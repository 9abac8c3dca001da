import type { Generated } from 'kysely';

export type CheckState = 'ok' | 'todo' | 'failed' | 'unknown';

interface LaunchChecksTable {
  key: string;
  state: CheckState;
  detail: string;
  checked_at: Date;
  since: Date;
  was_ok: Generated<boolean>;
  failures: Generated<number>;
  confirmed_by: string | null;
  confirmed_at: Date | null;
  /** A hash of what was confirmed. */
  confirmed_content: Generated<string>;
}

interface LaunchMailsTable {
  token_hash: Buffer;
  email: string;
  created_at: Date;
  expires_at: Date;
  opened_at: Date | null;
}

interface LaunchPaymentsTable {
  session_id: string;
  created_at: Date;
  /** When its event came to the webhook. */
  event_at: Date | null;
}

export interface LaunchTables {
  launch_checks: LaunchChecksTable;
  launch_mails: LaunchMailsTable;
  launch_payments: LaunchPaymentsTable;
}
