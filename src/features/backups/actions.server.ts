import type { Ctx } from '../../platform/context.server.ts';
import type { Limit } from '../../platform/http/rate-limit.server.ts';
import { addJob } from '../../platform/queue/jobs-store.server.ts';
import { AppError } from '../../shared/errors.ts';
import { requireAdmin } from '../auth/guards.ts';
import { isLate, isUnproven } from './backup.server.ts';
import type { BackupQueued } from './contract.server.ts';
import type { BackupJob } from './run-backups.server.ts';
import { failedBackup, newestBackup, proofTimes } from './store.server.ts';

/** Backups and proofs run one after the other, in whichever process. */
const backupQueue = 'run_backups';

const backupLimit: Limit = {
  name: 'backup-now',
  points: 20,
  seconds: 3600,
  message: 'You have started many backups within an hour. Please try again later.',
};

/** Lets a job make a backup or prove the newest. @throws AppError `conflict` with the reason `backup_off`, `tooMany` */
export async function startBackup(ctx: Ctx, { prove }: { prove: boolean }): Promise<BackupQueued> {
  requireAdmin(ctx);
  if (!ctx.settings.backup)
    throw new AppError('conflict', 'No place for backups is set: whoever runs the site sets BACKUP_URL.', {
      extra: { reason: 'backup_off' },
    });
  await ctx.consumeLimit(backupLimit, 'site');
  const job: BackupJob = prove ? { prove: true } : { make: true };
  await addJob(ctx.db, 'run_backups', job, {
    key: prove ? 'prove_backup_now' : 'back_up_now',
    maxAttempts: 1,
    queue: backupQueue,
  });
  return { queued: prove ? 'proof' : 'backup' };
}

/** The state of the automatic backups; `null`: there are none. */
export async function summarizeBackups({ settings, db, now }: Ctx) {
  if (!settings.backup) return null;
  const [newest, failure, times] = await Promise.all([newestBackup(db), failedBackup(db), proofTimes(db)]);
  const since = newest?.madeAt ?? failure?.madeAt ?? null;
  const provenSince = times.provenAt ?? times.firstMadeAt;
  return {
    madeAt: newest?.madeAt ?? null,
    provenAt: times.provenAt,
    /** When the task began to run: the newest backup or the first attempt, 30 hours ago or more. */
    lateSince: since && isLate(now(), since) ? since : null,
    unprovenSince: provenSince && isUnproven(now(), provenSince) ? provenSince : null,
    backupError: failure?.error ?? '',
    proofError: newest?.error ?? '',
  };
}
