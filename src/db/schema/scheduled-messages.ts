import type { ColumnType, Generated } from 'kysely';
import type { Moment } from './column-types.ts';

export interface MessageRulesTable {
  id: Generated<string>;
  name: string;
  template_id: string;
  event: Generated<'booked' | 'arrival' | 'departure'>;
  offset_days: Generated<number>;
  /** A clock time at the homes: `10:00`. */
  at_time: Generated<string>;
  /** `null`: all homes. */
  property_id: string | null;
  when_late: Generated<'send' | 'skip'>;
  only_if_paid: Generated<boolean>;
  is_active: Generated<boolean>;
  /** Written by a trigger: since when it is as it is. */
  effective_at: Moment;
  created_at: Moment;
  updated_at: Moment;
}

export type MessageReason =
  | 'late'
  | 'by_host'
  | 'not_paid'
  | 'no_address'
  | 'stay_cancelled'
  | 'rule_off'
  | 'rule_deleted'
  | 'other_home'
  | 'moment_over';

export interface ScheduledMessagesTable {
  id: Generated<string>;
  /** The rule may be deleted. */
  rule_id: string;
  booking_id: string;
  due_at: Date;
  /** What the rule says; `due_at` may be another moment. */
  planned_for: Date;
  status: Generated<'planned' | 'sent' | 'skipped' | 'cancelled'>;
  reason: MessageReason | null;
  /** As it was sent. */
  subject: Generated<string>;
  sent_at: Date | null;
  /** Of one that waits for the payment: the check-out. */
  waits_until: string | null;
  message_id: string | null;
}

interface MessagePlanningTable {
  id: ColumnType<number, never, never>;
  booking_id: string | null;
  rule_id: string | null;
  moved_at: Date | null;
}

export interface ScheduledMessagesTables {
  message_rules: MessageRulesTable;
  scheduled_messages: ScheduledMessagesTable;
  message_planning: MessagePlanningTable;
}
