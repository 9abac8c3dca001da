import { todayAtProperty } from '../../../shared/dates.ts';
import { daysBetween } from '../../../shared/nights.ts';
import { momentAtProperty } from '../../../shared/property-time.server.ts';
import { toQuote } from '../quotes/actions.server.ts';
import { accessText, toWifi } from './access.server.ts';
import { chosenExtras, toAddedExtras, toPricedStay } from './added-extras.ts';
import type { Booking } from './bookings-store.server.ts';
import { toLedger } from './ledger.server.ts';
import type { BookingRecord } from './load-record.server.ts';
import { balanceDay, nextPayment } from './payments-store.server.ts';
import type { Trip } from './trip.schema.server.ts';
import { visibleParts } from './visible-parts.server.ts';

/** A booking as its guest sees it. */
export function toTrip(record: BookingRecord, now: Date): Trip {
  const { booking, property, quote, money, attempt, isOfferWithdrawn } = record;
  const { streetAddress: address, accessNotes, checkInFrom, checkOutUntil } = property;
  const wifi = toWifi(property);
  const due = money.open;
  const { payments, refunds } = toLedger(record);
  const isPaymentProcessing = attempt?.status === 'processing';
  const visible = visibleParts({ visitor: 'guest', stay: booking }, now);
  const access = accessText(
    { access_code: visible.has('accessCode') ? booking.access_code : '' },
    { accessNotes: visible.has('accessNotes') ? accessNotes : '' },
  );
  return {
    code: booking.code,
    status: booking.status,
    property: { slug: property.slug, title: property.title },
    checkin: booking.checkin,
    checkout: booking.checkout,
    checkInFrom,
    checkOutUntil,
    guests: booking.guests,
    pets: booking.pets,
    total: booking.total_cents,
    currency: booking.currency,
    holdExpiresAt: holdExpiry(booking.status, booking.hold_expires_at),
    name: booking.name,
    email: booking.email,
    phone: booking.phone,
    note: booking.note,
    plan: booking.plan,
    quote: toQuote(quote),
    promoCode: record.promoCode ?? undefined,
    chosenExtras: chosenExtras(record.price.lines),
    agreed: booking.agreed,
    payments: payments.map(({ amount, at }) => ({ amount, at })),
    refunds: refunds.map(({ amount, at, status }) => ({ amount, at, status })),
    paid: money.paid,
    due,
    dueOn: balanceDay(booking, record),
    payNow: booking.status === 'confirmed' ? nextPayment(booking, money, todayAtProperty(now)).amount : due,
    isPaymentProcessing,
    isPaymentOpen: attempt !== undefined,
    isOfferWithdrawn,
    can: allowedActions(record, now),
    address: (visible.has('address') && address) || undefined,
    access: access || undefined,
    wifi: visible.has('wifi') && wifi.name ? wifi : undefined,
    arrivalDetails: booking.arrival_details,
    companions: record.companions,
    extras: toAddedExtras(
      record.extras,
      { price: record.price, stay: toPricedStay(booking) },
      booking.status === 'confirmed' && !isPaymentProcessing,
    ),
    confirmedAt: booking.confirmed_at?.toISOString() ?? null,
    cancelledAt: booking.cancelled_at?.toISOString() ?? null,
    now: now.toISOString(),
  };
}

/** Whether a guest may still cancel without the hosts: until the check-in time of their quote. */
export const mayCancel = (booking: Booking, checkInFrom: string, now: Date): boolean =>
  booking.status === 'confirmed' && momentAtProperty(booking.checkin, checkInFrom) > now;

/** Days after the check-out on which a guest may still write. */
const messageDays = 30;

function allowedActions(
  { booking, quote, money, attempt, isOfferWithdrawn }: BookingRecord,
  now: Date,
): Trip['can'] {
  const isPaymentProcessing = attempt?.status === 'processing';
  if (booking.status === 'held' && isPaymentProcessing) return ['release'];
  if (booking.status === 'held') return isOfferWithdrawn ? ['release'] : ['pay', 'release'];
  if (booking.status === 'requested') return ['message'];
  if (booking.status !== 'confirmed') return [];
  const can: Trip['can'] = [];
  // An open amount is requested after the stay, too.
  if (money.open > 0 && !isPaymentProcessing) can.push('pay');
  const daysSince = daysBetween(booking.checkout, todayAtProperty(now));
  if (daysSince > 0) return daysSince > messageDays ? can : [...can, 'message'];
  if (mayCancel(booking, quote.check_in_from, now)) can.push('cancel', 'askForChange');
  return [...can, 'message', 'add_extras'];
}

/** When a hold or a request ends; null for all others. */
export const holdExpiry = (status: Booking['status'], expiresAt: Date | null): string | null =>
  status === 'held' || status === 'requested' ? (expiresAt?.toISOString() ?? null) : null;
