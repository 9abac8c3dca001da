import type { Static } from 'typebox';
import type { Ctx } from '../../../platform/context.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { hasStoredCard } from '../booking.ts';
import { addDays } from '../calendar/nights.ts';
import { cancellationFigure } from '../cancellation/cancel-booking.server.ts';
import { accessDays } from '../emails/access.server.ts';
import { mailQueued } from '../emails/queue-booking-mail.server.ts';
import { propertyOfBooking } from '../emails/store.server.ts';
import { isReachable } from '../messages/message-guest.server.ts';
import { isUnderReview } from '../payments/disputes.server.ts';
import { pendingRefundOrders } from '../payments/refund-store.server.ts';
import { type Booking, bookingById, listPayments } from '../payments/store.server.ts';
import { quoteParts } from '../quotes/actions.server.ts';
import { quoteById } from '../quotes/store.server.ts';
import { readTrip } from '../trips/read-trip.server.ts';
import { bookingEvents } from '../trips/store.server.ts';
import type { hostedDetailSchema } from './descriptions.server.ts';
import { failedRefunds, openDisputes } from './unsettled-store.server.ts';

export type HostedDetail = Static<typeof hostedDetailSchema>;

/** A booking with all that hosts need to decide about it. */
export async function readBooking(ctx: Ctx, stored: Booking): Promise<HostedDetail> {
  const { id } = stored;
  const trip = await readTrip(ctx, stored);
  const booking = await bookingById(ctx.db, id);
  const { refund: proposedRefund, percent, paid } = await cancellationFigure(ctx, ctx.db, booking);
  const events = await bookingEvents(ctx.db, id);
  return {
    ...trip,
    source: booking.source,
    createdAt: booking.created_at.toISOString(),
    hasCard: hasStoredCard(booking),
    can: allowedActions(booking, { refundable: paid, today: todayAtProperty(ctx.now()) }),
    ...(await readMoney(ctx, id)),
    ...(await readUnsettled(ctx, id)),
    failedRefunds: events.filter(({ event }) => event === 'refund_failed').map(toFailedRefund),
    refundable: paid,
    proposedRefund,
    refundWhy: explain(percent, await policyName(ctx, booking)),
    ...(await readAccess(ctx, booking)),
    mails: events.filter(({ event }) => event === mailQueued).map(toMail),
    history: events
      .filter(({ event }) => event !== mailQueued)
      .map(({ event, actor, details, created_at: at }) => ({
        event,
        actor,
        details,
        at: at.toISOString(),
      })),
  };
}

async function policyName({ db }: Ctx, { quote_id }: Booking): Promise<string> {
  const quote = await quoteById(db, quote_id);
  return quote ? quoteParts(quote).policy.name : '';
}

function explain(percent: number, name: string): string {
  const policy = name ? `The policy “${name}”` : 'The policy';
  if (percent === 100) return `${policy} gives everything back now.`;
  if (percent === 0) return `${policy} gives back cleaning and pet fees with their taxes now.`;
  return `${policy} gives back ${percent}% of the rent now, all of the cleaning and pet fees, and the taxes on both.`;
}

export function allowedActions(
  booking: Pick<Booking, 'status' | 'checkout' | 'email'>,
  { refundable, today }: { refundable: number; today: string },
): HostedDetail['can'] {
  const can: HostedDetail['can'] = [];
  if (booking.status === 'requested') can.push('approve', 'decline');
  if (booking.status === 'confirmed' && booking.checkout >= today) can.push('move', 'cancel');
  if (refundable > 0) can.push('refund');
  return isReachable(booking) ? [...can, 'message', 'renew'] : can;
}

async function readMoney({ db }: Ctx, bookingId: string) {
  const rows = await listPayments(db, bookingId);
  const orders = await pendingRefundOrders(db, bookingId);
  return {
    payments: rows
      .filter(({ kind }) => kind === 'charge')
      .map(({ amount_cents: amount, created_at, method, reason, stripe_id: reference }) => ({
        amount,
        at: created_at.toISOString(),
        method,
        reason,
        reference,
      })),
    refunds: [
      ...rows
        .filter(({ kind }) => kind === 'refund')
        .map(({ amount_cents: amount, created_at, method, reason, stripe_id: reference }) => ({
          amount,
          at: created_at.toISOString(),
          status: 'done' as const,
          method,
          reason,
          reference,
        })),
      ...orders.map(({ amount_cents: amount, created_at, reason }) => ({
        amount,
        at: created_at.toISOString(),
        status: 'pending' as const,
        method: 'card' as const,
        reason,
        reference: null,
      })),
    ],
  };
}

/** What hosts must see to: reclaimed payments, and refunds that did not reach the guest. */
async function readUnsettled({ db }: Ctx, bookingId: string) {
  const [[unpaid], disputes] = await Promise.all([failedRefunds(db, bookingId), openDisputes(db, bookingId)]);
  return {
    unpaidRefund: unpaid?.amount ?? 0,
    disputes: disputes.map(({ dispute: id, amount, reason, status, answer_by: answerBy }) => ({
      id,
      amount,
      reason,
      answerBy: answerBy?.toISOString() ?? null,
      isUnderReview: isUnderReview(status),
    })),
  };
}

type Event = Awaited<ReturnType<typeof bookingEvents>>[number];

function toFailedRefund({ details, created_at }: Event): HostedDetail['failedRefunds'][number] {
  const { amount, reason } = isRecord(details) ? details : {};
  return { amount: Number(amount), at: created_at.toISOString(), reason: String(reason ?? '') };
}

/** Address and access notes as they are now, and whether the guest has them. */
async function readAccess({ db }: Ctx, booking: Booking) {
  const { street_address: address, access_notes: access } = await propertyOfBooking(db, booking.property_id);
  return {
    address: address ?? '',
    access: access ?? '',
    accessOn: addDays(booking.checkin, -accessDays),
    accessSentAt: booking.arrival_sent_at?.toISOString() ?? null,
  };
}

function toMail({ details, created_at }: Event): HostedDetail['mails'][number] {
  const { to, subject } = isRecord(details) ? details : {};
  return {
    to: to === 'hosts' ? 'hosts' : 'guest',
    subject: typeof subject === 'string' ? subject : '',
    at: created_at.toISOString(),
  };
}
