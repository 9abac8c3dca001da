import type { Db } from '../../../db/client.server.ts';

/** The extras that guests may add to a stay in a home, in the hosts' order. */
export const extrasOfHome = (db: Db, propertyId: string) =>
  db
    .selectFrom('extras')
    .select(['id', 'label', 'description', 'kind', 'amount_cents as unitCents', 'is_taxed as isTaxed'])
    .select(['max_quantity as maxQuantity', 'needs_approval as needsApproval', 'offered'])
    .select(['moment', 'clock_time', 'last_days'])
    .where('is_active', '=', true)
    .where((row) => row.or([row('property_id', 'is', null), row('property_id', '=', propertyId)]))
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** A row that hosts switched on. */
export type Extra = Awaited<ReturnType<typeof extrasOfHome>>[number];
