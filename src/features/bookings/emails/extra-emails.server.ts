import type { EmailBlock } from '../../../platform/mail/email-content.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { formatDate } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { billLabel } from '../quotes/quote.ts';
import { billBlocks } from './bill-blocks.server.ts';
import { guestEmail, hostsEmail, stayBlock, stayDates, tripButton } from './booking-email.server.ts';
import type { BookingEmailData } from './email-data.ts';

/** Something that was added to a stay. Minor units, without taxes. */
interface AddedToStay {
  label: string;
  quantity: number;
  amount_cents: number;
  status: string;
  /** The time of the stay that it changes, or `none`. */
  moment?: string;
}

const quote = (text: string): EmailBlock[] => (text ? [{ kind: 'quote', text }] : []);

/** A guest ordered something for a stay, or asks for it. */
export const extraOrderedNotice = (data: BookingEmailData, extra: AddedToStay): MailMessage => {
  const label = billLabel(extra);
  const price = formatMoney(extra.amount_cents, data.currency);
  const needsApproval = extra.status === 'asked';
  return hostsEmail(data, {
    subject: needsApproval ? `Asked for: ${label}` : `Ordered: ${label}`,
    title: needsApproval ? 'A guest asks you for something' : 'A guest ordered something',
    blocks: [
      needsApproval
        ? `${data.guestName} asks for “${label}”, ${price} before taxes. Please approve or decline it within the day.`
        : `${data.guestName} ordered “${label}”, ${price} before taxes. It is paid with the balance that is still to come, or within a day (before the check-in, if that comes sooner); else it is withdrawn by itself.`,
    ],
  });
};

/** The hosts approved what a guest asked for. `due` is to be paid now, in minor units. */
export const extraApprovedEmail = (
  data: BookingEmailData,
  extra: AddedToStay,
  { due, dueOn }: { due: number; dueOn: string | null },
): MailMessage => {
  const money = formatMoney(due, data.currency);
  const mail = guestEmail(data, {
    subject: `Approved: ${billLabel(extra)}`,
    title: `“${billLabel(extra)}”: yes, gladly`,
    blocks: [
      ...(due > 0
        ? [
            `We have put it down for you. Please pay ${money} within a day, or before your check-in if that comes sooner: after that it is withdrawn by itself.`,
            tripButton(data, `Pay ${money}`),
          ]
        : [
            dueOn
              ? `We have put it down for you. It goes into the balance that is due on ${formatDate(dueOn)}; you need not pay anything now.`
              : data.due > 0
                ? 'We have put it down for you. There is nothing to pay for it now; what is still to pay for your stay is in the bill below.'
                : 'We have put it down for you. There is nothing to pay now.',
            tripButton(data),
          ]),
      stayBlock(data),
      ...billBlocks(data),
    ],
  });
  const hasNewTime = extra.moment !== undefined && extra.moment !== 'none';
  return hasNewTime ? { ...mail, attachments: [{ filename: 'stay.ics', data }] } : mail;
};

/** What was paid for an extra that left the bill, in minor units. */
export interface ReturnedMoney {
  refund: number;
  /** The part that is not refunded, because the guest owed as much for something else. */
  deducted: number;
}

const formatReturned = ({ currency }: BookingEmailData, { refund, deducted }: ReturnedMoney): string =>
  [
    refund > 0 && `${formatMoney(refund, currency)} goes back in the way in which you paid.`,
    deducted > 0 && `${formatMoney(deducted, currency)} comes off what you still owe.`,
  ]
    .filter(Boolean)
    .join(' ');

/** The hosts declined a guest's request for an extra. */
export const extraDeclinedEmail = (
  data: BookingEmailData,
  extra: AddedToStay,
  { reason, ...returned }: ReturnedMoney & { reason: string },
): MailMessage => {
  const effect = formatReturned(data, returned);
  return guestEmail(data, {
    subject: `Not possible: ${billLabel(extra)}`,
    title: `“${billLabel(extra)}” is not possible`,
    blocks: [
      'We are sorry: this time we cannot do it. Your stay is as it was.',
      ...quote(reason),
      ...(effect ? [effect] : []),
      tripButton(data),
      stayBlock(data),
    ],
  });
};

/**
 * An order was withdrawn by the guest, or because it was not paid or decided in time (`lapsed`: its status before). Money
 * returns for one that was paid and requested again after a move.
 */
export const extraWithdrawnEmail = (
  data: BookingEmailData,
  extra: AddedToStay,
  { lapsed, ...returned }: ReturnedMoney & { lapsed: string | null },
): MailMessage => {
  const effect = formatReturned(data, returned) || 'You pay nothing for it.';
  return guestEmail(data, {
    subject: `Withdrawn: ${billLabel(extra)}`,
    title: `“${billLabel(extra)}” is withdrawn`,
    blocks: [
      lapsed === 'asked'
        ? `We could not decide about it in time, so it is withdrawn. ${effect}`
        : lapsed === 'open'
          ? 'It was not paid in time, so it is withdrawn. You pay nothing for it, and can order it again while it is offered.'
          : `You took it back. ${effect}`,
      `Your stay in ${data.propertyTitle}, ${stayDates(data)}, is as it was.`,
      tripButton(data),
      stayBlock(data),
      ...billBlocks(data),
    ],
  });
};
