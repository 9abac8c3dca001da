import { formatDate, formatDateTime, todayAtProperty } from '../../../shared/dates.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { formatMoney } from '../../../shared/money.ts';
import { countNights } from '../../../shared/nights.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { formatTime } from '../../listings/property-detail.ts';
import { readyHours } from '../../turnovers/turnover.ts';
import { channelLabel, channelNames } from '../conflicts/channel-names.ts';
import type { ChannelConflict, Conflict } from '../conflicts/contract.server.ts';
import type {
  Backup,
  BalanceDue,
  FailedRefund,
  FeedInTrouble,
  MissingCode,
  MomentConflict,
  OpenDispute,
  PendingExtra,
  RejectedMail,
  Restored,
  Today,
  UnansweredInquiry,
  UnknownPayment,
  UnpaidCharge,
  UnreadyHome,
  WaitingBooking,
} from './contract.server.ts';

export type TaskKind =
  | 'conflict'
  | 'turnover'
  | 'access_code'
  | 'payments_paused'
  | 'restored'
  | 'launch'
  | 'backup'
  | 'mail'
  | 'unknown_payment'
  | 'dispute'
  | 'refund'
  | 'request'
  | 'inquiry'
  | 'extra'
  | 'moment'
  | 'feed'
  | 'charge'
  | 'balance';
/** From the most pressing on. */
const urgencies = ['late', 'soon', 'later'] as const;
export type Urgency = (typeof urgencies)[number];

/** One thing that needs a host, and the one place where it is done. */
export interface Task {
  key: string;
  kind: TaskKind;
  urgency: Urgency;
  title: string;
  detail: string;
  phone: string;
  /** ISO 8601; `null`: no clock runs. */
  deadline: string | null;
  to: string;
  action: string;
  /** The card provider's id of a payment of a lost booking or purchase, which hosts mark as done themselves. */
  unknownPayment?: string;
}

const soonMs = 4 * hourMs;

function toUrgency(deadline: string, now: number): Urgency {
  const left = Date.parse(deadline) - now;
  if (left <= 0) return 'late';
  return left <= soonMs ? 'soon' : 'later';
}

const bookingPath = (code: string): string => `/admin/bookings/${code}`;

const stayText = ({ checkin, checkout, guests, pets }: WaitingBooking): string =>
  [
    `${formatDate(checkin)} to ${formatDate(checkout)}, ${pluralize(countNights({ checkin, checkout }), 'night')}`,
    pluralize(guests, 'guest'),
    pets > 0 && pluralize(pets, 'pet'),
  ]
    .filter(Boolean)
    .join(' · ');

/** Everything that needs a host, the most pressing first; within that what has run longest. */
export function toTasks(today: Today, now: number): Task[] {
  const { currency } = today;
  const tasks = [
    ...today.conflicts.map(conflictTask),
    ...today.channelConflicts.map(channelConflictTask),
    ...(today.paymentsPausedSince ? [pauseTask(today.paymentsPausedSince)] : []),
    ...(today.restored ? [restoreTask(today.restored)] : []),
    ...today.launch.failed.map(launchTask),
    ...today.mail.refused.map(mailTask),
    ...(today.backup?.lateSince ? [lateBackupTask(today.backup, today.backup.lateSince)] : []),
    ...(today.backup?.unprovenSince ? [unprovenTask(today.backup)] : []),
    ...today.unknownPayments.map((payment) => unknownPaymentTask(payment, currency)),
    ...today.disputes.map((dispute) => disputeTask(dispute, currency, now)),
    ...today.failedRefunds.map((refund) => refundTask(refund, currency)),
    ...today.unreadyHomes
      .filter(({ checkinAt }) => Date.parse(checkinAt) - now <= readyHours * hourMs)
      .map((home) => turnoverTask(home, now)),
    ...today.missingCodes.map((arrival) => accessCodeTask(arrival, today.today)),
    ...today.feeds.map((feed) => feedTask(feed, now)),
    ...today.requests.map((booking) => requestTask(booking, currency, now)),
    ...today.askedExtras.map((extra) => extraTask(extra, now)),
    ...today.momentConflicts.map((conflict) => momentTask(conflict, today.today)),
    ...today.inquiries.map((inquiry) => inquiryTask(inquiry, now)),
    ...today.unpaidCharges.map((charge) => chargeTask(charge, today.currency)),
    ...today.balancesDue.map((balance) => balanceTask(balance, today)),
  ];
  const rank = ({ urgency }: Task) => urgencies.indexOf(urgency);
  const time = ({ deadline }: Task) => (deadline === null ? 0 : Date.parse(deadline));
  return tasks.sort((a, b) => rank(a) - rank(b) || time(a) - time(b));
}

const conflictTask = ({ id, booking, event }: Conflict): Task => ({
  key: `conflict ${id}`,
  kind: 'conflict',
  urgency: 'late',
  phone: booking.phone,
  deadline: null,
  title: `Booked twice: ${booking.property.title}`,
  detail: `${booking.name} has a confirmed stay from ${formatDate(booking.checkin)} to ${formatDate(booking.checkout)}; ${channelNames[event.channel]} sold ${formatDate(event.checkin)} to ${formatDate(event.checkout)}.`,
  to: '/admin/feeds',
  action: 'Choose what to do',
});

