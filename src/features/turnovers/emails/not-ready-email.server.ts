import type { Settings } from '../../../env.server.ts';
import { toEmailContact } from '../../../platform/mail/email-content.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { addDays } from '../../../shared/nights.ts';
import { momentAtProperty } from '../../../shared/property-time.server.ts';
import { formatTime } from '../../listings/property-detail.ts';
import type { BusinessContact } from '../../listings/store.server.ts';
import { formatDay } from '../turnover.ts';

interface NotReady {
  title: string;
  check_in_from: string;
  status: 'todo' | 'problem' | 'done';
  report: string;
  cleaner_name: string | null;
  cleaner_phone: string | null;
}

interface NotReadySender {
  business: BusinessContact;
  settings: Pick<Settings, 'appUrl'>;
}

/** Guests arrive soon, on `today`, at a home that is not reported clean. The mail is dropped once that day is over. */
export const notReadyEmail = (
  home: NotReady,
  { address, today }: { address: string; today: string },
  { business, settings: { appUrl } }: NotReadySender,
): MailMessage => ({
  to: { name: business.business_name, address },
  subject: `Not ready: ${home.title}, guests from ${formatTime(home.check_in_from)} today, ${formatDay(today)}`,
  expiresAt: momentAtProperty(addDays(today, 1), '00:00'),
  content: {
    title: `${home.title} is not ready`,
    contact: toEmailContact(business),
    siteUrl: appUrl,
    blocks: [
      `Guests may arrive from ${formatTime(home.check_in_from)} on today, ${formatDay(today)}, and ${
        home.status === 'problem'
          ? 'the cleaner reported a problem that is still open.'
          : 'nobody has reported that the home is clean.'
      }`,
      {
        kind: 'facts',
        rows: [
          ['Cleaner', home.cleaner_name ?? 'Nobody'],
          ...(home.cleaner_phone ? [['Phone', home.cleaner_phone] as [string, string]] : []),
        ],
      },
      ...(home.report ? [{ kind: 'quote' as const, text: home.report }] : []),
      { kind: 'button', label: 'See the turnovers', url: `${appUrl}/admin/turnovers` },
    ],
  },
});
