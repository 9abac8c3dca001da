import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { formatDate } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { billLabel } from '../quotes/quote.ts';
import { billBlocks } from './bill-blocks.server.ts';
import { guestEmail, stayBlock, tripButton } from './booking-email.server.ts';
import type { BookingEmailData } from './email-data.ts';

/** The balance will be charged to the stored card, or is to be paid by the guest. `on` is the day. */
export function balanceAnnouncedEmail(
  data: BookingEmailData,
  { amount, on, hasCard = true }: { amount: number; on: string; hasCard?: boolean },
): MailMessage {
  const money = formatMoney(amount, data.currency);
  return guestEmail(data, {
    subject: hasCard
      ? `${money} will be charged on ${formatDate(on)}`
      : `${money} is due on ${formatDate(on)}`,
    title: 'The rest of your stay is due soon',
    blocks: [
      hasCard
        ? `On ${formatDate(on)} we charge ${money} to the card you paid with. You need not do anything. To pay sooner or with another card, open your trip.`
        : `${money} of your stay is due on ${formatDate(on)}. We have no card that we may charge, so please pay it on your trip’s page.`,
      hasCard ? tripButton(data) : { kind: 'button', label: `Pay ${money}`, url: data.tripUrl },
      stayBlock(data),
      ...billBlocks(data),
    ],
  });
}

interface PaidBalance {
  amount: number;
  /** The extras that were paid. */
  added?: readonly { label: string; quantity: number }[];
  /** Whether the payment was only for extras, and not for the balance, too. */
  isAlone?: boolean;
}

/** Confirms a paid balance, or extras that were paid, with the new receipt. */
export function balancePaidEmail(
  data: BookingEmailData,
  { amount, added = [], isAlone = false }: PaidBalance,
): MailMessage {
  const money = formatMoney(amount, data.currency);
  const labels = added.map(billLabel).join(', ');
  const isForExtras = isAlone && labels !== '';
  const what = isForExtras ? `${money} for ${labels}` : money;
  return {
    ...guestEmail(data, {
      subject: `Paid: ${money} for ${isForExtras ? labels : data.propertyTitle}`,
      title: labels === '' ? 'Your balance is paid' : 'Your payment has arrived',
      blocks: [
        `Thank you, ${what} has arrived. Your new receipt is attached.`,
        ...(labels !== '' && !isForExtras ? [`Paid with it: ${labels}.`] : []),
        tripButton(data),
        stayBlock(data),
        ...billBlocks(data),
      ],
    }),
    attachments: [{ filename: 'receipt.pdf', data }],
  };
}

interface UnpaidBalance {
  amount: number;
  payUrl: string;
  /** The day of the next attempt; `null` after the last one. */
  nextAttemptOn: string | null;
  /** Whether a stored card was declined; `false`: no card is stored. */
  hasCard?: boolean;
}

/** The balance is due and not paid. */
export function balanceUnpaidEmail(
  data: BookingEmailData,
  { amount, payUrl, nextAttemptOn, hasCard = true }: UnpaidBalance,
): MailMessage {
  const money = formatMoney(amount, data.currency);
  const help = `If anything is unclear, call us at ${data.business.phone}.`;
  const next = hasCard
    ? [
        `We try the stored card again on ${formatDate(nextAttemptOn ?? '')}.`,
        'We do not try the stored card again.',
      ]
    : [`We remind you again on ${formatDate(nextAttemptOn ?? '')}.`, 'This is our last reminder.'];
  return guestEmail(data, {
    subject: hasCard ? `Your card was declined: ${money} is still open` : `Please pay ${money} for your stay`,
    title: hasCard ? 'Your card was declined' : 'The rest of your stay is due',
    blocks: [
      hasCard
        ? `Your bank declined ${money} for your stay in ${data.propertyTitle}. Your booking stands; please pay with this or another card.`
        : `${money} for your stay in ${data.propertyTitle} is due. Your booking stands; please pay it with this link.`,
      { kind: 'button', label: `Pay ${money}`, url: payUrl },
      nextAttemptOn ? (next[0] ?? '') : `${next[1]} ${help}`,
      stayBlock(data),
      ...billBlocks(data),
    ],
  });
}
