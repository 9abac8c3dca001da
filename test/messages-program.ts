import { parseSettings } from '../src/env.server.ts';
import { runMessages } from '../src/features/scheduled-messages/run-messages.server.ts';
import { longTimeouts, openPlatform, openPool } from './platform.ts';
import { requiredEnv } from './settings.ts';

/** Runs the job of the messages once on a database; it is only ever forked. */
const [databaseUrl = '', folder = ''] = process.argv.slice(2);
const settings = parseSettings({
  ...requiredEnv,
  PORT: '3000',
  DATA_DIR: folder,
  DATABASE_URL: databaseUrl,
  ADMIN_EMAILS: 'host@example.com',
});
const platform = await openPlatform(settings, {}, openPool(settings, longTimeouts));
await runMessages({ ...platform, viewer: null, clientKey: 'job' });
process.exit(0);
