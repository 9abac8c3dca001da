import type { Settings } from '../../../env.server.ts';
import {
  type EmailContent,
  type LabeledValue,
  toEmailContact,
} from '../../../platform/mail/email-content.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import type { MailGuest } from '../../../platform/mail/without-guest.server.ts';
import { formatDate, todayAtProperty } from '../../../shared/dates.ts';
import { greetingName } from '../../../shared/text/greeting-name.ts';
import type { BusinessContact } from '../../listings/store.server.ts';
import type { ThreadSummary, TrashedThread } from './store.server.ts';
import { alarmHours, promisedHours, threadPath } from './thread.ts';

interface MessageSender {
  business: BusinessContact;
  settings: Settings;
  /** The mail that this one replies to. */
  inReplyTo: string | null;
}

/** The address that assigns a reply to its thread; `null` without a mailbox for replies. */
function replyAddress({ replies }: Settings, token: string): string | null {
  if (!replies) return null;
  const [local, domain] = replies.address.split('@');
  return `${local}+${token}@${domain}`;
}

/** The address that a guest's reply goes to. */
export const guestReplyTo = (
  thread: Pick<ThreadSummary, 'replyToken'>,
  { business, settings }: MessageSender,
): Pick<MailMessage, 'replyTo'> => ({
  replyTo: {
    name: business.business_name,
    address: replyAddress(settings, thread.replyToken) ?? settings.hostsEmail,
  },
});

/** The address that the hosts' reply to a mail about a thread goes to, to be forwarded to the guest; none without a mailbox. */
export function hostsReplyTo(
  settings: Settings,
  { hostReplyToken, guestName }: Pick<ThreadSummary, 'hostReplyToken' | 'guestName'>,
): Pick<MailMessage, 'replyTo'> {
  const address = replyAddress(settings, hostReplyToken);
  return address ? { replyTo: { name: `${guestName} (by the site)`, address } } : {};
}

/** Asks to write the reply above the mail, if the site reads replies. */
export const replyLine = ({ replies }: Settings): Pick<EmailContent, 'replyAbove'> =>
  replies ? { replyAbove: true } : {};

/** Describes to hosts how to reply to the guest of a mail. */
export const replyInstructions = ({ replies }: Settings): string =>
  replies
    ? 'Answer this mail, or in your inbox: the guest gets your answer by mail from the site, and the clock stops.'
    : 'Answer in your inbox: the guest gets it by mail, and the clock stops.';

const toSubject = ({ bookingCode, propertyTitle }: ThreadSummary): string =>
  bookingCode ? `Your stay in ${propertyTitle} (${bookingCode})` : `Your inquiry for ${propertyTitle}`;

const stayRows = (thread: ThreadSummary): LabeledValue[] => [
  ['Home', thread.propertyTitle],
  ['Check-in', formatDate(thread.checkin)],
  ['Check-out', formatDate(thread.checkout)],
  ['Guests', String(thread.guests)],
];

/** The unchanged text of a host to a guest. */
export const messageEmail = (
  thread: ThreadSummary,
  { text, link }: { text: string; link?: { label: string; url: string } },
  sender: MessageSender,
): MailMessage => ({
  to: { name: greetingName(thread.guestName) ?? '', address: thread.guestEmail },
  ...guestReplyTo(thread, sender),
  subject: `${sender.inReplyTo ? 'Re: ' : ''}${toSubject(thread)}`,
  inReplyTo: sender.inReplyTo || undefined,
  content: {
    ...replyLine(sender.settings),
    title: `A message from ${sender.business.business_name}`,
    kicker: thread.bookingCode ? `Booking ${thread.bookingCode}` : 'Your inquiry',
    preview: text.slice(0, 120).toWellFormed(),
    blocks: [
      ...text.split(/\n{2,}/),
      'To answer, reply to this mail.',
      ...(link ? [{ kind: 'button' as const, ...link }] : []),
      { kind: 'facts', rows: stayRows(thread) },
    ],
    contact: toEmailContact(sender.business),
    siteUrl: sender.settings.appUrl,
    reason: thread.bookingCode
      ? `You get this mail because a stay was booked with this address at ${sender.business.business_name}.`
      : `You get this mail because you wrote to ${sender.business.business_name}.`,
  },
});

interface Hosts {
  business: Pick<BusinessContact, 'business_name'>;
  settings: Settings;
}

const aboutGuest = (thread: ThreadSummary): MailGuest => ({
  email: thread.guestEmail,
  name: thread.guestName,
  phone: thread.guestPhone,
});

const guestRows = (thread: ThreadSummary): LabeledValue[] => [
  ['Guest', thread.guestName],
  ['E-mail', thread.guestEmail],
  ['Phone', thread.guestPhone || '(not given)'],
];

