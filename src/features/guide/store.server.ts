import type { Db } from '../../db/client.server.ts';
import { type ExampleReader, withoutExamples } from '../opening/examples-store.server.ts';

/** The active sections of a home and of all homes, in their order. */
export const activeSections = ({ db, settings }: ExampleReader, propertyId: string) =>
  db
    .selectFrom('guide_sections')
    .select(['title', 'html_rich_text', 'reveal'])
    .where('is_active', '=', true)
    .where(withoutExamples({ settings }, 'guide_sections'))
    .where((row) => row.or([row('property_id', 'is', null), row('property_id', '=', propertyId)]))
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Loads the access and the Wi-Fi of a home. Call it only for guests, while access is shown. */
export const homeAccess = (db: Db, propertyId: string) =>
  db
    .selectFrom('properties')
    .select(['wifi_name as wifiName', 'wifi_password as wifiPassword', 'access_notes as accessNotes'])
    .where('id', '=', propertyId)
    .executeTakeFirstOrThrow();

/** The columns of a home that companions see. */
export const sharedHome = (db: Db, propertyId: string) =>
  db
    .selectFrom('properties')
    .select(['title', 'check_in_from as checkInFrom', 'check_out_until as checkOutUntil'])
    .select(['street_address as address', 'house_rules as houseRules'])
    .where('id', '=', propertyId)
    .executeTakeFirstOrThrow();
