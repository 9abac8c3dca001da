import { startAdminSite } from './admin/admin-site.ts';
import { creating } from './admin/creating.ts';
import { exporting } from './admin/exporting.ts';
import { lists, oneRow } from './admin/reading.ts';
import type { Figure, Place } from './metric.ts';

/** The admin's engine on a table of a million rows, each figure beside the bare SQL over a connection of `pg`. */
export async function admin(place: Place): Promise<Figure[]> {
  const site = await startAdminSite(place);
  try {
    return [
      ...(await lists(site)),
      ...(await oneRow(site)),
      ...(await creating(site)),
      ...(await exporting(site)),
    ];
  } finally {
    await site.stop();
  }
}
