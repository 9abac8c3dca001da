import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { formatMoney } from '../../../shared/money.ts';
import {
  guestEmail,
  type HomeFrame,
  hostsEmail,
  stayBlock,
  stayDates,
  stayFrame,
} from '../../bookings/emails/booking-email.server.ts';
import type { BookingEmailData } from '../../bookings/emails/email-data.ts';
import { channelLabel, channelNames } from '../../channels/channel-names.ts';
import type { ChannelConflictRow } from './channel-conflicts-store.server.ts';
import type { ConflictRow } from './store.server.ts';

/** Notifies the hosts of two stays on the same nights, with their options. */
export function conflictNotice(data: BookingEmailData, conflict: ConflictRow, address: string): MailMessage {
  const channel = channelNames[conflict.channel];
  const message = hostsEmail(
    { ...data, adminUrl: `${data.siteUrl}/admin/feeds` },
    {
      subject: 'Booked twice',
      title: 'Two stays want the same nights',
      blocks: [
        `${channel} has a stay from ${stayDates(conflict)} in ${data.propertyTitle}. ${data.guestName} has a confirmed stay there from ${stayDates(data)}.`,
        'Nothing was changed, and both keep their nights. Move the guest to another home, offer other dates, or refund with an apology: each is one click, and you see the mail first.',
      ],
    },
  );
  const choose = (block: MailMessage['content']['blocks'][number]) =>
    typeof block !== 'string' && block.kind === 'button' ? { ...block, label: 'Choose what to do' } : block;
  return {
    ...message,
    to: { ...message.to, address },
    content: { ...message.content, blocks: message.content.blocks.map(choose) },
  };
}

/** Notifies the hosts of overlapping stays of two channels, which this site cannot move. */
export function channelConflictNotice(
  home: HomeFrame,
  conflict: ChannelConflictRow,
  address: string,
): MailMessage {
  const [first, second] = [channelLabel(conflict.channel, conflict.feed), otherLabel(conflict)];
  const otherNights = { checkin: conflict.otherCheckin, checkout: conflict.otherCheckout };
  return {
    to: { name: home.business.name, address },
    subject: `Booked twice: ${home.propertyTitle}, by ${first} and ${second}`,
    content: {
      title: 'Two channels have sold the same nights',
      ...stayFrame(home),
      preview: `${home.propertyTitle}, ${stayDates(conflict)}`,
      blocks: [
        `${first} has a stay from ${stayDates(conflict)} in ${home.propertyTitle}, and ${second} one from ${stayDates(otherNights)}.`,
        'Neither guest booked here, so this site cannot move them or write to them. Please cancel or move one of the two on its own channel: once its calendar has changed, this notice closes by itself.',
        'Where both are one stay, because the two channels are linked to each other directly, say so at the calendars.',
        { kind: 'button', label: 'Open the calendars', url: `${home.siteUrl}/admin/feeds` },
      ],
    },
  };
}

const otherLabel = ({ otherChannel, otherFeed }: ChannelConflictRow): string =>
  channelLabel(otherChannel, otherFeed);

/** A stay that the guest may get instead of the one that was sold twice; minor units. */
export interface OtherStay {
  propertyTitle: string;
  checkin: string;
  checkout: string;
  total: number;
}

/** Asks the guest for other dates; nothing changes before the guest replies. */
export const otherDatesEmail = (
  data: BookingEmailData,
  { note, stays }: { note: string; stays: readonly OtherStay[] },
): MailMessage =>
  guestEmail(data, {
    subject: 'About your stay: may we offer other dates?',
    title: 'May we offer you other dates?',
    blocks: [
      note,
      { kind: 'heading', text: 'These are free, at no extra cost' },
      {
        kind: 'facts',
        rows: stays.map(({ propertyTitle, total, ...dates }) => [
          propertyTitle,
          `${stayDates(dates)}, ${formatMoney(Math.min(total, data.total), data.currency)} in all`,
        ]),
      },
      'Please answer this mail with the dates that suit you, or call us. Your stay is unchanged until then, and if none of them suits you, all your money goes back.',
      stayBlock(data),
    ],
  });
