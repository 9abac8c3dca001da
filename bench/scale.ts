import path from 'node:path';
import pg from 'pg';
import type { Figure, Place } from './metric.ts';
import { openFilledHouse } from './scale/database.ts';
import { jobRuns } from './scale/jobs.ts';
import { screens } from './scale/screens.ts';
import { startSite } from './site.ts';

/**
 * The site with 500 homes, a million bookings and 600,000 messages. Building them takes minutes: with SCALE_DATA_DIR they are
 * built there once and found again by the next run.
 */
export async function scale({ dataDir, port }: Place): Promise<Figure[]> {
  const folder = process.env.SCALE_DATA_DIR ?? path.join(dataDir, 'scale');
  const seconds = await openFilledHouse(folder);
  const site = await startSite({ dataDir: folder, port });
  const db = new pg.Client({ connectionString: site.databaseUrl });
  await db.connect();
  try {
    return [
      { name: 'Building it', value: seconds, unit: 's', max: 600 },
      ...(await screens(site, db)),
      ...(await jobRuns(site)),
    ];
  } finally {
    await db.end();
    await site.stop();
  }
}
