import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { parseSettings } from '../../src/env.server.ts';
import { createDatabase, databaseUrl, dropDatabase } from '../database.ts';
import { longTimeouts, openPlatform, openPool } from '../platform.ts';
import { requiredEnv } from '../settings.ts';
import { stopTurnoverClock } from '../turnovers.ts';
import { openChannels } from './channels.ts';
import { runSequence } from './run-sequence.ts';
import type { Sequence } from './step.ts';

/**
 * A database of its own, a copy of the template, in which sequences run one after the other.
 * @param name the new database's
 */
export async function openLab(serverUrl: string, templateName: string, name: string) {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await createDatabase(admin, name, templateName);
  // Nothing here outlives a crash: a commit need not wait for the disk.
  await admin.query(`alter database ${name} set synchronous_commit = off`);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pcb-sequences-'));
  const settings = parseSettings({
    ...requiredEnv,
    PORT: '3000',
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl(serverUrl, name),
    ADMIN_EMAILS: 'host@example.com',
    STRIPE_API_URL: 'http://127.0.0.1:9',
    GOOGLE_ISSUER: 'http://127.0.0.1:9/google',
  });
  const platform = await openPlatform(settings, {}, openPool(settings, longTimeouts));
  await stopTurnoverClock(platform.pool);
  const channels = await openChannels();
  return {
    run: (sequence: Sequence) => runSequence(platform, channels, sequence),
    async close() {
      await channels.close();
      await platform.content.close();
      await platform.pool.end();
      await dropDatabase(admin, name);
      await admin.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
