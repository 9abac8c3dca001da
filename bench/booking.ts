import pg from 'pg';
import { lettingGo } from './booking/letting-go.ts';
import { fillManyHomes } from './booking/many-homes.ts';
import { month } from './booking/month.ts';
import { race } from './booking/race.ts';
import { reading } from './booking/reading.ts';
import { timeToQuote } from './booking/time-to-quote.ts';
import type { Figure, Place } from './metric.ts';
import { startSite } from './site.ts';

/** Booking with five hundred homes and three years of stays. */
export async function booking(place: Place): Promise<Figure[]> {
  const site = await startSite(place);
  const db = new pg.Client({ connectionString: site.databaseUrl });
  await db.connect();
  try {
    await fillManyHomes(db, site.databaseUrl);
    const figures: Figure[] = [];
    for (const measure of [reading, month, timeToQuote, race, lettingGo])
      figures.push(...(await measure(site, db)));
    return figures;
  } finally {
    await db.end();
    await site.stop();
  }
}
