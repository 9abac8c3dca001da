import { type NoticeFrame, toEmailContact } from '../../platform/mail/email-content.server.ts';
import type { MailMessage } from '../../platform/mail/mailer.server.ts';

/** Asks a host to press a link that says that mail arrives. @param url of the link */
export const testMail = (url: string, { business, address, appUrl }: NoticeFrame): MailMessage => ({
  to: { name: business.business_name, address },
  subject: 'Test mail of your site',
  content: {
    title: 'This mail arrived',
    contact: toEmailContact(business),
    siteUrl: appUrl,
    blocks: [
      'Your site sent it to see whether mail reaches you. Press the button, and then the one on the page that opens.',
      { kind: 'button', label: 'This mail arrived', url },
      'The link works for 24 hours, once.',
    ],
  },
});

/** A line of the list was in order and is wrong twice in a row. */
export const lostCheckNotice = (
  { title, detail }: { title: string; detail: string },
  { business, address, appUrl }: NoticeFrame,
): MailMessage => ({
  to: { name: business.business_name, address },
  subject: `Not in order: ${title}`,
  content: {
    title: 'Something is not in order',
    contact: toEmailContact(business),
    siteUrl: appUrl,
    blocks: [
      `“${title}” was in order, and is not any more. The site stays open.`,
      { kind: 'quote', text: detail },
      { kind: 'button', label: 'Look at the list', url: `${appUrl}/admin/launch` },
    ],
  },
});
