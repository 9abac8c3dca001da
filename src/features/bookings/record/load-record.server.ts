import type { Db } from '../../../db/client.server.ts';
import { type QuoteParts, type QuoteRow, quoteById, quoteParts } from '../quotes/store.server.ts';
import { type Attempt, activeAttempt } from './attempts-store.server.ts';
import type { Booking } from './bookings-store.server.ts';
import { type BookedProperty, bookedHome } from './homes-store.server.ts';
import { listPayments, type Money, type Payment } from './payments-store.server.ts';
import { pendingRefundOrders, type RefundOrder } from './refunds-store.server.ts';

/** A booking with all that its pages, mails, documents and decisions read of it. */
export interface BookingRecord extends QuoteParts {
  booking: Booking;
  property: BookedProperty;
  /** As it was booked. */
  quote: QuoteRow;
  money: Money;
  /** The oldest first. */
  payments: Payment[];
  /** Refunds on their way to the card provider. */
  pendingRefunds: RefundOrder[];
  /** The payment that is open or on its way. */
  attempt: Attempt | undefined;
  /** Whether hosts took the offer back that it came of. */
  isOfferWithdrawn: boolean;
}

/** Reads what belongs to a booking, in five statements. @param booking as it is stored now */
export async function loadRecord(db: Db, booking: Booking): Promise<BookingRecord> {
  const [{ property, money, isOfferWithdrawn }, quote, payments, pendingRefunds, attempt] = await Promise.all(
    [
      bookedHome(db, booking.id),
      quoteById(db, booking.quote_id),
      listPayments(db, booking.id),
      pendingRefundOrders(db, booking.id),
      activeAttempt(db, booking.id),
    ],
  );
  if (!quote) throw new Error(`booking ${booking.code} has no quote`);
  return {
    booking,
    property,
    quote,
    ...quoteParts(quote),
    money,
    payments,
    pendingRefunds,
    attempt,
    isOfferWithdrawn,
  };
}
