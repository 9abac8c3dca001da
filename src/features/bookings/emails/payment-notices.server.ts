import type { LabeledValue } from '../../../platform/mail/email-content.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { formatDate } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { hostsEmail } from './booking-email.server.ts';
import type { BookingEmailData } from './email-data.ts';

/** `nextAttemptOn` is a day, `null` after the last one; without a card the guest is reminded by mail. */
export function balanceUnpaidNotice(
  data: BookingEmailData,
  {
    amount,
    nextAttemptOn,
    hasCard = true,
  }: { amount: number; nextAttemptOn: string | null; hasCard?: boolean },
): MailMessage {
  const money = formatMoney(amount, data.currency);
  const next = nextAttemptOn
    ? `${hasCard ? 'The card is tried' : 'The guest is reminded'} again on ${formatDate(nextAttemptOn)}.`
    : `${hasCard ? 'The card is not tried' : 'The guest is not reminded'} again: please get in touch with the guest.`;
  return hostsEmail(data, {
    subject: hasCard ? 'Balance refused' : 'Balance not paid',
    title: 'A balance could not be charged',
    blocks: [
      `${hasCard ? `The card of ${data.guestName} was declined for ${money}.` : `No card of ${data.guestName} is stored for the ${money} that are due.`} They have a mail with a payment link; nothing is cancelled by itself.`,
      next,
    ],
  });
}

/** The card provider rejects our call; the guest gets no mail. `reason` is the provider's; `amount` in minor units. */
export const paymentDelayedNotice = (
  data: BookingEmailData,
  { amount, what, reason }: { amount: number; what: 'charge' | 'refund'; reason: string },
): MailMessage =>
  hostsEmail(data, {
    subject: what === 'charge' ? 'Balance not charged yet' : 'Refund not made yet',
    title: what === 'charge' ? 'A balance could not be charged yet' : 'A refund could not be made yet',
    blocks: [
      `The card provider refuses to ${what === 'charge' ? 'charge' : 'refund'} ${formatMoney(amount, data.currency)} of ${data.guestName}. That is no fault of the guest’s card, and the guest was told nothing. It is tried again every few minutes.`,
      ...(reason ? [`The reason given: ${reason}`] : []),
      'Please look at the account and the keys at the card provider, and at the settings of this site.',
    ],
  });

/** `reason` is the card provider's; `amount` in minor units. */
export const refundFailedNotice = (
  data: BookingEmailData,
  { amount, reason }: { amount: number; reason: string },
): MailMessage =>
  hostsEmail(data, {
    subject: 'Refund failed',
    title: 'A refund did not go through',
    blocks: [
      `${formatMoney(amount, data.currency)} did not reach ${data.guestName}: the card provider or the guest’s bank rejected the refund. The money is still with you, and it is not tried again by itself.`,
      ...(reason ? [`The reason given: ${reason}`] : []),
      'Please refund it again from the booking, or give it back in another way and get in touch with the guest.',
    ],
  });

/**
 * Notifies of a refund whose reason a restore lost. `amount` in minor units; `isHeld`: the balance is no longer charged
 * automatically.
 */
export const lostOrderNotice = (
  data: BookingEmailData,
  { amount, isHeld }: { amount: number; isHeld: boolean },
): MailMessage =>
  hostsEmail(data, {
    subject: 'Refund from before a restore',
    title: 'Please look at this stay',
    blocks: [
      `${formatMoney(amount, data.currency)} went back to ${data.guestName} after the backup that was restored. Why is not in our books: the stay may have been cancelled or moved since then, and stands here as it was before.`,
      ...(isHeld ? ['What is still open of it is not charged to the card by itself any more.'] : []),
      'Your mails of those days say what happened. Please cancel or move the stay again if it was, with a refund of only what is missing.',
    ],
  });

const disputeOutcomes: Record<string, string> = {
  won: 'It was decided in your favor: the money stays with you.',
  lost: 'It was decided against you: the money went back to the guest.',
  warning_closed: 'The bank asked, and closed the matter without taking money back.',
  prevented: 'It was settled before any money was taken back.',
};

/** A bank reclaims a payment of a stay, or has decided. `answerBy` is ISO 8601, `refund` is refunded now, in minor units. */
export function disputeNotice(
  data: BookingEmailData,
  dispute: {
    id: string;
    status: string;
    amount: number;
    reason: string;
    answerBy: string | null;
    refund?: number;
  },
): MailMessage {
  const outcome = Object.hasOwn(disputeOutcomes, dispute.status) ? disputeOutcomes[dispute.status] : '';
  const intro = outcome
    ? `The dispute about a payment of ${data.guestName} is closed. ${outcome}`
    : `The bank of ${data.guestName} disputes a payment. Please answer in the dashboard of the card provider in time, or the money goes back. Nothing was changed here: decide whether the booking stands.`;
  const deadlineRows: LabeledValue[] =
    dispute.answerBy && !outcome ? [['Answer before', formatDate(dispute.answerBy)]] : [];
  return hostsEmail(data, {
    subject: outcome ? 'Dispute decided' : 'Payment disputed',
    title: outcome ? 'A dispute was decided' : 'A payment is disputed',
    blocks: [
      intro,
      ...(dispute.refund
        ? [
            `The stay was cancelled meanwhile. Under its policy ${formatMoney(dispute.refund, data.currency)} go back to the guest now.`,
          ]
        : []),
      {
        kind: 'facts',
        rows: [
          ['Disputed amount', formatMoney(dispute.amount, data.currency)],
          ['Reason', dispute.reason.replaceAll('_', ' ')],
          ...deadlineRows,
          ['Card provider’s reference', dispute.id],
        ],
      },
    ],
  });
}
