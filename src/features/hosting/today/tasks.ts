import { formatDate, formatDateTime } from '../../../shared/dates.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { formatMoney } from '../../../shared/money.ts';
import { countNights } from '../../../shared/nights.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { formatOthersOfDay } from '../../bookings/extras/others-of-day.ts';
import { channelLabel, channelNames, guestLabel } from '../../channels/channel-names.ts';
import { formatTime } from '../../listings/property-detail.ts';
import { readyHours } from '../../turnovers/turnover.ts';
import type { ChannelConflict, Conflict } from '../conflicts/contract.server.ts';
import type {
  MissingCode,
  MomentConflict,
  PendingExtra,
  Today,
  UnansweredInquiry,
  UnreadyHome,
  WaitingBooking,
} from './contract.server.ts';
import { balanceTask, chargeTask, disputeTask, refundTask, unknownPaymentTask } from './money-tasks.ts';
import {
  feedTask,
  lateBackupTask,
  launchTask,
  mailTask,
  pauseTask,
  restoreTask,
  unprovenTask,
} from './site-tasks.ts';
import { bookingPath, type Task, toUrgency, urgencies } from './task.ts';

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
    ...today.pendingExtras.map((extra) => extraTask(extra, now)),
    ...today.momentConflicts.map((conflict) => momentTask(conflict, today.today)),
    ...today.inquiries.map((inquiry) => inquiryTask(inquiry, now)),
    ...today.unpaidCharges.map((charge) => chargeTask(charge, currency)),
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
    detail: `On ${formatDate(on)} ${name} ${isLate ? 'leaves' : 'arrives'} and ${guestLabel(other.guest)} ${isLate ? 'arrives' : 'leaves'}. That stay was sold or moved after you had approved the time; nothing is taken back by itself.`,
    phone,
    deadline: null,
    to: bookingPath(code),
    action: 'Open the booking',
  };
}

/** Guests are promised a decision within a day. */
const decideMs = dayMs;

function extraTask(extra: PendingExtra, now: number): Task {
  const { id, code, name, phone, property, label, quantity, checkin, checkout, requestedAt } = extra;
  const deadline = new Date(Date.parse(requestedAt) + decideMs).toISOString();
  const others = {
    departures: extra.departures.map(guestLabel),
    arrivals: extra.arrivals.map(guestLabel),
  };
  return {
    key: `extra ${id}`,
    kind: 'extra',
    urgency: toUrgency(deadline, now),
    title: `${name} asks for “${quantity > 1 ? `${label} × ${quantity}` : label}”`,
    detail: `${property.title}, ${formatDate(checkin)} to ${formatDate(checkout)}. ${formatOthersOfDay(others)}`,
    phone,
    deadline,
    to: bookingPath(code),
    action: 'Approve or decline',
  };
}
