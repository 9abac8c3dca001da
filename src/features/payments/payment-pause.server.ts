import type { Settings } from '../../env.server.ts';
import type { Ctx } from '../../platform/context.server.ts';
import type { MailMessage } from '../../platform/mail/mailer.server.ts';
import { StripeCallError } from '../../platform/stripe-call.server.ts';
import { formatDateTime } from '../../shared/dates.ts';
import { AppError } from '../../shared/errors.ts';
import { businessContact } from '../listings/store.server.ts';
import { hostsEmailContent } from './emails/hosts-email.server.ts';
import { endPaymentPause, markPauseNotified, paymentsPausedSince } from './pause-store.server.ts';

/** Call it right before a card is charged or refunded. @throws StripeCallError `unavailable` while payments are paused */
export async function assertNotPaused({ db }: Ctx): Promise<void> {
  const since = await paymentsPausedSince(db);
  if (since)
    throw new StripeCallError(
      'unavailable',
      new Error(`payments are paused: the backup of ${since.toISOString()} was restored`),
    );
}

/** Whether payments are paused; logs it, for jobs. */
export async function arePaymentsPaused({ db, log }: Ctx): Promise<boolean> {
  const since = await paymentsPausedSince(db);
  if (since) log.warn({ backupAt: since.toISOString() }, 'payments are paused after a restore');
  return since !== undefined;
}

/** Call it before an amount from the ledger is paid or refunded. @throws AppError `unavailable` while they may lack payments */
export async function assertLedgerComplete({ db }: Ctx): Promise<void> {
  if (!(await paymentsPausedSince(db))) return;
  throw new AppError(
    'unavailable',
    'We are checking our books against our payment service just now. Please try again in a few minutes.',
    { retryAfterSeconds: 120 },
  );
}

/** Ends the pause once every event since the backup is applied; until then mails the hosts, once. */
export async function updatePause(ctx: Ctx, since: Date, areEventsApplied: boolean): Promise<void> {
  const backupAt = since.toISOString();
  if (areEventsApplied) {
    await endPaymentPause(ctx.db);
    ctx.log.warn({ backupAt }, 'payments go on: the card provider’s events since the backup are applied');
    return;
  }
  ctx.log.error(
    { backupAt },
    'payments are paused: the card provider’s events since the backup are not all applied',
  );
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await markPauseNotified(tx, ctx.now()))) return;
    const { business_name } = await businessContact(tx);
    await ctx.mail.queue(tx, `payments-paused-${backupAt}`, pauseNotice(business_name, ctx.settings, since));
  });
}

/** @param since when the restored backup was made */
export const pauseNotice = (businessName: string, settings: Settings, since: Date): MailMessage => ({
  to: { name: businessName, address: settings.hostsEmail },
  subject: 'Payments wait',
  content: hostsEmailContent(
    'Payments wait until our books are complete',
    'A backup of the site was restored, and not everything that the card provider did since that backup is in our books yet. Until it is, no balance is charged and nothing is refunded. The site goes on by itself; if this lasts for more than an hour, please tell whoever runs it.',
    [['Backup of', formatDateTime(since.toISOString())]],
    settings,
  ),
});
