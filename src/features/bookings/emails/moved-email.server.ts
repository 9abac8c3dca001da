import type { EmailBlock, LabeledValue } from '../../../platform/mail/email-content.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { formatDate } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { billBlocks, cancellationBlocks } from './bill-blocks.server.ts';
import { guestEmail, stayBlock, stayDates, tripButton } from './booking-email.server.ts';
import { type BookingEmailData, hasAccess } from './email-data.ts';
import { accessBlocks, accessLater } from './guest-emails.server.ts';

/** The stay before it was moved, and the resulting payment or refund; minor units. */
interface Moved {
  from: Pick<BookingEmailData, 'propertyTitle' | 'checkin' | 'checkout' | 'total'>;
  due: number;
  /** The day on which `due` is charged to the stored card, or to be paid by the guest. */
  dueOn: string | null;
  /** What is due stands in the bill only: it is neither charged nor requested by itself. */
  isDisputed?: boolean;
  hasCard: boolean;
  refund: number;
  /** The amount that the hosts gave back voluntarily before, and the part of it that the lower price covers. */
  waived?: number;
  counted?: number;
  note?: string;
}

/**
 * The hosts moved a stay: old and new dates, what it costs now, and the new calendar file and receipt. It replaces a
 * confirmation that still waits for its delivery, so it has the terms and says when the address is sent, too.
 */
export const bookingMovedEmail = (data: BookingEmailData, moved: Moved): MailMessage => ({
  ...guestEmail(data, {
    subject: `Moved: ${data.propertyTitle}, ${stayDates(data)}`,
    title: 'Your stay has moved',
    blocks: [
      'We have changed your stay. Here is what it was and what it is now; a new file for your calendar is attached.',
      ...(moved.note ? [{ kind: 'quote' as const, text: moved.note }] : []),
      { kind: 'facts', rows: changes(data, moved) },
      ...moneyBlocks(data, moved),
      stayBlock(data),
      ...accessBlocks(data),
      ...(hasAccess(data) ? [] : [accessLater]),
      ...billBlocks(data),
      ...cancellationBlocks(data),
    ],
  }),
  attachments: [
    { filename: 'stay.ics', data },
    { filename: 'receipt.pdf', data },
  ],
});

function changes(data: BookingEmailData, { from, waived = 0, counted = 0 }: Moved): LabeledValue[] {
  const money = (amount: number) => formatMoney(amount, data.currency);
  const difference = data.total - from.total;
  const sign = difference > 0 ? '+' : '';
  return [
    ['Before', `${from.propertyTitle}, ${stayDates(from)}`],
    ['Now', `${data.propertyTitle}, ${stayDates(data)}`],
    ['Price before', money(from.total)],
    ['Price now', money(data.total)],
    ['Difference', difference === 0 ? 'none' : `${sign}${money(difference)}`],
    ...(counted > 0 ? [['Of it refunded before', money(counted)] as LabeledValue] : []),
    ...(waived > counted ? [['Refunded before, beside it', money(waived - counted)] as LabeledValue] : []),
  ];
}

/** The refund or payment after a change of a stay, with the only link of its mail. */
export function moneyBlocks(
  data: BookingEmailData,
  {
    due,
    dueOn,
    isDisputed = false,
    hasCard,
    refund,
  }: Pick<Moved, 'due' | 'dueOn' | 'isDisputed' | 'hasCard' | 'refund'>,
): EmailBlock[] {
  const money = (amount: number) => formatMoney(amount, data.currency);
  const trip = tripButton(data);
  if (refund > 0)
    return [
      `We refund ${money(refund)} in the way in which you paid. Banks take 5 to 10 days to show it on a card.`,
      trip,
    ];
  if (isDisputed) return [trip];
  if (due > 0 && dueOn !== null && !hasCard)
    return [
      `${money(due)} is due on ${formatDate(dueOn)}. We have no card that we may charge, so please pay it with this link.`,
      tripButton(data, `Pay ${money(due)}`),
    ];
  if (due > 0 && dueOn !== null)
    return [
      `On ${formatDate(dueOn)} we charge ${money(due)} to the card you paid with. To pay sooner, or with another card, use this link.`,
      tripButton(data, `Pay ${money(due)}`),
    ];
  if (due > 0)
    return [
      `${money(due)} is open now. Please pay it with this link.`,
      tripButton(data, `Pay ${money(due)}`),
    ];
  return [trip];
}