/** The guest's text; `isChange`: it requests a change of the stay. */
export const messageNotice = (
  thread: ThreadSummary,
  { text, isChange = false }: { text: string; isChange?: boolean },
  { business, settings }: Hosts,
): MailMessage => ({
  to: { name: business.business_name, address: settings.hostsEmail },
  ...hostsReplyTo(settings, thread),
  guest: aboutGuest(thread),
  subject: `${isChange ? 'Change asked for' : 'Message'}: ${thread.guestName}, ${thread.propertyTitle}${thread.bookingCode ? ` (${thread.bookingCode})` : ''}`,
  content: {
    ...replyLine(settings),
    title: isChange ? 'A guest asks for a change' : 'A guest wrote to you',
    kicker: thread.bookingCode ? `Booking ${thread.bookingCode}` : undefined,
    preview: text.slice(0, 120).toWellFormed(),
    blocks: [
      { kind: 'quote', text },
      { kind: 'button', label: 'Open the conversation', url: `${settings.appUrl}${threadPath(thread.id)}` },
      replyInstructions(settings),
      { kind: 'facts', rows: [...guestRows(thread), ...stayRows(thread)] },
    ],
    siteUrl: settings.appUrl,
  },
});

/** A guest has replied although their inquiry is in the trash. */
export const trashedInquiryNotice = (
  thread: TrashedThread,
  { text }: { text: string },
  { business, settings }: Hosts,
): MailMessage => ({
  to: { name: business.business_name, address: settings.hostsEmail },
  guest: aboutGuest(thread),
  subject: `Message about an inquiry in the trash: ${thread.guestName}, ${thread.propertyTitle}`,
  content: {
    title: 'A guest wrote about an inquiry in the trash',
    preview: text.slice(0, 120).toWellFormed(),
    blocks: [
      { kind: 'quote', text },
      `This inquiry was deleted on ${formatDate(todayAtProperty(thread.deletedAt))}. To answer, restore it: its conversation comes back with this message. Otherwise both are gone for good on ${formatDate(todayAtProperty(thread.expiresAt))}, and you get no mail of further answers until then.`,
      {
        kind: 'button',
        label: 'Open the trash',
        url: `${settings.appUrl}/admin?table=inquiries&view=trash`,
      },
      { kind: 'facts', rows: [...guestRows(thread), ...stayRows(thread)] },
    ],
    siteUrl: settings.appUrl,
  },
});

/** A guest has waited for nearly as long as was promised. */
export const alarmEmail = (
  thread: ThreadSummary,
  { waitedHours }: { waitedHours: number },
  { business, settings }: Hosts,
): MailMessage => ({
  to: { name: business.business_name, address: settings.hostsEmail },
  ...hostsReplyTo(settings, thread),
  guest: aboutGuest(thread),
  subject: `Waiting for ${waitedHours} hours: ${thread.guestName}, ${thread.propertyTitle}`,
  content: {
    ...replyLine(settings),
    title: `${thread.guestName} waits for your answer`,
    preview: `${waitedHours} hours without an answer`,
    blocks: [
      `${thread.guestName} has waited for ${waitedHours} hours. The site promises an answer within ${promisedHours} hours${waitedHours < promisedHours ? `: ${promisedHours - waitedHours} are left` : ''}.`,
      ...(settings.replies ? [replyInstructions(settings)] : []),
      { kind: 'button', label: 'Answer now', url: `${settings.appUrl}${threadPath(thread.id)}` },
      { kind: 'facts', rows: [...guestRows(thread), ...stayRows(thread)] },
    ],
    siteUrl: settings.appUrl,
    reason: `You get this mail once, ${alarmHours} hours after a guest wrote.`,
  },
});

/** A host's mail, or a mail to the hosts' address, did not reach the guest as it was sent. */
export const unsentNotice = (
  thread: ThreadSummary,
  { problem, text, address, files }: { problem: string; text: string; address: string; files: string[] },
  { business, settings }: Hosts,
): MailMessage => {
  const isSent = files.length > 0;
  const title = isSent ? 'Your answer went out without its files' : 'A mail was not passed on to the guest';
  return {
    to: { name: business.business_name, address },
    guest: aboutGuest(thread),
    subject: `${isSent ? 'Sent without its files' : 'Not sent'}: ${thread.guestName}, ${thread.propertyTitle}`,
    content: {
      title,
      preview: problem,
      blocks: [
        problem,
        { kind: 'quote', text },
        { kind: 'button', label: 'Open the conversation', url: `${settings.appUrl}${threadPath(thread.id)}` },
        { kind: 'facts', rows: [...guestRows(thread), ...stayRows(thread)] },
      ],
      siteUrl: settings.appUrl,
    },
  };
};
