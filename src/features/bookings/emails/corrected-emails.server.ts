import type { EmailBlock } from '../../../platform/mail/email-content.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { formatMoney } from '../../../shared/money.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { billBlocks, cancellationBlocks } from './bill-blocks.server.ts';
import { guestEmail, stayBlock, stayDates, tripButton } from './booking-email.server.ts';
import { type BookingEmailData, hasAccess } from './email-data.ts';
import { accessBlocks, accessLater } from './guest-emails.server.ts';
import { moneyBlocks } from './moved-email.server.ts';

/** Confirms a correction to the booking's new address. `tripUrl` is its new link, `note` the hosts' own text. */
export const guestCorrectedEmail = (
  data: BookingEmailData,
  { note, isConfirmed }: { note: string; isConfirmed: boolean },
): MailMessage => ({
  ...guestEmail(data, {
    subject: `Your booking: ${data.propertyTitle}, ${stayDates(data)}`,
    title: 'Your booking comes to this address now',
    blocks: [
      'We have corrected the e-mail address of your booking. This link opens it; links in earlier mails no longer do.',
      ...noteBlocks(note),
      tripButton(data, 'Open my booking'),
      stayBlock(data),
      ...accessBlocks(data),
      ...(isConfirmed && !hasAccess(data) ? [accessLater] : []),
      ...billBlocks(data),
      ...cancellationBlocks(data),
    ],
  }),
  attachments: isConfirmed
    ? [
        { filename: 'stay.ics', data },
        { filename: 'receipt.pdf', data },
      ]
    : [],
});

interface PartyMoney {
  from: { guests: number; pets: number; total: number };
  due: number;
  dueOn: string | null;
  isDisputed?: boolean;
  hasCard: boolean;
  refund: number;
  note: string;
}

const partyText = ({ guests, pets }: { guests: number; pets: number }): string =>
  [pluralize(guests, 'guest'), pets > 0 && pluralize(pets, 'pet')].filter(Boolean).join(' and ');

/** The hosts changed the party: before and now, and the resulting refund or payment in minor units. */
export const partyChangedEmail = (
  data: BookingEmailData,
  { from, note, ...money }: PartyMoney,
): MailMessage => {
  const format = (amount: number) => formatMoney(amount, data.currency);
  return {
    ...guestEmail(data, {
      subject: `Your stay for ${partyText(data)}: ${data.propertyTitle}, ${stayDates(data)}`,
      title: `Your stay is for ${partyText(data)} now`,
      blocks: [
        'We have changed how many of you come. Your nights and everything else stay as they were.',
        ...noteBlocks(note),
        {
          kind: 'facts',
          rows: [
            ['Before', `${partyText(from)}, ${format(from.total)}`],
            ['Now', `${partyText(data)}, ${format(data.total)}`],
          ],
        },
        ...moneyBlocks(data, money),
        stayBlock(data),
        ...billBlocks(data),
      ],
    }),
    attachments: [{ filename: 'receipt.pdf', data }],
  };
};

const noteBlocks = (note: string): EmailBlock[] => (note ? [{ kind: 'quote', text: note }] : []);

/** Notifies the former address, which may be a stranger's: the mail has no name, no home and no code. */
export const addressChangedEmail = (
  { business, hostsEmail, siteUrl }: Pick<BookingEmailData, 'business' | 'hostsEmail' | 'siteUrl'>,
  address: string,
): MailMessage => ({
  to: { name: '', address },
  replyTo: { name: business.name, address: hostsEmail },
  subject: 'The address of a booking was changed',
  content: {
    contact: business,
    siteUrl,
    title: 'The address of a booking was changed',
    blocks: [
      'Hello,',
      `A booking at ${business.name} had this e-mail address, and has another one now. You get no more mails about it. Was it not you? Please call us at ${business.phone}.`,
    ],
    reason: `You get this one mail because a booking at ${business.name} had this address.`,
  },
});
