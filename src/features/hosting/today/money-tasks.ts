import { formatDate, formatDateTime } from '../../../shared/dates.ts';
import { dayMs } from '../../../shared/durations.ts';
import { formatMoney } from '../../../shared/money.ts';
import type {
  BalanceDue,
  FailedRefund,
  OpenDispute,
  Today,
  UnknownPayment,
  UnpaidCharge,
} from './contract.server.ts';
import { bookingPath, type Task } from './task.ts';

export function unknownPaymentTask(payment: UnknownPayment, currency: string): Task {
  const { id, amount, description, paidAt, isDisputed } = payment;
  const lost = payment.code === null ? lostPurchase : toLostBooking(payment.code);
  return {
    key: `unknown payment ${id}`,
    kind: 'unknown_payment',
    urgency: 'late',
    phone: '',
    deadline: null,
    title: `${formatMoney(amount, currency)} were paid for a ${lost.name}`,
    detail: `${description}. Paid on ${formatDateTime(paidAt)}, after the backup that was restored. The card provider’s page names the guest (${id}): ${isDisputed ? 'the bank of the guest reclaims it, answer there in time' : `${lost.remedy}, or refund it there`}.`,
    to: lost.to,
    action: lost.action,
    unknownPayment: id,
  };
}

const toLostBooking = (code: string) => ({
  name: `booking that is lost: ${code}`,
  remedy: 'book the stay again as paid elsewhere',
  to: '/admin/bookings/new',
  action: 'Book it again',
});

const lostPurchase: ReturnType<typeof toLostBooking> = {
  name: 'purchase in the shop that is lost',
  remedy: 'provide what was bought',
  to: '/admin',
  action: 'All purchases',
};

/** A dispute is urgent from this long before its deadline: hosts need time to collect evidence. */
const disputeSoonMs = 2 * dayMs;

export function disputeTask(dispute: OpenDispute, currency: string, now: number): Task {
  const { id, code, name, phone, property, answerBy, isUnderReview } = dispute;
  const time = answerBy ? Date.parse(answerBy) - now : 0;
  const isPressing = time <= disputeSoonMs;
  const reason = dispute.reason.replaceAll('_', ' ');
  const todo = isUnderReview
    ? 'You have answered; the bank decides. Do not refund it meanwhile.'
    : 'Answer with evidence on the card provider’s page, or the money goes back. Do not refund it meanwhile.';
  return {
    key: `dispute ${id}`,
    kind: 'dispute',
    phone,
    to: bookingPath(code),
    action: 'Open the booking',
    urgency: isUnderReview ? 'later' : isPressing ? 'late' : 'soon',
    deadline: isUnderReview ? null : answerBy,
    title: `The bank of ${name} reclaims ${formatMoney(dispute.amount, currency)}`,
    detail: `${property.title}, booking ${code}, ${id}: ${reason}. ${todo}`,
  };
}

export const refundTask = (refund: FailedRefund, currency: string): Task => ({
  key: `refund ${refund.code}`,
  kind: 'refund',
  urgency: 'late',
  phone: refund.phone,
  deadline: null,
  title: `The refund of ${formatMoney(refund.amount, currency)} to ${refund.name} failed`,
  detail: [
    `${refund.property.title}, booking ${refund.code}.`,
    `The card provider or the bank rejected it${refund.reason ? `: ${refund.reason}` : ''}.`.replace(
      '..',
      '.',
    ),
    'Refund it again; or pay it back in another way, and record that as a refund.',
  ].join(' '),
  to: bookingPath(refund.code),
  action: 'Open the booking',
});

export const chargeTask = (charge: UnpaidCharge, currency: string): Task => ({
  key: `charge ${charge.id}`,
  kind: 'charge',
  urgency: 'late',
  title: `${formatMoney(charge.amount, currency)} of ${charge.name} for “${charge.label}” is not paid`,
  detail: `Charged on ${formatDate(charge.chargedAt)}. ${charge.property.title}, arrives on ${formatDate(charge.checkin)}.`,
  phone: charge.phone,
  deadline: null,
  to: bookingPath(charge.code),
  action: 'Open the booking',
});

export function balanceTask(balance: BalanceDue, { today, currency }: Today): Task {
  const {
    code,
    name,
    phone,
    amount,
    property,
    checkin,
    dueOn,
    declines,
    hasCard = true,
    nextAttemptAt,
  } = balance;
  const money = formatMoney(amount, currency);
  const stay = `${property.title}, arrives on ${formatDate(checkin)}.`;
  const [done, again] = hasCard ? ['Declined', 'tried'] : ['Asked for by mail', 'asked for'];
  const tried = `${done} ${declines === 1 ? 'once' : `${declines} times`}`;
  const next = nextAttemptAt
    ? `${again} again on ${formatDate(nextAttemptAt)}`
    : `not ${again} again by itself`;
  const due = dueOn && dueOn < today ? `Due since ${formatDate(dueOn)}.` : 'Due today.';
  return {
    key: `balance ${code}`,
    kind: 'balance',
    phone,
    deadline: null,
    to: bookingPath(code),
    urgency: declines > 0 ? 'late' : 'soon',
    title: declines > 0 && hasCard ? `The card of ${name} was declined: ${money}` : `${name} owes ${money}`,
    detail: declines > 0 ? `${stay} ${tried}, ${next}.` : `${stay} ${due}`,
    action: 'Open the booking',
  };
}
