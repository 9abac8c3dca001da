import { toEmailContact } from '../../../platform/mail/email-content.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import { channelNames } from '../../channels/channel-names.ts';
import type { TroubledFeed } from './store.server.ts';

interface FeedEmailSender {
  business: Parameters<typeof toEmailContact>[0];
  hostsEmail: string;
  appUrl: string;
}

/** Notifies the hosts that a calendar could not be read for six hours. */
export function feedTroubleNotice(
  feed: TroubledFeed,
  { business, hostsEmail, appUrl }: FeedEmailSender,
): MailMessage {
  const channel = channelNames[feed.channel];
  // A feed that was never read well has closed no nights.
  const since = feed.last_good_at
    ? `It was last read well on ${formatDateTime(feed.last_good_at.toISOString())}. The nights it closed stay closed.`
    : 'It has never been read well.';
  return {
    to: { name: business.business_name, address: hostsEmail },
    subject: `Calendar cannot be read: ${feed.title}, ${channel}`,
    content: {
      title: 'A calendar cannot be read',
      contact: toEmailContact(business),
      siteUrl: appUrl,
      blocks: [
        `The calendar of ${feed.title} at ${channel}${feed.name ? ` (${feed.name})` : ''} cannot be read. ${since}`,
        'Until it is read again, guests cannot book this home at once: they send you a request.',
        ...(feed.last_error ? [{ kind: 'quote' as const, text: feed.last_error }] : []),
        { kind: 'button', label: 'Look at the calendars', url: `${appUrl}/admin/feeds` },
      ],
    },
  };
}
