import type { Ctx } from '../../platform/context.server.ts';
import { hostAddresses } from '../../platform/mail/host-addresses.server.ts';
import { runSteps } from '../../platform/run-steps.server.ts';
import { businessContact } from '../listings/store.server.ts';
import { alarmAfterMs, isBackupDue, isProofDue } from './backup.server.ts';
import { lateBackupNotice } from './late-email.server.ts';
import { makeBackup } from './make-backup.server.ts';
import { proveBackup } from './prove-backup.server.ts';
import { failedBackup, markAlarmed, newestBackup, proofTimes } from './store.server.ts';

/** The parts that a host requested; if neither is set, only the parts that are due. */
export interface BackupJob {
  make?: boolean;
  prove?: boolean;
}

/** Makes and proves backups when they are due or requested, and mails hosts when none could be made for long. */
export async function runBackups(ctx: Ctx, job: BackupJob, signal?: AbortSignal): Promise<void> {
  const { backup } = ctx.settings;
  if (!backup) return;
  await runSteps(
    ctx,
    {
      async backup() {
        if (job.make || (await isMakingDue(ctx))) await makeBackup(ctx, backup, signal);
      },
      async proof() {
        if (job.prove || (await isProvingDue(ctx))) await proveBackup(ctx, backup);
      },
      alarm: () => alarmHosts(ctx),
    },
    signal,
  );
}

async function isMakingDue({ db, now }: Ctx): Promise<boolean> {
  const [newest, failure] = [await newestBackup(db), await failedBackup(db)];
  return isBackupDue(now(), { madeAt: newest?.madeAt ?? null, failedAt: failure?.triedAt ?? null });
}

async function isProvingDue({ db, now }: Ctx): Promise<boolean> {
  const newest = await newestBackup(db);
  if (!newest) return false;
  const { provenAt } = await proofTimes(db);
  return isProofDue(now(), {
    madeAt: newest.madeAt,
    provenAt,
    failedAt: newest.error === '' ? null : newest.triedAt,
  });
}

/** Mails every host once, 36 hours after the newest backup or the first attempt of all. */
async function alarmHosts(ctx: Ctx): Promise<void> {
  const failure = await failedBackup(ctx.db);
  const last = (await newestBackup(ctx.db)) ?? failure;
  const now = ctx.now();
  if (!last || now.getTime() - last.madeAt.getTime() < alarmAfterMs) return;
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await markAlarmed(tx, last.id, now))) return;
    const business = await businessContact(tx);
    const facts = { madeAt: last.bytes === null ? null : last.madeAt, error: failure?.error ?? '' };
    for (const address of hostAddresses(ctx.settings))
      await ctx.mail.queue(
        tx,
        `backup-late-${last.id}-${address}`,
        lateBackupNotice(facts, { business, address, appUrl: ctx.settings.appUrl }),
      );
  });
}
