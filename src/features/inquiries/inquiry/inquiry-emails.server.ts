import type { Settings } from '../../../env.server.ts';
import {
  type EmailContent,
  type LabeledValue,
  toEmailContact,
} from '../../../platform/mail/email-content.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { formatDate } from '../../../shared/dates.ts';
import { greetingName } from '../../../shared/text/greeting-name.ts';
import { hostsReplyTo, replyInstructions, replyLine } from '../../inbox/threads/message-email.server.ts';
import { threadPath } from '../../inbox/threads/thread.ts';
import type { BusinessContact } from '../../listings/store.server.ts';
import type { Inquiry } from './inquiry.schema.ts';

const stayRows = (inquiry: Inquiry): LabeledValue[] => [
  ['Property', inquiry.property],
  ['Check-in', formatDate(inquiry.checkin)],
  ['Check-out', formatDate(inquiry.checkout)],
  ['Guests', String(inquiry.guests)],
];

/** Repeats only what the form offers, never free text: anyone can type another's address. Its links come from `appUrl`. */
export function confirmationEmail(
  inquiry: Inquiry,
  contact: BusinessContact,
  { appUrl, image }: { appUrl: string; image?: EmailContent['image'] },
): MailMessage {
  const name = greetingName(inquiry.name);
  const greeting = name ? `Hello ${name},` : 'Hello,';
  const thanks = `thank you for your inquiry! It reached us safely, and we'll get back to you within 24 hours.`;
  const reach = `If something changes or cannot wait, call ${contact.phone} or write to ${contact.email}.`;
  const disclaimer =
    'If you did not ask us about a stay, someone mistyped an address; you can ignore this mail.';
  return {
    to: { name: name ?? '', address: inquiry.email },
    replyTo: { name: contact.business_name, address: contact.email },
    subject: `We received your inquiry for ${inquiry.property}`,
    content: {
      title: 'We received your inquiry',
      image,
      blocks: [
        greeting,
        thanks,
        { kind: 'facts', rows: stayRows(inquiry) },
        reach,
        { kind: 'button', label: 'See our homes', url: appUrl },
        `See you at the beach,
${contact.business_name}`,
      ],
      contact: toEmailContact(contact),
      siteUrl: appUrl,
      reason: disclaimer,
    },
  };
}

/** The hosts' reply goes to the guest: through the thread's address if there is a mailbox for replies, otherwise directly. */
export function notificationEmail(
  inquiry: Inquiry,
  hosts: { name: string; address: string },
  { settings, thread }: { settings: Settings; thread: Parameters<typeof hostsReplyTo>[1] },
): MailMessage {
  const { appUrl } = settings;
  const rows: LabeledValue[] = [
    ['Name', inquiry.name],
    ['Email', inquiry.email],
    ['Phone', inquiry.phone || 'not given'],
    ...stayRows(inquiry),
  ];
  const message = inquiry.message || 'No message.';
  const howToReply = settings.replies
    ? replyInstructions(settings)
    : 'Reply to this mail to write to the guest yourself, or answer in your inbox, which stops the clock.';
  return {
    to: hosts,
    replyTo: { name: inquiry.name, address: inquiry.email },
    ...hostsReplyTo(settings, thread),
    guest: { email: inquiry.email, name: inquiry.name, phone: inquiry.phone },
    subject: `Inquiry: ${inquiry.property}, ${formatDate(inquiry.checkin)} to ${formatDate(inquiry.checkout)}, ${inquiry.name}`,
    content: {
      ...replyLine(settings),
      title: 'New inquiry',
      preview: `${inquiry.property}, ${formatDate(inquiry.checkin)} to ${formatDate(inquiry.checkout)}`,
      blocks: [
        { kind: 'facts', rows },
        { kind: 'heading', text: 'Message' },
        { kind: 'quote', text: message },
        `The site promised an answer within 24 hours. ${howToReply}`,
        { kind: 'button', label: 'Open the inquiry', url: `${appUrl}${threadPath(inquiry.id)}` },
      ],
      siteUrl: appUrl,
    },
  };
}
