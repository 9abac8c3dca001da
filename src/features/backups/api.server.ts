import { serve } from '../../platform/http/serve.server.ts';
import { adminAccess } from '../auth/access.server.ts';
import { startBackup } from './actions.server.ts';
import { backups } from './calls.ts';
import { backupQueued, backupRequest } from './contract.server.ts';

export const backupsApi = serve(backups, adminAccess).on('start', {
  summary: 'Makes a backup, or proves the newest, in the background',
  details: 'Without BACKUP_URL it is backup_off. 20 in an hour.',
  body: backupRequest,
  response: backupQueued,
  status: 202,
  errors: ['conflict: backup_off', 'tooMany'],
  run: ({ ctx, json }) => startBackup(ctx, json),
});
