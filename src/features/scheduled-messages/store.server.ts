import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../db/client.server.ts';
import type { ScheduledMessagesTable } from '../../db/schema/scheduled-messages.ts';

export type ScheduledMessage = Selectable<ScheduledMessagesTable>;

export interface DueMessage {
  id: string;
  booking_id: string;
  due_at: Date;
}

/** Due messages of active rules and confirmed stays, in order, from the one after `after` on. */
export async function dueMessages(
  db: Db,
  now: Date,
  after: DueMessage | undefined,
  limit: number,
): Promise<DueMessage[]> {
  const rest = after ? sql`(message.due_at, message.id) > (${after.due_at}, ${after.id})` : sql`true`;
  const { rows } = await sql<DueMessage>`
    select message.id, message.booking_id, message.due_at
    from scheduled_messages as message
    join message_rules as rule on rule.id = message.rule_id and rule.is_active
    join bookings on bookings.id = message.booking_id and bookings.status = 'confirmed'
    where message.status = 'planned' and message.reason is null and message.due_at <= ${now} and ${rest}
      and (rule.property_id is null or rule.property_id = bookings.property_id)
    order by message.due_at, message.id limit ${limit}`.execute(db);
  return rows;
}

/** Messages that waited for a payment until their stay was over. */
export const unpaidMessages = (db: Db, today: string, limit: number): Promise<DueMessage[]> =>
  db
    .selectFrom('scheduled_messages')
    .select(['id', 'booking_id', 'due_at'])
    // Literals, for the index of these.
    .where(sql<boolean>`status = 'planned' and reason = 'not_paid'`)
    .where('waits_until', '<', today)
    .orderBy('waits_until')
    .limit(limit)
    .execute();

export const findMessage = (db: Db, id: string) =>
  db.selectFrom('scheduled_messages').selectAll().where('id', '=', id).executeTakeFirst();

export const lockMessage = (tx: Tx, id: string) =>
  tx.selectFrom('scheduled_messages').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Whether the stay or the rule of a message changed and has not been planned again. */
export const isPlanPending = async (
  tx: Tx,
  { booking_id, rule_id }: Pick<ScheduledMessage, 'booking_id' | 'rule_id'>,
): Promise<boolean> => {
  const { rows } = await sql`select from message_planning
    where booking_id = ${booking_id} or rule_id = ${rule_id} limit 1`.execute(tx);
  return rows.length > 0;
};

export const updateMessage = (tx: Tx, id: string, set: Updateable<ScheduledMessagesTable>) =>
  tx.updateTable('scheduled_messages').set(set).where('id', '=', id).execute();

const templateColumns = [
  'message_templates.name as template',
  'message_templates.subject',
  'message_templates.text',
] as const;

/** A rule with what it sends. */
export const ruleWithTemplate = (db: Db, id: string) =>
  db
    .selectFrom('message_rules')
    .innerJoin('message_templates', 'message_templates.id', 'message_rules.template_id')
    .select(templateColumns)
    .select(['event', 'is_active', 'property_id', 'only_if_paid'])
    .where('message_rules.id', '=', id)
    .executeTakeFirst();

export const templateById = (db: Db, id: string) =>
  db.selectFrom('message_templates').select(templateColumns).where('id', '=', id).executeTakeFirst();

/** The values of placeholders about a booking's home. */
export const homeOfMessages = (db: Db, id: string) =>
  db
    .selectFrom('properties')
    .select(['title', 'check_in_from as checkInFrom', 'check_out_until as checkOutUntil'])
    .select(['access_notes as accessNotes', 'wifi_name as wifiName', 'wifi_password as wifiPassword'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

export type MessageHome = Awaited<ReturnType<typeof homeOfMessages>>;
