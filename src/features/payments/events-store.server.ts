import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/client.server.ts';
import { deleteInBatches } from '../../db/delete-in-batches.server.ts';
import type { WebhookEventsTable } from '../../db/schema/sales.ts';
import { dayMs } from '../../shared/durations.ts';

export type StripeEventRef = Pick<Selectable<WebhookEventsTable>, 'id' | 'type'>;

/** Saves an event as applied; call it in the transaction of its effect. @returns false when it was saved before */
export const saveEvent = async (db: Db, { id, type }: StripeEventRef): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('webhook_events')
    .values({ id, type })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
};

export async function seenEventIds(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('webhook_events').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}

export const eventsSyncedUntil = async (db: Db): Promise<Date | undefined> =>
  (await db.selectFrom('provider_event_sync').select('synced_until').executeTakeFirst())?.synced_until;

export const setEventsSyncedUntil = (db: Db, moment: Date) =>
  db
    .insertInto('provider_event_sync')
    .values({ synced_until: moment })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ synced_until: moment }))
    .execute();

/** A day longer than the provider lists its events, so that none is applied twice. */
const eventRetentionDays = 31;

export const deleteOldEvents = (db: Db, now: Date) =>
  deleteInBatches(db, {
    table: 'webhook_events',
    where: sql<boolean>`received_at < ${new Date(now.getTime() - eventRetentionDays * dayMs)}`,
  });