const channelConflictTask = ({ id, property, events }: ChannelConflict): Task => ({
  key: `conflict ${id}`,
  kind: 'conflict',
  urgency: 'late',
  phone: '',
  deadline: null,
  title: `Booked twice: ${property.title}`,
  detail: `${events
    .map(
      ({ channel, feed, checkin, checkout }) =>
        `${channelLabel(channel, feed)} sold ${formatDate(checkin)} to ${formatDate(checkout)}`,
    )
    .join('; ')}. Cancel or move one of the two on its channel.`,
  to: '/admin/feeds',
  action: 'Look at both',
});

const pauseTask = (since: string): Task => ({
  key: 'payments paused',
  kind: 'payments_paused',
  urgency: 'late',
  phone: '',
  deadline: null,
  title: 'Payments wait: nothing is charged or refunded',
  detail: `A backup of ${formatDateTime(since)} was restored, or a standby of the database took over then. Payments go on by themselves once what the card provider did since then is in the books; after more than an hour please tell whoever runs the site.`,
  to: '/admin/bookings',
  action: 'All bookings',
});

const launchTask = ({ key, title, since }: Today['launch']['failed'][number]): Task => ({
  key: `launch ${key}`,
  kind: 'launch',
  urgency: 'late',
  phone: '',
  deadline: null,
  title: `Not in order: ${title}`,
  detail: `It was in order before ${formatDateTime(since)}. The site stays open.`,
  to: '/admin/launch',
  action: 'Look at the list',
});

const mailTask = ({ to, subject, reason, code }: RejectedMail, index: number): Task => ({
  key: `mail ${index} ${to} ${subject}`,
  kind: 'mail',
  urgency: 'soon',
  phone: '',
  deadline: null,
  title: `A mail did not reach ${to}`,
  detail: `“${subject}”. ${reason ? `The mail server said: ${toSentence(reason)}` : 'It has waited for more than an hour.'}`,
  to: code ? bookingPath(code) : '/admin/launch',
  action: code ? 'Open the booking' : 'Look at the list',
});

const lateBackupTask = ({ madeAt, error }: Backup, since: string): Task => ({
  key: 'backup',
  kind: 'backup',
  urgency: 'late',
  phone: '',
  deadline: null,
  title: 'No backup for more than 30 hours',
  detail: [
    madeAt
      ? `The newest is of ${formatDateTime(madeAt)}.`
      : `Tried since ${formatDateTime(since)}; none has been made yet.`,
    toSentence(error),
    'Please tell whoever runs the site.',
  ]
    .filter(Boolean)
    .join(' '),
  to: '/admin/launch',
  action: 'Look at the list',
});

const unprovenTask = ({ provenAt, error }: Backup): Task => ({
  key: 'backup proof',
  kind: 'backup',
  urgency: 'late',
  phone: '',
  deadline: null,
  title: 'No backup proven for more than 9 days',
  detail: [
    provenAt ? `The last proof was on ${formatDateTime(provenAt)}.` : 'None has been proven yet.',
    toSentence(error),
    'Whether a backup can be restored is not known. Please tell whoever runs the site.',
  ]
    .filter(Boolean)
    .join(' '),
  to: '/admin/launch',
  action: 'Look at the list',
});

const toSentence = (text: string): string => text.replace(/(?<=[^.?!])$/, '.');

function restoreTask({ backupAt, restoredAt, messages, arrivals, reviews }: Restored): Task {
  const parts = [
    messages > 0 && pluralize(messages, 'message'),
    arrivals > 0 && `${pluralize(arrivals, 'mail')} with address and access`,
    reviews > 0 && `${pluralize(reviews, 'request')} for a review`,
  ].filter(Boolean);
  return {
    key: 'restored',
    kind: 'restored',
    urgency: 'late',
    phone: '',
    deadline: null,
    title: 'Not sent again: what was due before the restore',
    detail: `A backup of ${formatDateTime(backupAt)} was restored on ${formatDateTime(restoredAt)}. Due in between, and perhaps sent then: ${parts.join(', ')}. Send now what a guest has not got.`,
    to: `/admin/messages?from=${todayAtProperty(new Date(backupAt))}`,
    action: 'Look at the messages',
  };
}

