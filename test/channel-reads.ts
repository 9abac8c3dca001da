import type { Db } from '../src/db/client.server.ts';
import {
  addMissingLinks,
  exportedEvents,
  storeServed,
} from '../src/features/channels/export/store.server.ts';
import { todayAtProperty } from '../src/shared/dates.ts';

/** Records that every channel has just read the calendar of a home from us. */
export async function letChannelsRead(db: Db, propertyId: string, now = new Date()): Promise<void> {
  await addMissingLinks(db);
  const links = await db
    .selectFrom('calendar_links')
    .select('id')
    .where('property_id', '=', propertyId)
    .execute();
  for (const { id } of links) await letLinkBeRead(db, { id, propertyId }, now);
}

/** Records that a channel has just fetched its link. */
export const letLinkBeRead = (
  db: Db,
  { id, propertyId }: { id: string; propertyId: string },
  now: Date,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const events = await exportedEvents(tx, { propertyId, linkId: id, today: todayAtProperty(now) });
    await storeServed(tx, id, events, now);
  });
