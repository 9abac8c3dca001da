import { type NoticeFrame, toEmailContact } from '../../platform/mail/email-content.server.ts';
import type { MailMessage } from '../../platform/mail/mailer.server.ts';
import { formatDateTime } from '../../shared/dates.ts';

interface LateBackup {
  /** The time of the newest backup; `null` if none was ever made. */
  madeAt: Date | null;
  /** Why the last attempt failed. */
  error: string;
}

/** Notifies the hosts that no backup was made for more than 36 hours. */
export const lateBackupNotice = (
  { madeAt, error }: LateBackup,
  { business, address, appUrl }: NoticeFrame,
): MailMessage => ({
  to: { name: business.business_name, address },
  subject: 'No backup of your site for 36 hours',
  content: {
    title: 'Your site is not backed up',
    contact: toEmailContact(business),
    siteUrl: appUrl,
    blocks: [
      madeAt
        ? `The newest backup is of ${formatDateTime(madeAt.toISOString())}. What came in since would be lost with the machine.`
        : 'No backup could be made yet. Everything would be lost with the machine.',
      'The site goes on, and tries again every few minutes. Please tell whoever runs it.',
      ...(error ? [{ kind: 'quote' as const, text: error }] : []),
      { kind: 'button', label: 'Look at the list', url: `${appUrl}/admin/launch` },
    ],
  },
});
