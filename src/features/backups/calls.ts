import { calls, post } from '../../shared/http/calls.ts';
import type { BackupQueued, BackupRequest } from './contract.server.ts';

export const backups = calls('/admin/backups', {
  start: post<BackupRequest, BackupQueued>('', 'That could not be started. Please try again.'),
});
