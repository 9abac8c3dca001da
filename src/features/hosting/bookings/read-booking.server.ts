import type { Ctx } from '../../../platform/context.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { isoMoments } from '../../../shared/iso-moments.ts';
import { addDays } from '../../../shared/nights.ts';
import {
  cancellationFigure,
  explainExtras,
  retainsExtras,
} from '../../bookings/cancellation/cancel-booking.server.ts';
import { accessUrl } from '../../bookings/emails/load-email-data.server.ts';
import { mailQueued } from '../../bookings/emails/queue-booking-mail.server.ts';
import { loadSettled } from '../../bookings/payments/load-settled.server.ts';
import { accessDays } from '../../bookings/record/access-days.ts';
import {
  hasCardForLater,
  hasStoredCard,
  isCorrectable,
  isReachable,
  isWithoutEmail,
} from '../../bookings/record/booking.ts';
import type { Booking } from '../../bookings/record/bookings-store.server.ts';
import { bookingEvents } from '../../bookings/record/events-store.server.ts';
import { toLedger } from '../../bookings/record/ledger.server.ts';
import { toTrip } from '../../bookings/record/to-trip.server.ts';
import type { CancellationFigure } from '../../bookings/record/trip.schema.server.ts';
import { isUnderReview } from '../../payments/disputes.server.ts';
import type { HostedDetail } from './contract.server.ts';
import { failedRefunds, openDisputes } from './unsettled-store.server.ts';

/** A booking with all that hosts need to decide about it. @param stored as it is now */
export async function readBooking(ctx: Ctx, stored: Booking): Promise<HostedDetail> {
  const record = await loadSettled(ctx, stored);
  const { booking } = record;
  const [events, disputes] = await Promise.all([
    bookingEvents(ctx.db, booking.id),
    record.isDisputed ? openDisputes(ctx.db, booking.id) : [],
  ]);
  const refundFailures = events.filter(({ event }) => event === 'refund_failed');
  const [unpaid] = refundFailures.length > 0 ? await failedRefunds(ctx.db, booking.id) : [];
  const figure = cancellationFigure(record, ctx.now());
  const { refund: proposedRefund, paid } = figure;
  return {
    ...toTrip(record, ctx.now()),
    source: booking.source,
    createdAt: booking.created_at.toISOString(),
    hasCard: hasStoredCard(booking),
    canChargeCard: hasCardForLater(booking),
    can: allowedActions(booking, { refundable: paid, today: todayAtProperty(ctx.now()) }),
    ...toLedger(record),
    unpaidRefund: unpaid?.amount ?? 0,
    disputes: disputes.map(({ id, amount, reason, status, answerBy }) => ({
      ...isoMoments({ id, amount, reason, answerBy }),
      isUnderReview: isUnderReview(status),
    })),
    failedRefunds: refundFailures.map(toFailedRefund),
    refundable: paid,
    proposedRefund,
    refundWhy: explain(figure, record.policy.name, retainsExtras(record, ctx.now())),
    address: record.property.streetAddress ?? '',
    access: record.property.accessNotes ?? '',
    accessCode: booking.access_code,
    guestUrl: isWithoutEmail(booking) ? accessUrl(ctx, booking) : null,
    accessOn: addDays(booking.checkin, -accessDays),
    accessSentAt: booking.arrival_sent_at?.toISOString() ?? null,
    isAccessUndeliverable: events.some(({ isAccessUndeliverable }) => isAccessUndeliverable),
    mails: events.filter(({ event }) => event === mailQueued).map(toMail),
    history: events
      .filter(({ event }) => event !== mailQueued)
      .map(({ event, actor, details, at }) => isoMoments({ event, actor, details, at })),
  };
}

const explain = (figure: CancellationFigure, policy: string, areExtrasRetained: boolean): string =>
  `${explainStay(figure, policy, areExtrasRetained)}${explainExtras(figure, areExtrasRetained, 'What was added to the stay')}`;

function explainStay({ percent }: CancellationFigure, name: string, areExtrasRetained: boolean): string {
  const policy = name ? `The policy “${name}”` : 'The policy';
  if (percent === 100) return `${policy} gives ${areExtrasRetained ? 'the stay' : 'everything'} back now.`;
  if (percent === 0) return `${policy} gives back cleaning and pet fees with their taxes now.`;
  return `${policy} gives back ${percent}% of the rent now, all of the cleaning and pet fees, and the taxes on both.`;
}

export function allowedActions(
  booking: Pick<Booking, 'status' | 'checkout' | 'email' | 'source'>,
  { refundable, today }: { refundable: number; today: string },
): HostedDetail['can'] {
  const can: HostedDetail['can'] = [];
  if (booking.status === 'requested') can.push('approve', 'decline');
  if (booking.status === 'confirmed' && booking.checkout >= today) can.push('move', 'party', 'cancel');
  if (booking.status === 'confirmed') can.push('charge');
  if (refundable > 0) can.push('refund');
  if (isReachable(booking)) can.push('message', 'renew');
  if (isCorrectable(booking)) can.push('editGuest');
  return can;
}

type Event = Awaited<ReturnType<typeof bookingEvents>>[number];

function toFailedRefund({ details, at }: Event): HostedDetail['failedRefunds'][number] {
  const { amount, reason } = isRecord(details) ? details : {};
  return { amount: Number(amount), at: at.toISOString(), reason: String(reason ?? '') };
}

function toMail({ details, at }: Event): HostedDetail['mails'][number] {
  const { to, subject } = isRecord(details) ? details : {};
  return {
    to: to === 'hosts' ? 'hosts' : 'guest',
    subject: typeof subject === 'string' ? subject : '',
    at: at.toISOString(),
  };
}
