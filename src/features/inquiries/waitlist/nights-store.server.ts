import { type Insertable, sql } from 'kysely';
import type { Db } from '../../../db/client.server.ts';
import type { WaitlistEntriesTable } from '../../../db/schema/sales.ts';
import { type ExampleReader, withoutExamples } from '../../opening/examples-store.server.ts';
import { stillWaits } from './store.server.ts';

/** Adds an entry. An address that waits for these nights already gets the new number of guests; one that was notified waits again. */
export const insertNightsEntry = (db: Db, entry: Insertable<WaitlistEntriesTable>) =>
  db
    .insertInto('waitlist_entries')
    .values(entry)
    .onConflict((conflict) =>
      conflict.constraint('waitlist_entries_once').doUpdateSet({
        guests: entry.guests ?? null,
        created_at: sql`case when waitlist_entries.notified_at is null then waitlist_entries.created_at else excluded.created_at end`,
      }),
    )
    .execute();

const waitingPageSize = 500;

/**
 * Lists entries for future nights that are free in listed homes, page by page in the order of their ids: the
 * longest waiting first.
 */
export async function waitingForNights(
  { db, settings }: ExampleReader,
  { today, now, afterId }: { today: string; now: Date; afterId: string | null },
) {
  const entries = await db
    .selectFrom('waitlist_entries as entry')
    .innerJoin('properties as property', 'property.id', 'entry.property_id')
    .select(['entry.id', 'entry.email', 'entry.checkin', 'entry.checkout', 'entry.guests', 'property.slug'])
    .where(stillWaits('entry', now))
    .where('entry.checkin', '>=', today)
    .where('property.is_listed', '=', true)
    .where(withoutExamples({ settings }, 'property'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('occupied_nights')
            .select('occupied_nights.property_id')
            .whereRef('occupied_nights.property_id', '=', 'entry.property_id')
            .where(sql<boolean>`occupied_nights.nights && daterange(entry.checkin, entry.checkout)`),
        ),
      ),
    )
    .$if(afterId !== null, (query) => query.where('entry.id', '>', afterId as string))
    .orderBy('entry.id')
    .limit(waitingPageSize)
    .execute();
  return entries.map(({ checkin, checkout, guests, ...entry }) => ({
    ...entry,
    checkin: checkin ?? '',
    checkout: checkout ?? '',
    guests: guests ?? 1,
  }));
}