function unknownPaymentTask(payment: UnknownPayment, currency: string): Task {
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

/** Evidence takes hosts longer than an answer does. */
const disputeSoonMs = 2 * dayMs;

function disputeTask(dispute: OpenDispute, currency: string, now: number): Task {
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

const refundTask = (refund: FailedRefund, currency: string): Task => ({
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

const feedStates: Record<FeedInTrouble['problem'], string> = {
  failing: 'cannot be read',
  never_read: 'has not been read yet',
  stale: 'has not been read for more than 6 hours',
};

function turnoverTask({ property, checkinAt, cleaner, hasProblem }: UnreadyHome, now: number): Task {
  const who = cleaner ? `The cleaner is ${cleaner}.` : 'Nobody has the turnover.';
  return {
    key: `turnover-${property.slug}`,
    kind: 'turnover',
    urgency: toUrgency(checkinAt, now),
    title: `${property.title} is not ready`,
    detail: `${hasProblem ? 'A problem was reported.' : 'Nobody has reported it clean.'} ${who}`,
    phone: '',
    deadline: checkinAt,
    to: '/admin/turnovers',
    action: 'See the turnover',
  };
}

function accessCodeTask({ code, property, checkin, name, phone }: MissingCode, today: string): Task {
  const isToday = checkin <= today;
  return {
    key: `access code ${code}`,
    kind: 'access_code',
    urgency: isToday ? 'late' : 'soon',
    title: `No door code for ${property.title}, arriving ${isToday ? 'today' : 'tomorrow'}`,
    detail: `The notes of the home promise ${name} a code, and none is set. Once it is, it stands on the page of the trip.`,
    phone,
    deadline: null,
    to: bookingPath(code),
    action: 'Set the code',
  };
}

function feedTask(
  { id, channel, property, problem, lastError, lastGoodAt }: FeedInTrouble,
  now: number,
): Task {
  const isFresh = lastGoodAt !== null && now - Date.parse(lastGoodAt) < 6 * hourMs;
  // What was never read well has closed nothing.
  const lastGood = lastGoodAt
    ? `Last read well on ${formatDateTime(lastGoodAt)}. Nights it closed stay closed.`
    : 'It was never read well.';
  return {
    key: `feed ${id}`,
    kind: 'feed',
    urgency: isFresh ? 'soon' : 'late',
    phone: '',
    deadline: null,
    title: `The ${channelNames[channel]} calendar of ${property.title} ${feedStates[problem]}`,
    detail: [lastError, lastGood].filter(Boolean).join(' '),
    to: '/admin/feeds',
    action: 'Look at the feed',
  };
}

const requestTask = (booking: WaitingBooking, currency: string, now: number): Task => ({
  key: `request ${booking.code}`,
  kind: 'request',
  urgency: toUrgency(booking.expiresAt, now),
  title: `${booking.name} asks to book ${booking.property.title}`,
  detail: `${stayText(booking)} · ${formatMoney(booking.total, currency)}`,
  phone: booking.phone,
  deadline: booking.expiresAt,
  to: bookingPath(booking.code),
  action: 'Approve or decline',
});

const inquiryTask = (inquiry: UnansweredInquiry, now: number): Task => ({
  key: `inquiry ${inquiry.id}`,
  kind: 'inquiry',
  urgency: toUrgency(inquiry.answerBy, now),
  title: `${inquiry.name} waits for an answer`,
  detail: `About ${inquiry.property}, since ${formatDateTime(inquiry.waitingSince)}`,
  phone: inquiry.phone,
  deadline: inquiry.answerBy,
  to: inquiry.path,
  action: 'Answer',
});

/** Nothing is taken back by itself: hosts talk to both guests. */
function momentTask(conflict: MomentConflict, today: string): Task {
  const { id, code, name, phone, property, moment, clockTime, on, other } = conflict;
  const isLate = moment === 'late_check_out';
  const own = `${isLate ? 'Late check-out' : 'Early check-in'} ${formatTime(clockTime)}`;
  const others = isLate
    ? `guests arrive ${formatTime(other.time)}`
    : `guests leave ${formatTime(other.time)}`;
  return {
    key: `moment ${id}`,
    kind: 'moment',
    urgency: on <= today ? 'late' : 'soon',
    title: `${own}, ${others}: ${property.title}`,
    detail: `On ${formatDate(on)} ${name} ${isLate ? 'leaves' : 'arrives'} and ${other.guest} ${isLate ? 'arrives' : 'leaves'}. That stay was sold after you had approved the time; nothing is taken back by itself.`,
    phone,
    deadline: null,
    to: bookingPath(code),
    action: 'Open the booking',
  };
}

/** Guests are promised a decision within a day. */
const decideMs = dayMs;

function extraTask(extra: PendingExtra, now: number): Task {
  const { id, code, name, phone, property, label, quantity, checkin, checkout, askedAt } = extra;
  const deadline = new Date(Date.parse(askedAt) + decideMs).toISOString();
  const others = [
    extra.departures.length > 0 && `Leaving on that day: ${extra.departures.join(', ')}.`,
    extra.arrivals.length > 0 && `Arriving on that day: ${extra.arrivals.join(', ')}.`,
  ].filter(Boolean);
  return {
    key: `extra ${id}`,
    kind: 'extra',
    urgency: toUrgency(deadline, now),
    title: `${name} asks for “${quantity > 1 ? `${label} × ${quantity}` : label}”`,
    detail: [
      `${property.title}, ${formatDate(checkin)} to ${formatDate(checkout)}.`,
      ...(others.length > 0 ? others : ['No other guests leave or arrive on that day.']),
    ].join(' '),
    phone,
    deadline,
    to: bookingPath(code),
    action: 'Approve or decline',
  };
}

const chargeTask = (charge: UnpaidCharge, currency: string): Task => ({
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

function balanceTask(balance: BalanceDue, { today, currency }: Today): Task {
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
