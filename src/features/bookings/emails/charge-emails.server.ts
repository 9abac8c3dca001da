import type { EmailBlock } from '../../../platform/mail/email-content.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { formatMoney } from '../../../shared/money.ts';
import { billBlocks } from './bill-blocks.server.ts';
import { guestEmail, hostsEmail, stayBlock, tripButton } from './booking-email.server.ts';
import type { BookingEmailData } from './email-data.ts';

/** A charge of hosts in addition to the price of a stay: its text, and its amount with taxes in minor units. */
export interface ChargedExtra {
  label: string;
  reason: string;
  amount: number;
}

const reasonBlocks = ({ reason }: ChargedExtra): EmailBlock[] =>
  reason ? [{ kind: 'quote', text: reason }] : [];

/** Asks the guest to pay a charge, and nothing else. */
export function chargeRequestedEmail(data: BookingEmailData, charge: ChargedExtra): MailMessage {
  const money = formatMoney(charge.amount, data.currency);
  return guestEmail(data, {
    subject: `Please pay ${money} for ${charge.label}`,
    title: `${charge.label}: ${money}`,
    blocks: [
      `We have added “${charge.label}” to your stay. Please pay ${money} with this link.`,
      ...reasonBlocks(charge),
      tripButton(data, `Pay ${money}`),
      stayBlock(data),
      ...billBlocks(data, charge.amount),
    ],
  });
}

/** The stored card was charged, as the guest agreed when booking; with the new receipt. */
export function chargedByCardEmail(data: BookingEmailData, charge: ChargedExtra): MailMessage {
  const money = formatMoney(charge.amount, data.currency);
  return {
    ...guestEmail(data, {
      subject: `Charged: ${money} for ${charge.label}`,
      title: `We charged ${money} for ${charge.label}`,
      blocks: [
        `We have added “${charge.label}” to your stay and charged ${money} to the card you paid with, as you agreed when booking. Your new receipt is attached.`,
        ...reasonBlocks(charge),
        tripButton(data),
        stayBlock(data),
        ...billBlocks(data),
      ],
    }),
    attachments: [{ filename: 'receipt.pdf', data }],
  };
}

/** The card was declined for a charge, or could not be charged: the guest pays it with a link. */
export function chargeDeclinedEmail(data: BookingEmailData, charge: ChargedExtra): MailMessage {
  const money = formatMoney(charge.amount, data.currency);
  return guestEmail(data, {
    subject: `Your card could not be charged: please pay ${money} for ${charge.label}`,
    title: 'Your card could not be charged',
    blocks: [
      `We have added “${charge.label}” to your stay, and could not charge ${money} to the card you paid with. Your booking stands; please pay with this or another card.`,
      ...reasonBlocks(charge),
      tripButton(data, `Pay ${money}`),
      stayBlock(data),
      ...billBlocks(data, charge.amount),
    ],
  });
}

/** Notifies the hosts that the card declined their charge. */
export const cardDeclinedNotice = (data: BookingEmailData, charge: ChargedExtra): MailMessage =>
  hostsEmail(data, {
    subject: 'Charge refused',
    title: 'A card could not be charged',
    blocks: [
      `The card of ${data.guestName} could not be charged with ${formatMoney(charge.amount, data.currency)}, “${charge.label}”. They have a mail with a payment link; the card is not tried again.`,
    ],
  });

/** Notifies the guest that an addition to the stay no longer has to be paid. */
export const chargeWithdrawnEmail = (data: BookingEmailData, charge: ChargedExtra): MailMessage =>
  guestEmail(data, {
    subject: `Withdrawn: ${charge.label}`,
    title: `Nothing to pay for ${charge.label}`,
    blocks: [
      `We have taken “${charge.label}” off your bill: the ${formatMoney(charge.amount, data.currency)} that we asked for need not be paid.`,
      tripButton(data),
      stayBlock(data),
      ...billBlocks(data),
    ],
  });
