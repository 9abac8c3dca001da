import type { ColumnType } from 'kysely';
import type messageRules from '../../shared/schemas/message-rules.ts';
import type scheduledMessages from '../../shared/schemas/scheduled-messages.ts';
import type { FieldValue, TableColumns } from './table-columns.ts';

export type MessageRulesTable = TableColumns<typeof messageRules>;

export type MessageReason = FieldValue<typeof scheduledMessages, 'reason'>;

export type ScheduledMessagesTable = TableColumns<
  typeof scheduledMessages,
  {
    due_at: Date;
    /** The time by the rule; `due_at` may differ. */
    planned_for: Date;
  }
>;

interface MessagePlanningTable {
  id: ColumnType<number, never, never>;
  booking_id: string | null;
  rule_id: string | null;
  moved_at: Date | null;
}

/** Arrivals whose mail may have been sent before a backup was restored. */
interface WithheldArrivalsTable {
  booking_id: string;
  property_id: string;
  checkin: string;
}

export interface ScheduledMessagesTables {
  message_rules: MessageRulesTable;
  scheduled_messages: ScheduledMessagesTable;
  message_planning: MessagePlanningTable;
  withheld_arrivals: WithheldArrivalsTable;
}
